import AttachmentCache
import Fixtures
import Glibc
import LoopbackOrigin
import Telemetry
import Testing

/// The real program, run as a person would.
@Suite(.timeLimit(.minutes(20))) struct ProgramTests {
    private static let gate =
        #"{"aps":{"alert":"Hello","mutable-content":1},"custom":{"i":"1"},"att":{"id1":"URL"}}"#

    /// A payload of FR's default form with one URL.
    private static func payload(_ url: String) -> [UInt8] {
        Array(gate.replacing("URL", with: url).utf8)
    }

    @Test(arguments: [
        ([], 64, "no command given"), (["fetch"], 64, "'fetch' is not a command"),
        (["resolve", "--nope"], 64, "unknown option '--nope'"),
        (["resolve", "--timeout", "soon"], 64, "--timeout cannot be 'soon'"),
        (["resolve", "--policy", "mine"], 64, "default|apple|fcm-android"),
        (["resolve", "--max-bytes", "0"], 64, "--max-bytes cannot be '0'"),
        (["resolve", "--allow-net", "10.0.0.1/8"], 64, "10.0.0.0/8 is the network"),
        (["resolve", "--allow-net", "0.0.0.0/0"], 64, "would allow every address"),
        (["resolve", "--dialect", "morse"], 64, "there is no dialect 'morse'"),
        (["resolve", "--view", "soup"], 64, "the only view is 'payload'"),
        (["resolve", "/nonexistent/a.json"], 66, "No such file"), (["resolve", "/tmp"], 66, "name the files in it"),
        (["check"], 64, "no file given"), (["check", "/nonexistent.jpg"], 66, "No such file"),
        (["cache"], 64, "stats, list, verify, gc, purge"),
        (["cache", "stats", "--cache-dir", "/nonexistent"], 66, "there is no cache in /nonexistent"),
        (["serve", "--listen", "unix:/nonexistent/a.sock"], 74, "cannot listen on unix:/nonexistent/a.sock"),
        (["serve", "--listen", "0.0.0.0:8000"], 78, "0.0.0.0:8000 can be reached from other machines"),
        (["serve", "--public-base-url", "media.example.com"], 64, "write an http or https URL"),
        (["cache", "polish"], 64, "'polish'"),
        (["cache", "purge"], 64, "--host HOST"), (["cache", "purge", "--all", "--host", "a"], 64, "give one of"),
        (["help", "soup"], 64, "no command 'soup'"),
    ])
    func `ends with a status and one line that names cause and cure`(
        words: [String], status: Int32, line: String
    ) async throws {
        let folder = try TemporaryFolder()
        let run = try await ProgramRun.of(
            "attachd", words, environment: ["XDG_CACHE_HOME": folder.path],
            input: Self.payload("http://127.0.0.1:9/x"))
        #expect(run.status == status)
        #expect(run.output.isEmpty)
        #expect(run.messages.contains(line), "\(run.messages)")
        #expect(run.messages.hasPrefix("attachd: "))
        #expect(run.messages.count { $0 == "\n" } == 1)
    }

    @Test(arguments: [
        ("", "holds no JSON"), ("{\"a\":1", "malformed JSON at byte 6"), ("{\"a\":nul}", "malformed JSON at byte"),
        ("[1]", "a payload is a JSON object"), ("{} {\"a\":}", "malformed JSON at byte 8"),
    ])
    func `says where a payload is malformed`(text: String, line: String) async throws {
        let run = try await ProgramRun.of(
            "attachd", ["resolve", "--dry-run", "-"], environment: ["HOME": "/tmp"], input: Array(text.utf8))
        #expect(run.status == 65)
        #expect(run.messages.contains(line), "\(run.messages)")
    }

    @Test func `a bad value from the environment is bad configuration`() async throws {
        let run = try await ProgramRun.of(
            "attachd", ["resolve"], environment: ["HOME": "/tmp", "ATTACHD_TIMEOUT": "never"], input: Self.payload("x"))
        #expect(run.status == 78)
        #expect(run.messages.contains("ATTACHD_TIMEOUT"))
    }

    @Test func `explains itself`() async throws {
        let version = try await ProgramRun.of("attachd", ["--version"])
        #expect(version.status == 0)
        #expect(version.text.hasPrefix("attachd 0."))
        for words in [["--help"], ["help", "resolve"], ["resolve", "--help"], ["check", "-h"], ["help", "cache"]] {
            let help = try await ProgramRun.of("attachd", words)
            #expect(help.status == 0)
            #expect(help.text.contains("usage: attachd"))
            #expect(help.messages.isEmpty)
        }
    }

    @Test func `resolves a payload, once from the origin and then from the cache`() async throws {
        let folder = try TemporaryFolder()
        let origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
        let words = ["resolve", "--cache-dir", folder.path + "/cache", "--allow-net", "127.0.0.0/8", "-"]
        for cache in ["miss", "hit"] {
            let run = try await ProgramRun.of("attachd", words, input: Self.payload(origin.url("/clip.mp4")))
            #expect(run.status == 0, "\(run.messages)")
            #expect(run.output.count { $0 == UInt8(ascii: "\n") } == 1)
            #expect(run.text.contains("\"cache\":\"\(cache)\""))
            #expect(run.text.contains("\"width\":192,\"height\":108,\"duration\":2,"))
            #expect(run.messages.contains("\nid1  attached  video/mp4 192x108 2.0 s 15 kB  \(cache)"))
            #expect(run.text.contains("{\"code\":\"policy-differs\",\"detail\":\"id1: refused under fcm-android ("))
        }
        #expect(origin.requests.count == 1)
    }

    @Test func `resolves several documents in order, and the worst decides the status`() async throws {
        let folder = try TemporaryFolder()
        let origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
        let good = Self.payload(origin.url("/photo.jpg"))
        let bad = Self.payload(origin.url("/photo.webp"))
        let words = ["resolve", "--cache-dir", folder.path + "/cache", "--allow-net", "127.0.0.0/8"]
        let both = try await ProgramRun.of("attachd", words, input: good + bad)
        #expect(both.status == 1)
        let lines = both.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("image/jpeg") == true)
        #expect(lines.last?.contains("\"reason\":\"unsupported-type\"") == true)
        let broken = try await ProgramRun.of("attachd", words + ["/nonexistent", "-"], input: good + Array("{".utf8))
        #expect(broken.status == 66)
        #expect(broken.text.split(separator: "\n").count == 1)
    }

    @Test func `a bare URL gives the same descriptor, and a private address only where it is allowed`() async throws {
        let folder = try TemporaryFolder()
        let origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
        let words = ["resolve", "--cache-dir", folder.path + "/cache", "--url", origin.url("/photo.jpg")]
        let closed = try await ProgramRun.of("attachd", words)
        #expect(closed.status == 1)
        #expect(closed.text.contains("\"reason\":\"forbidden-address\""))
        #expect(origin.tally.connections == 0)
        let open = try await ProgramRun.of("attachd", words + ["--allow-net", "127.0.0.0/8"])
        #expect(open.status == 0)
        #expect(open.text.contains("\"dialect\":\"url\""))
        #expect(open.text.contains("\"mime\":\"image/jpeg\""))
    }

    @Test func `a dry run and a closed gate fetch nothing and need no cache`() async throws {
        let origin = try LoopbackOrigin(routes: [:])
        let dry = try await ProgramRun.of(
            "attachd", ["resolve", "--dry-run"], environment: ["HOME": "/nonexistent"],
            input: Self.payload(origin.url("/x.jpg")))
        #expect(dry.status == 0)
        #expect(dry.text.contains("\"references\":[{\"identifier\":\"id1\""))
        let gate = Array(#"{"aps":{"alert":"x"},"image":"\#(origin.url("/x.jpg"))"}"#.utf8)
        let closed = try await ProgramRun.of("attachd", ["resolve"], environment: ["HOME": "/nonexistent"], input: gate)
        #expect(closed.status == 0)
        #expect(closed.text.contains("not-mutable"))
        #expect(origin.tally.connections == 0)
    }

    @Test func `checks files and standard input without network or cache`() async throws {
        let names = ["photo.jpg", "long.mp4", "photo.webp"].map(Fixture.path)
        let run = try await ProgramRun.of(
            "attachd", ["check"] + names + ["-"], environment: ["HOME": "/nonexistent"],
            input: try Fixture.bytes("sound.wav"))
        #expect(run.status == 1)
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].contains("\"status\":\"accepted\",\"kind\":\"image\",\"format\":\"jpeg\""))
        #expect(lines[1].contains("\"status\":\"rejected\",\"reason\":\"too-long\""))
        #expect(lines[2].contains("\"reason\":\"unsupported-type\""))
        #expect(lines[3].contains("\"file\":\"-\",\"status\":\"accepted\""))
        #expect(run.messages.contains("long.mp4  rejected  too-long: 31.0 s, the limit is 30 s\n"))
        #expect(run.messages.contains("photo.webp  rejected  unsupported-type: image/webp is not supported\n"))
        #expect(run.messages.contains("-  accepted  audio/wav 1.0 s "))
        let longer = try await ProgramRun.of("attachd", ["check", "--max-duration", "40s", names[1]])
        #expect(longer.status == 0)
        #expect(longer.text.contains("refused under default (too-long: 31.0 s, the limit is 30 s), fcm-android ("))
        let apple = try await ProgramRun.of("attachd", ["check", "--policy", "apple", Fixture.path("clip.mov")])
        #expect(apple.status == 1)
        #expect(apple.text.contains("video/quicktime is not allowed by the policy apple"))
    }

    @Test func `checks many files side by side and reports them in the order given`() async throws {
        let folder = try TemporaryFolder()
        let missing = folder.path + "/missing.jpg"
        var names: [String] = []
        for round in 0..<20 {
            names += ["animation.gif", "sound.mp3", "photo.webp", "clip.mpg"].map(Fixture.path)
            if round == 10 { names.append(missing) }
        }
        let run = try await ProgramRun.of("attachd", ["check"] + names)
        #expect(run.status == 66)
        let reported = run.text.split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(reported == names.filter { $0 != missing }.map { "{\"file\":\"\($0)\"" })
        let told = run.messages.split(separator: "\n")
        #expect(told.count == names.count)
        #expect(told[44].contains(missing) && told[44].hasPrefix("attachd: "))
    }

    @Test func `a name that promises another type is a warning, and no evidence`() async throws {
        let folder = try TemporaryFolder()
        for (name, isWarned) in [("a.jpg", true), ("a.PNG", false), ("a.dat", false), ("png", false), (".jpg", false)] {
            let path = folder.path + "/" + name
            let number = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(number >= 0)
            let bytes = try Fixture.bytes("picture.png")
            #expect(unsafe write(number, bytes, bytes.count) == bytes.count)
            close(number)
            let run = try await ProgramRun.of("attachd", ["check", path])
            #expect(run.status == 0)
            #expect(run.text.contains("\"code\":\"type-mismatch\"") == isWarned, "\(name)")
        }
    }

    @Test func `explains every reason that a file can be rejected for`() async throws {
        let help = try await ProgramRun.of("attachd", ["help", "check"])
        for reason in [
            "unsupported-type", "too-large", "too-long", "too-many-pixels", "empty", "truncated", "corrupt", "polyglot",
            "encrypted", "external-reference", "inspection-failed",
        ] {
            #expect(help.text.contains("\n  \(reason) "), "\(reason)")
        }
        #expect(help.text.count { $0 == ">" } >= 11)
    }

    @Test func `looks after the cache`() async throws {
        let folder = try TemporaryFolder()
        let origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
        let place = ["--cache-dir", folder.path + "/cache"]
        let url = origin.url("/photo.jpg?token=secret")
        func cache(_ words: String...) async throws -> ProgramRun {
            try await ProgramRun.of("attachd", ["cache"] + words + place)
        }
        _ = try await ProgramRun.of("attachd", ["resolve", "--allow-net", "127.0.0.0/8", "--url", url] + place)
        let stats = try await cache("stats")
        #expect(stats.status == 0)
        #expect(stats.text.contains("\"blobs\":1,"))
        let list = try await cache("list")
        #expect(list.text.contains("?token=*") && !list.text.contains("secret"))
        #expect(try await cache("list", "--full").text.contains("secret"))
        let verify = try await cache("verify")
        #expect(verify.status == 0)
        #expect(verify.text.contains("\"checked\":1,"))
        #expect(try await cache("gc").status == 0)
        #expect(try await cache("purge", url).text.contains("\"entries\":1,"))
        #expect(try await cache("stats").text.contains("\"entries\":0,"))
        #expect(try await cache("purge", "--all").status == 0)
        #expect(try await cache("verify").text.contains("\"checked\":0,"))
    }

    @Test func `waits for who holds the cache, then names it; looking needs no turn`() async throws {
        let folder = try TemporaryFolder()
        let place = ["--cache-dir", folder.path + "/cache", "--timeout", "100ms"]
        let holder = try await AttachmentCache.open(
            CacheConfiguration(directory: folder.path + "/cache", command: "somebody"), clocks: .system,
            log: Log(level: .error), deadline: nil)
        for words in [["resolve", "--url", "http://127.0.0.1:9/x"], ["cache", "gc"], ["cache", "verify"]] {
            let run = try await ProgramRun.of("attachd", words + place)
            #expect(run.status == 75)
            #expect(run.messages.contains("somebody (process \(getpid()))"), "\(run.messages)")
            #expect(run.output.isEmpty)
        }
        #expect(try await ProgramRun.of("attachd", ["cache", "stats"] + place).status == 0)
        #expect(try await ProgramRun.of("attachd", ["cache", "list"] + place).status == 0)
        try await holder.close()
        #expect(try await ProgramRun.of("attachd", ["cache", "gc"] + place).status == 0)
    }

    @Test func `says so when the cache cannot be made`() async throws {
        let folder = try TemporaryFolder()
        let run = try await ProgramRun.of(
            "attachd", ["resolve", "--cache-dir", Fixture.path("photo.jpg") + "/cache"],
            environment: ["HOME": folder.path],
            input: Self.payload("http://127.0.0.1:9/x"))
        #expect(run.status == 73)
        #expect(run.messages.contains("--cache-dir"))
    }
}
