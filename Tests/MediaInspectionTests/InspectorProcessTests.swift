import Fixtures
import Glibc
import MediaTypes
import Telemetry
import Testing

@testable import MediaInspection

@Suite struct InspectorProcessTests {
    private func start() throws -> InspectorProcess {
        try InspectorProcess(
            try InspectorExecutable(at: BuiltInspector.path), startLimit: .seconds(60), clocks: .system)
    }

    @Test func `an inspector ends by itself when its socket does`() throws {
        var spawn: InspectorSpawn? = try InspectorSpawn(try InspectorExecutable(at: BuiltInspector.path))
        let (process, socket) = (try #require(spawn?.process), try #require(spawn?.socket.number))
        var message = [UInt8](repeating: 0, count: InspectorProtocol.Answer.length)
        #expect(unsafe recv(socket, &message, message.count, 0) == message.count)
        let answer = InspectorProtocol.Answer(decoding: message)
        if SanitizedBuild.isAbsent(orSkipping: 1, "the inspector's room") { #expect(answer == .ready(.all)) }
        spawn = nil
        var status: Int32 = -1
        #expect(unsafe waitpid(process, &status, 0) == process)
        #expect(InspectorEnd(status: status) == .exited(0))
    }

    @Test func `an inspector that nobody owns any more is killed and reaped`() throws {
        var process: InspectorProcess? = try start()
        let number = try #require(process?.number)
        #expect(BuiltInspector.exists(number))
        process = nil
        #expect(!BuiltInspector.exists(number))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an inspector outlives what is meant for the daemon`(signal: Int32) throws {
        let process = try start()
        kill(process.number, signal)
        let file = try BuiltInspector.sample("picture.png")
        let exchange = process.inspect(
            file, request: InspectorProtocol.Request(job: 5, fileBytes: 8898), limit: .seconds(60), handedOver: {})
        guard case .answer(let answer) = exchange else {
            Issue.record("no answer: \(exchange)")
            return
        }
        #expect(answer.job == 5)
        #expect(process.end() == .signalled(SIGKILL))
    }

    @Test func `an inspector runs with one thread, no blocked signal and in a group of its own`() throws {
        let process = try start()
        let status = String(decoding: try Fixture.readFile("/proc/\(process.number)/status"), as: UTF8.self)
        #expect(status.contains("\nThreads:\t1\n"))
        #expect(status.contains("\nSigBlk:\t0000000000000000\n"))
        #expect(getpgid(process.number) == process.number)
        process.end()
    }

    @Test func `an inspector runs with a clean table of descriptors and two lines of environment`() throws {
        let process = try start()
        let root = "/proc/\(process.number)"
        guard geteuid() == 0 else {
            // It is not dumpable: nobody but root may look, not even its own user.
            #expect(throws: FixtureError.self) { try Fixture.readFile(root + "/environ") }
            print("skipped: 1 look into the inspector's descriptors (only root may)")
            return
        }
        let environment = try Fixture.readFile(root + "/environ")
        #expect(String(decoding: environment, as: UTF8.self) == "TZ=UTC0\0SWIFT_BACKTRACE=enable=no\0")
        for number in 0..<40 {
            let entry = unsafe open("\(root)/fdinfo/\(number)", O_RDONLY | O_CLOEXEC)
            #expect((entry >= 0) == (number <= InspectorProtocol.socketNumber), "descriptor \(number)")
            if entry >= 0 { close(entry) }
        }
        process.end()
    }

    @Test func `an inspector ends when the daemon speaks another language`() throws {
        let process = try start()
        let file = try BuiltInspector.sample("picture.png")
        let exchange = process.inspect(
            file, request: InspectorProtocol.Request(job: 5, fileBytes: 0), limit: .seconds(60), handedOver: {})
        guard case .ended = exchange else {
            Issue.record("it did not end: \(exchange)")
            return
        }
        #expect(process.end() == .exited(76))
        #expect(process.lastWords.contains("malformed"))
    }

    @Test func `an inspector answers that a file cannot be mapped`() throws {
        let process = try start()
        let folder = try TemporaryFolder()
        let number = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(number >= 0)
        let exchange = process.inspect(
            DescriptorHandle(owning: number), request: InspectorProtocol.Request(job: 5, fileBytes: 4096),
            limit: .seconds(60), handedOver: {})
        guard case .answer(let answer) = exchange, case .refused(let refusal) = answer.body else {
            Issue.record("no refusal: \(exchange)")
            return
        }
        #expect(refusal.reason == .inspectionFailed)
        process.end()
    }
}
