import Fixtures
import Glibc
import MediaTypes
import Telemetry
import Testing

@testable import MediaInspection

/// What the kernel says of a real inspector that is ready.
@Suite struct InspectorLocksTests {
    private func start(_ demand: SandboxDemand = .seccomp) throws -> InspectorProcess {
        try InspectorProcess(
            try InspectorExecutable(at: BuiltInspector.path), demand: demand, startLimit: .seconds(60), clocks: .system)
    }

    private func text(_ name: String, of process: InspectorProcess) throws -> String {
        String(decoding: try Fixture.readFile("/proc/\(process.number)/\(name)"), as: UTF8.self)
    }

    @Test(
        .enabled(if: SanitizedBuild.isAbsent(orSkipping: 3, "the inspector's room")), arguments: SandboxDemand.allCases)
    func `an inspector that is ready is locked in, whatever is demanded`(demand: SandboxDemand) throws {
        let process = try start(demand)
        let status = try text("status", of: process)
        for line in ["NoNewPrivs:\t1", "Seccomp:\t2", "Threads:\t1"] { #expect(status.contains("\n\(line)\n")) }
        #expect(process.locks?.hasSeccomp == true)
        process.end()
    }

    @Test(.enabled(if: SanitizedBuild.isAbsent(orSkipping: 1, "the inspector's room")))
    func `an inspector that is ready has its limits`() throws {
        let process = try start()
        var limits: [Substring: [Substring]] = [:]
        for line in try text("limits", of: process).split(separator: "\n").dropFirst() {
            // The names are padded to 26 characters.
            let values = line.dropFirst(26).split(separator: " ")
            limits[line.prefix(26).prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")[...]] = values
        }
        #expect(limits["Max cpu time"]?.prefix(2) == ["60", "61"])
        #expect(limits["Max file size"]?.prefix(2) == ["0", "0"])
        #expect(limits["Max core file size"]?.prefix(2) == ["0", "0"])
        #expect(limits["Max open files"]?.prefix(2) == ["5", "5"])
        let data = try #require(limits["Max data size"])
        let bytes = try #require(Int(data[0]))
        #expect(data[0] == data[1])
        #expect(bytes > 56 << 20 && bytes < 80 << 20, "what libmagic's database takes, and 56 MiB")
        process.end()
    }

    @Test func `an inspector takes no descriptor beyond the file that it is handed`() throws {
        let process = try start()
        for job in 1...3 as ClosedRange<UInt32> {
            let file = try BuiltInspector.sample("picture.png")
            let exchange = process.inspect(
                file, request: InspectorProtocol.Request(job: job, fileBytes: 8898), limit: .seconds(60), handedOver: {}
            )
            guard case .answer(let answer) = exchange, case .inspected = answer.body else {
                Issue.record("no answer to file \(job): \(exchange)")
                return
            }
        }
        process.end()
    }

    /// Samples repeated up to 50 MiB, which libmagic and the readers then see every page of; the last is read at both ends.
    @Test(
        .enabled(if: SanitizedBuild.isAbsent(orSkipping: 5, "a bound on memory")),
        arguments: ["clip.mpg", "stream.m2v", "sound.mp3", "sound.aac", "clip.mov"])
    func `an inspector keeps little of a large file in memory`(name: String) throws {
        let process = try start()
        let folder = try TemporaryFolder()
        let sample = try Fixture.bytes(name)
        let size = 50 << 20
        let bytes =
            name == "clip.mov"
            ? sample + [UInt8](repeating: 0, count: size - sample.count)
            : Array(repeatElement(sample, count: size / sample.count).joined())
        let file = try BuiltInspector.file(bytes, in: folder)
        let before = try peak(of: process)
        let request = InspectorProtocol.Request(job: 1, fileBytes: UInt64(bytes.count))
        let exchange = process.inspect(file, request: request, limit: .seconds(60), handedOver: {})
        guard case .answer(let answer) = exchange, case .inspected = answer.body else {
            Issue.record("no answer to \(name): \(exchange)")
            return
        }
        // Eight pieces of 1 MiB, and what the libraries and readers take.
        #expect(try peak(of: process) - before < 12 << 20)
        process.end()
    }

    /// The most memory that a process ever held, in bytes (proc_pid_status(5)).
    private func peak(of process: InspectorProcess) throws -> Int {
        let line = try text("status", of: process).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) * 1024
    }

    @Test func `an inspector with an unknown demand ends with words`() async throws {
        let run = try await ProgramRun.of("attachd-inspector", ["everything"])
        #expect(run.status == 64)
        #expect(run.messages == "the demand on the sandbox must be one of full, seccomp and off\n")
    }
}
