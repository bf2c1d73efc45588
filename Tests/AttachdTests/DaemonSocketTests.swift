import AttachmentCache
import Fixtures
import Telemetry
import Testing

@testable import attachd

/// `--socket` and what may be behind it, right and wrong.
@Suite(.timeLimit(.minutes(20))) struct DaemonSocketTests {
    private let folder: TemporaryFolder
    private var socket: String { folder.path + "/daemon.sock" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func attachd(_ words: [String], input: String = "") async throws -> ProgramRun {
        try await ProgramRun.of(
            "attachd", words, environment: ["HOME": folder.path], input: Array(input.utf8))
    }

    private static let payload = #"{"image": "https://a.test/1"} "#
    private static let descriptor = #"""
        {"content":{"attachments":[]},"failures":[{"identifier":"attachment-1","source":"https://a.test/1",
        "reason":"dns-failure","detail":"no such host"}],"warnings":[]}
        """#.replacing("\n", with: "")

    @Test func `sends all documents of a run over one connection, with time-out and dialect`() async throws {
        let answer = ScriptedDaemon.answer(Self.descriptor)
        let daemon = try ScriptedDaemon(socket, [[answer, answer, answer]])
        let run = try await attachd(
            ["resolve", "--socket", socket, "--timeout", "1.5s", "--dialect", "generic"],
            input: Self.payload + Self.payload + #"{"none":1}"# + Self.payload)
        #expect(run.status == 1, "\(run.messages)")
        #expect(run.text.split(separator: "\n").map(String.init).filter { $0 == Self.descriptor }.count == 3)
        #expect(run.messages.components("attachment-1  failed  dns-failure: no such host\n") == 3)
        #expect(daemon.requests.map(\.connection) == [1, 1, 1])
        let begin = "POST /v1/content?timeout=1.5&dialect=generic HTTP/1.1\r\n"
        #expect(daemon.requests.allSatisfy { $0.text.hasPrefix(begin) && $0.text.hasSuffix("\r\n\r\n" + Self.trimmed) })
    }

    private static let trimmed = #"{"image": "https://a.test/1"}"#

    @Test(arguments: [["resolve", "--url", "https://a.test/1"], ["cache", "stats"], ["cache", "purge", "--all"]])
    func `ends with 69 where nobody listens, naming path and cure`(words: [String]) async throws {
        let run = try await attachd(words + ["--socket", socket])
        #expect(run.status == 69)
        #expect(run.output.isEmpty)
        #expect(
            run.messages == "attachd: \(socket): no daemon answers (No such file or directory); start 'attachd serve', "
                + "or give --socket the path on which it listens\n")
    }

    @Test(arguments: [
        ("not HTTP at all\r\n\r\n", 69, "does not speak HTTP/1.1"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", 69, "no usable 'content'"),
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 69, "refuses: status 404"),
        ("HTTP/1.1 503 Busy\r\nRetry-After: 4\r\nContent-Length: 0\r\n\r\n", 75, "try again in 4 s"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", 69, "ended in the middle"),
    ])
    func `says what is wrong with what answers`(answer: String, status: Int32, line: String) async throws {
        let daemon = try ScriptedDaemon(socket, [[.send(answer)]])
        let run = try await attachd(["resolve", "--socket", socket], input: Self.payload)
        #expect(run.status == status)
        #expect(run.output.isEmpty)
        #expect(run.messages.contains(line), "\(run.messages)")
        #expect(run.messages.hasPrefix("attachd: \(socket): "))
        #expect(daemon.requests.count == 1)
    }

    @Test(arguments: [(65_535, 0), (65_536, 0), (65_537, 65)])
    func `goes on after a payload that is too large for a daemon`(size: Int, status: Int32) async throws {
        let answer = ScriptedDaemon.answer(#"{"content":{},"version":1}"#)
        let daemon = try ScriptedDaemon(socket, [status == 0 ? [answer, answer] : [answer]])
        let begin = #"{"image":"https://a.test/1","x":""#
        let large = begin + String(repeating: "x", count: size - begin.utf8.count - 2) + "\"}"
        let run = try await attachd(["resolve", "--socket", socket], input: large + Self.payload)
        #expect(run.status == status)
        #expect(run.messages.contains("larger than 65536 bytes") == (status != 0))
        #expect(run.text.split(separator: "\n").count == (status == 0 ? 2 : 1))
        #expect(daemon.requests.count == (status == 0 ? 2 : 1))
    }

    @Test func `lists page after page, with every filter`() async throws {
        let pages = [
            #"{"entries":[{"url":"a"},{"url":"b"}],"nextCursor":"2&x"}"#, #"{"entries":[{"url":"c"}]}"#,
        ]
        let daemon = try ScriptedDaemon(socket, [pages.map { ScriptedDaemon.answer($0) }])
        let run = try await attachd(
            ["cache", "list", "--socket", socket, "--host", "a.test", "--kind", "image", "--sort", "largest", "--full"])
        #expect(run.status == 0)
        #expect(run.text == "{\"url\":\"a\"}\n{\"url\":\"b\"}\n{\"url\":\"c\"}\n")
        let targets = daemon.requests.map { $0.text.prefix { $0 != "\r\n" } }
        let query = "host=a.test&kind=image&sort=largest&limit=1000"
        #expect(
            targets == [
                "GET /v1/cache/entries?\(query)&full=true HTTP/1.1",
                "GET /v1/cache/entries?\(query)&cursor=2%26x&full=true HTTP/1.1",
            ])
    }

    @Test func `a dry run asks nobody`() async throws {
        let run = try await attachd(["resolve", "--dry-run", "--socket", socket], input: Self.payload)
        #expect(run.status == 0)
    }

    @Test func `waits for a holder whose socket is gone already`() async throws {
        var configuration = CacheConfiguration(directory: folder.path + "/cache", command: "serve")
        configuration.socket = socket
        let holder = try await AttachmentCache.open(
            configuration, clocks: .system, log: Log(level: .error), deadline: nil)
        let words = ["--cache-dir", folder.path + "/cache", "--timeout", "100ms"]
        let run = try await attachd(["cache", "gc"] + words)
        #expect(run.status == 75)
        #expect(run.messages.contains("serve (process "))
        #expect(try await attachd(["cache", "stats"] + words).status == 0)
        try await holder.close()
    }

    @Test func `names the options that do not reach a daemon, but not those of the environment`() throws {
        func ignored(_ words: [String], environment: [String: String] = [:]) throws -> [String] {
            DaemonSearch.ignoredOptions(try Arguments.parse(words) { environment[$0] })
        }
        #expect(try ignored(["resolve", "--timeout", "1s", "--cache-dir", "a", "--dialect", "fcm"]).isEmpty)
        #expect(try ignored(["resolve", "--socket", "s", "--cache-dir", "a"]) == ["cache-dir"])
        #expect(try ignored(["resolve", "--https-only", "--policy=apple"]) == ["https-only"])
        #expect(try ignored(["resolve"], environment: ["ATTACHD_POLICY": "apple"]).isEmpty)
        #expect(try ignored(["cache", "stats", "--cache-max-size", "1G"]) == ["cache-max-size"])
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(_ text: String) -> Int {
        ranges(of: text).count
    }
}
