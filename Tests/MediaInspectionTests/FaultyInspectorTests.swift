import Fixtures
import MediaTypes
import Telemetry
import Testing

@testable import MediaInspection

/// Programs in the inspector's place that crash, lie or stay silent.
@Suite struct FaultyInspectorTests {
    typealias Answer = InspectorProtocol.Answer

    private static let takesOneRequest = "/usr/bin/head -c 16 <&3 >/dev/null"
    private static let waits = "/usr/bin/head -c 1 <&3 >/dev/null"
    private static let media = InspectedMedia(format: .png, width: 1, height: 1)

    /// A command that sends one message on the socket.
    private static func sends(_ message: [UInt8]) -> String {
        let octal = message.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return "printf '\(octal.joined())' >&3"
    }

    private func pool(_ commands: [String], startLimit: Duration = .seconds(60), in folder: TemporaryFolder) throws
        -> (InspectorPool, EventProbe)
    {
        let probe = EventProbe()
        var configuration = InspectorPool.Configuration()
        configuration.count = 1
        configuration.timeLimit = .seconds(60)
        configuration.startLimit = startLimit
        configuration.observe = { probe.observe($0) }
        let script = try BuiltInspector.script(commands.joined(separator: "\n"), in: folder)
        return (try InspectorPool(script, configuration), probe)
    }

    private func inspect(_ commands: [String]) async throws -> (InspectionResult, EventProbe) {
        let folder = try TemporaryFolder()
        let (pool, probe) = try pool(commands, in: folder)
        let result = await pool.inspect(try BuiltInspector.sample("picture.png"))
        await pool.shutdown()
        return (result, probe)
    }

    @Test func `a program that speaks the protocol is an inspector`() async throws {
        let answer = Answer(job: 1, sniffedType: "image/png", body: .inspected(Self.media))
        let (result, _) = try await inspect([
            Self.sends(Answer.ready(.all).encode()), Self.takesOneRequest, Self.sends(answer.encode()), Self.waits,
        ])
        #expect(result == .inspected(Self.media, sniffedType: "image/png"))
    }

    @Test(arguments: [
        Answer(job: 3, sniffedType: "image/png", body: .inspected(media)).encode(),
        Answer(job: 0, sniffedType: "image/png", body: .inspected(media)).encode(),
        Answer.ready(.all).encode(),
        Array(Answer(job: 1, sniffedType: "image/png", body: .inspected(media)).encode().dropLast()),
        Answer(job: 1, sniffedType: "image/png", body: .inspected(media)).encode() + [0],
        [0x41],
    ])
    func `an inspector that answers anything else has failed`(message: [UInt8]) async throws {
        // The requests have the numbers 1 and 2: the second process must fail in the same way.
        let (result, probe) = try await inspect([
            Self.sends(Answer.ready(.all).encode()), Self.takesOneRequest, Self.sends(message), Self.waits,
        ])
        #expect(result == .refused(MediaRefusal(.inspectionFailed, "the inspector sent what is no answer")))
        #expect(probe.started.count == 2)
        #expect(probe.started.allSatisfy { !BuiltInspector.exists($0) })
    }

    @Test func `an inspector that has no memory for a file is replaced, and the file tried once more`() async throws {
        func declines(_ job: UInt32) -> String {
            let refusal = MediaRefusal(.inspectionFailed, "no memory")
            return Self.sends(Answer(job: job, sniffedType: "a/b", body: .refused(refusal)).encode())
        }
        let folder = try TemporaryFolder()
        let mark = folder.path + "/second"
        let (pool, probe) = try pool(
            [
                Self.sends(Answer.ready(.all).encode()), Self.takesOneRequest,
                "if [ -e \(mark) ]; then \(declines(2)); else : > \(mark); \(declines(1)); fi", Self.waits,
            ], in: folder)
        let result = await pool.inspect(try BuiltInspector.sample("picture.png"))
        await pool.shutdown()
        #expect(result == .refused(MediaRefusal(.inspectionFailed, "no memory")))
        #expect(probe.started.count == 2)
    }

