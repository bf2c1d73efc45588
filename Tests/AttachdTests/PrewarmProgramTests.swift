import Fixtures
import Glibc
import LoopbackOrigin
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// `attachd prewarm`, the real program, alone and through the real daemon.
@Suite(.timeLimit(.minutes(60))) struct PrewarmProgramTests {
    /// A result line as it was printed.
    struct Line {
        let line: Int
        let url: String?
        let outcome: String
        let cache: String?

        init?(_ document: Substring) {
            guard let tokens = try? JSONTokens(Array(document.utf8)) else { return nil }
            func text(_ key: JSONKey) -> String? { tokens.member(key, of: 0).flatMap { tokens.text($0) } }
            guard let number = tokens.member("line", of: 0).flatMap({ tokens.number($0) }) else { return nil }
            line = Int(number)
            url = text("url")
            outcome = text("status") == "attached" ? "attached" : text("reason") ?? "none"
            cache = text("cache")
        }

        var facts: MixedList.Expectation { MixedList.Expectation(line: line, url: url, outcome: outcome) }
    }

    private let folder: TemporaryFolder
    private var place: [String] { ["--cache-dir", folder.path + "/cache"] }
    private var alone: [String] { ["prewarm", "--allow-net", "127.0.0.0/8"] + place }

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func lines(_ run: ProgramRun) -> [Line] {
        run.text.split(separator: "\n").compactMap(Line.init)
    }

    private func daemon() async throws -> RunningProgram {
        let daemon = try RunningProgram(
            "attachd",
            [
                "serve", "--listen", "unix:\(folder.path)/daemon.sock", "--allow-net", "127.0.0.0/8", "--log-level",
                "info",
            ]
                + place)
        _ = try #require(await daemon.line(containing: "listening"))
        return daemon
    }

    private func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder.path + "/" + name
        let file = DescriptorHandle(owning: unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) }
        try #require(count == bytes.count)
        return path
    }

    /// 2,000 lines, or `$ATTACHD_TEST_LINES`; the seed is printed and taken from `$ATTACHD_TEST_SEED`.
    @Test(.serialized, arguments: [false, true])
    func `gives every line of a mixed list the result it must have, and waits for no host that hangs`(
        byDaemon: Bool
    ) async throws {
        let count = Fixture.environment("ATTACHD_TEST_LINES").flatMap { Int($0) } ?? 2_000
        let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
        print("mixed list: ATTACHD_TEST_SEED=\(seed)")
        let list = try MixedList(lines: count, seed: seed)
        let path = try write(list.text, to: "list.txt")
        let daemon = byDaemon ? try await daemon() : nil
        let words = byDaemon ? ["prewarm"] + place : alone
        let run = try await ProgramRun.of("attachd", words + ["--timeout", "30s", path])
        #expect(run.status == 1, "\(run.messages)")
        let lines = Self.lines(run)
        #expect(Set(lines.map(\.facts)) == Set(list.expected))
        #expect(lines.count == list.expected.count)
        // One result a URL; the others repeat it.
        for (url, results) in Dictionary(grouping: lines.filter { $0.url != nil }, by: \.url) {
            #expect(results.count { $0.cache != "joined" } == 1, "\(url ?? "")")
        }
        // Nothing waits for the silent host: where all others are done before its first deadline, its results come last.
        let firstHanging = lines.firstIndex { $0.outcome == "deadline" } ?? lines.count
        if count <= 2_000 { #expect(lines[firstHanging...].allSatisfy { $0.outcome == "deadline" }) }
        // And it is tried some times, not once for each of its lines.
        #expect(list.hanging.requests.count < 40 + count / 500)
        // No good URL was asked for twice.
        let asked = list.good.requests.map(\.target).filter { !$0.hasPrefix("/none") }
        #expect(asked.count == list.goodTargets.count)
        #expect(Set(asked).count == asked.count)
        #expect(run.messages.contains("failures by reason"))
        if let daemon { #expect(await daemon.stop().status == 0) }
    }

    @Test func `after a kill -9 only what is missing is fetched`() async throws {
        let media = try Fixture.bytes("photo.jpg")
        let fresh = [("Cache-Control", "max-age=600")]
        let gate = try OriginGate()
        let asked = Atomic(0)
        // Half of the list is answered, the rest only after the kill: it cannot come too late.
        let origin = try LoopbackOrigin { _ in
            asked.add(1, ordering: .relaxed).newValue <= 200 ? .body(media, fresh) : .held(media, fresh, until: gate)
        }
        let urls = (0..<400).map { origin.url("/\($0)") }
        let path = try write(Array(urls.joined(separator: "\n").utf8), to: "urls.txt")
        let first = try RunningProgram("attachd", alone + [path])
        _ = try #require(await first.line(containing: #""line":120,"#, in: .output))
        let killed = await first.stop(SIGKILL)
        #expect(killed.status == 128 + SIGKILL)
        let told = Set(Self.lines(killed).filter { $0.outcome == "attached" }.compactMap(\.url))
        #expect(told.count >= 100 && told.count < 400)
        let before = origin.requests.count
        gate.open()
        let second = try await ProgramRun.of("attachd", alone + [path])
        #expect(second.status == 0, "\(second.messages)")
        let again = Set(origin.requests.dropFirst(before).map { origin.url($0.target) })
        #expect(again.isDisjoint(with: told))
        let hits = Set(Self.lines(second).filter { $0.cache == "hit" }.compactMap(\.url))
        #expect(hits.isSuperset(of: told))
        #expect(hits.isDisjoint(with: again))
        #expect(hits.union(again) == Set(urls))
    }

    @Test(arguments: [false, true], [SIGINT, SIGTERM])
    func `a signal ends it with a summary and 130`(byDaemon: Bool, number: Int32) async throws {
        let media = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { request in request.path == "/ok" ? .body(media) : .silent }
        let path = try write(Array("\(origin.url("/ok"))\n\(origin.url("/silent"))\n".utf8), to: "urls.txt")
        let daemon = byDaemon ? try await daemon() : nil
        let program = try RunningProgram("attachd", byDaemon ? ["prewarm"] + place + [path] : alone + [path])
        _ = try #require(await program.line(containing: #""status":"attached""#, in: .output))
        await origin.waitForRequests(2)
        let run = await program.stop(number)
        #expect(run.status == 130, "\(run.messages)")
        #expect(run.messages.contains("prewarm interrupted after 1 of 2 in "))
        #expect(Self.lines(run).count == 1)
        if let daemon { #expect(await daemon.stop().status == 0) }
    }

    @Test func `reads several files and standard input, and says which line is of which`() async throws {
        let origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
        let one = try write(Array("\n\(origin.url("/photo.jpg"))".utf8), to: "one")
        let run = try await ProgramRun.of(
            "attachd", alone + [one, "/nonexistent", "-"], input: Array("\(origin.url("/photo.jpg"))\n".utf8))
        #expect(run.status == 66)
        #expect(run.text.contains(#"{"file":"\#(one)","line":2,"#))
        #expect(run.text.contains(#"{"file":"-","line":1,"#))
        #expect(run.messages.contains("/nonexistent: No such file"))
        #expect(origin.requests.count == 1)
    }

    @Test(arguments: [
        ("any", 1), ("policy", 1), ("none", 0),
    ])
    func `the exit status is the caller's choice`(failOn: String, status: Int32) async throws {
        let origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
        let run = try await ProgramRun.of(
            "attachd", alone + ["--fail-on", failOn, "-"], input: Array("\(origin.url("/photo.webp"))\n".utf8))
        #expect(run.status == status)
        let missing = try await ProgramRun.of(
            "attachd", alone + ["--fail-on", failOn], input: Array("\(origin.url("/none"))\n".utf8))
        #expect(missing.status == (failOn == "any" ? 1 : 0))
    }

    @Test(arguments: [
        (["--fail-on", "soup"], "any|policy|none"), (["--pin", "31d"], "--pin cannot be '31d'"),
        (["--pin", "7"], "--pin cannot be '7'"), (["--dialect", "morse"], "no dialect 'morse'"),
    ])
    func `refuses what it does not understand`(words: [String], message: String) async throws {
        let run = try await ProgramRun.of("attachd", alone + words)
        #expect(run.status == 64)
        #expect(run.messages.contains(message), "\(run.messages)")
    }

    @Test func `a daemon that ends in the middle is said to be gone`() async throws {
        let origin = try LoopbackOrigin { _ in .silent }
        let path = try write(Array("\(origin.url("/a"))\n".utf8), to: "urls.txt")
        let daemon = try await daemon()
        let program = try RunningProgram("attachd", ["prewarm"] + place + [path])
        await origin.waitForRequests(1)
        await daemon.stop(SIGKILL)
        let run = await program.end()
        #expect(run.status == 69, "\(run.messages)")
        #expect(run.messages.contains("the daemon ended in the middle of a request"))
    }
}
