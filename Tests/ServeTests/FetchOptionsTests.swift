import Fixtures
import Glibc
import LoopbackOrigin
import Telemetry
import Testing

/// The options about asking origins, through the real program.
@Suite(.timeLimit(.minutes(20))) struct FetchOptionsTests {
    private static func file(_ text: String, mode: mode_t = 0o600) throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        TextFile.write(text, to: folder.path + "/file")
        _ = unsafe chmod(folder.path + "/file", mode)
        return (folder, folder.path + "/file")
    }

    private static func resolve(
        _ url: String, _ options: [String], environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        let folder = try TemporaryFolder()
        let words = [
            "resolve", "--json", "--url", url, "--cache-dir", folder.path + "/cache", "--allow-net", "127.0.0.0/8",
        ]
        return try await ProgramRun.of("attachd", words + options, environment: environment)
    }

    @Test(arguments: ["option", "variable"]) func `an origin gets its headers, and nobody reads them`(_ way: String)
        async throws
    {
        let picture = try Fixture.bytes("picture.png")
        let origin = try LoopbackOrigin { request in
            request.header("Authorization") == "Bearer hush" ? .body(picture) : .body([], status: 401)
        }
        let (folder, path) = try Self.file("# secret\nhttp://\(origin.authority) Authorization: Bearer hush\n")
        let options = way == "option" ? ["--origin-headers", path] : []
        let environment = way == "option" ? [:] : ["ATTACHD_ORIGIN_HEADERS": path]
        let run = try await Self.resolve(
            origin.url("/a"), options + ["--log-level", "debug"], environment: environment)
        #expect(run.status == 0, "\(run.messages)")
        #expect(!run.messages.contains("hush") && !run.text.contains("hush"))
        #expect(!run.messages.contains("everyone may read"))
        let without = try await Self.resolve(origin.url("/a"), [])
        #expect(without.status == 1)
        #expect(without.text.contains("\"httpStatus\":401"))
        withExtendedLifetime(folder) {}
    }

    @Test func `a file that everyone may read is warned of`() async throws {
        let origin = try LoopbackOrigin(routes: ["/a": .body(try Fixture.bytes("picture.png"))])
        let (folder, path) = try Self.file("a.example X-A: 1\n", mode: 0o644)
        let run = try await Self.resolve(origin.url("/a"), ["--origin-headers", path])
        #expect(run.status == 0)
        #expect(run.messages.contains("warning: everyone may read the file of origin headers"))
        withExtendedLifetime(folder) {}
    }

    @Test func `the daemon sends them too`() async throws {
        let picture = try Fixture.bytes("picture.png")
        let origin = try LoopbackOrigin { request in
            request.header("X-Api-Key") == "hush" ? .body(picture) : .body([], status: 403)
        }
        let (folder, path) = try Self.file("http://\(origin.authority) X-Api-Key: hush\n")
        let daemon = try await Daemon.start(environment: ["ATTACHD_ORIGIN_HEADERS": path])
        let answer = try await daemon.post("/v1/content", Payload.of(origin.url("/a")))
        #expect(try JSONView(answer.body)["content", "attachments", 0, "cache"] == "miss")
        let run = await daemon.program.stop()
        #expect(!run.messages.contains("hush"))
        withExtendedLifetime(folder) {}
    }

    static let useless: [(String, String, Int32, String)] = [
        ("--origin-headers", "a.example X-A: 1\nnonsense\n", 78, "line 2 is not ORIGIN NAME: VALUE"),
        ("--origin-headers", "a.example Host: b\n", 78, "line 1 sets a header that attachd sets itself"),
        ("--origin-headers", "a.example X-A: a\rb\n", 78, "line 1 has a value"),
        (
            "--origin-headers", "a.example X-A: 1\na.example x-a: 2\n", 78,
            "line 2 sets a header of its origin again, after line 1"
        ),
        ("--ca-file", "no certificate\n", 78, "holds no certificate"),
    ]

    @Test(arguments: useless) func `a file that cannot be used is named with its line, not its content`(
        _ option: String, _ text: String, _ status: Int32, _ words: String
    ) async throws {
        let (folder, path) = try Self.file(text)
        let run = try await Self.resolve("http://127.0.0.1/", [option, path])
        #expect(run.status == status)
        #expect(run.messages.contains(words), "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 1)
        withExtendedLifetime(folder) {}
    }

    static let refused: [([String], Int32, String)] = [
        (["--origin-headers", "/nonexistent"], 66, "No such file"),
        (["--ca-file", "/nonexistent"], 66, "No such file"),
        (["--nat64", "maybe"], 64, "deny|unwrap"), (["--user-agent", "a\r\nX-Evil: 1"], 64, "--user-agent cannot be"),
        (["--user-agent", ""], 64, "--user-agent cannot be"),
        (["--user-agent", String(repeating: "a", count: 201)], 64, "at most 200 characters"),
    ]

    @Test(arguments: refused) func `a value that cannot be used is refused`(
        _ options: [String], _ status: Int32, _ words: String
    ) async throws {
        let run = try await Self.resolve("http://127.0.0.1/", options)
        #expect(run.status == status)
        #expect(run.messages.contains(words), "\(run.messages)")
    }

    @Test func `the User-Agent is the program's, or the operator's`() async throws {
        let origin = try LoopbackOrigin(routes: ["/a": .body(try Fixture.bytes("picture.png"))])
        _ = try await Self.resolve(origin.url("/a"), [])
        _ = try await Self.resolve(
            origin.url("/a"), [], environment: ["ATTACHD_USER_AGENT": "Pushes/2 (+https://a.example)"])
        let agents = origin.requests.compactMap { $0.header("User-Agent") }
        #expect(agents.first?.hasPrefix("attachd/") == true)
        #expect(agents.last == "Pushes/2 (+https://a.example)")
    }

    @Test func `what the rules refuse is counted and logged by name, and told by reason alone`() async throws {
        let daemon = try await Daemon.start()
        let urls = [
            "http://10.0.0.1/a", "http://[64:ff9b::8.8.8.8]/a", "http://metadata.google.internal/a",
            "http://8.8.8.8:22/a",
        ]
        for url in urls {
            let answer = try await daemon.post("/v1/content", Payload.of(url))
            let reason = try JSONView(answer.body)["failures", 0, "reason"]
            #expect(reason == (url.hasSuffix(":22/a") ? "forbidden-port" : "forbidden-address"))
        }
        let metrics = try await daemon.get("/metrics").text
        for rule in ["private", "nat64", "reserved-name", "forbidden-port"] {
            #expect(metrics.contains("attachd_refused_addresses_total{rule=\"\(rule)\"} 1"), "\(rule)")
            #expect(await daemon.program.line(containing: "verdict=\"\(rule)\"") != nil)
        }
        #expect(await daemon.stop() == 0)
    }
}