    @Test func `a crash is logged with the process's last words on one line`() async throws {
        let (result, probe) = try await inspect([
            Self.sends(Answer.ready(.all).encode()), Self.takesOneRequest, "printf 'Fatal\\nerror' >&2", "exit 3",
        ])
        #expect(
            result
                == .refused(MediaRefusal(.inspectionFailed, "the inspector exited with status 3 with this file")))
        let process = try #require(probe.started.first)
        let detail = "the inspector exited with status 3 with this file; its last words: Fatal error"
        #expect(probe.events.contains(.failed(process: process, detail: detail)))
    }

    @Test func `an inspector that writes without end is drained, and only its first words are kept`() async throws {
        let answer = Answer(job: 1, sniffedType: "image/png", body: .inspected(Self.media))
        let (result, _) = try await inspect([
            Self.sends(Answer.ready(.all).encode()), Self.takesOneRequest, "/usr/bin/head -c 300000 /dev/zero >&2",
            Self.sends(answer.encode()), Self.waits,
        ])
        #expect(result == .inspected(Self.media, sniffedType: "image/png"))
    }

    @Test func `an inspector that ends before it is ready fails the warm-up with its words`() async throws {
        let folder = try TemporaryFolder()
        let (pool, probe) = try pool(["echo no database >&2", "exit 69"], in: folder)
        await #expect(throws: InspectorError.ended(.exited(69), lastWords: "no database")) { try await pool.warmUp() }
        let result = await pool.inspect(try BuiltInspector.sample("picture.png"))
        let detail = "the inspector was not ready: it exited with status 69 and said: no database"
        #expect(result == .refused(MediaRefusal(.inspectionFailed, detail)))
        #expect(probe.events == [InspectorEvent](repeating: .notStarted(detail: detail), count: 3))
        await pool.shutdown()
    }

    @Test func `an inspector of another version fails the warm-up`() async throws {
        var ready = Answer.ready(.all).encode()
        ready[3] &+= 1
        let (pool, _) = try pool([Self.sends(ready), Self.waits], in: TemporaryFolder())
        await #expect(throws: InspectorError.foreign) { try await pool.warmUp() }
        await pool.shutdown()
    }

    @Test func `an inspector that is never ready is given up at its limit`() async throws {
        let (pool, _) = try pool([Self.waits], startLimit: .milliseconds(20), in: TemporaryFolder())
        await #expect(throws: InspectorError.notReady) { try await pool.warmUp() }
        await pool.shutdown()
    }

    @Test func `an inspector that cannot lock itself in fails the warm-up with its words`() async throws {
        let folder = try TemporaryFolder()
        let (pool, _) = try pool(["echo not available here: seccomp >&2", "exit 71"], in: folder)
        let error = InspectorError.unlocked("not available here: seccomp")
        await #expect(throws: error) { try await pool.warmUp() }
        #expect(pool.unlocked == error)
        #expect(pool.locks == nil)
        let result = await pool.inspect(try BuiltInspector.sample("picture.png"))
        #expect(result == .refused(MediaRefusal(.inspectionFailed, "\(error)")))
        await pool.shutdown()
    }

    @Test(arguments: [
        (SandboxDemand.full, InspectorLocks(hasSeccomp: true, hasLandlock: false), false),
        (.full, .all, true),
        (.seccomp, InspectorLocks(hasSeccomp: false, hasLandlock: true), false),
        (.seccomp, InspectorLocks(hasSeccomp: true, hasLandlock: false), true),
        (.off, InspectorLocks(hasSeccomp: false, hasLandlock: false), true),
    ])
    func `an inspector behind fewer locks than demanded gets no file`(
        demand: SandboxDemand, locks: InspectorLocks, isTaken: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let script = try BuiltInspector.script(
            [
                "[ \"$1\" = \(demand.rawValue) ] || exit 64", Self.sends(Answer.ready(locks).encode()), Self.waits,
            ].joined(separator: "\n"), in: folder)
        do throws(InspectorError) {
            let process = try InspectorProcess(script, demand: demand, startLimit: .seconds(60), clocks: .system)
            #expect(isTaken)
            #expect(process.locks == locks)
        } catch {
            #expect(!isTaken)
            let missing = locks.missing.joined(separator: " and ")
            #expect(error == .unlocked("it says that it runs without \(missing)"))
        }
    }
}
