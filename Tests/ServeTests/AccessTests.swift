import CLinux
import Fixtures
import Glibc
import HTTPService
import LoopbackOrigin
import Testing

/// Who may come in, and where the daemon refuses to listen.
@Suite(.timeLimit(.minutes(20))) struct AccessTests {
    private static let old = String(repeating: "old-token-", count: 3)
    private static let new = String(repeating: "new-token-", count: 3)

    private static func ask(_ daemon: Daemon, _ request: String) async throws -> RawAnswer {
        let client = try daemon.networkClient()
        await client.send(request)
        return try #require(await client.answer())
    }

    private static func get(_ daemon: Daemon, _ target: String, token: String? = nil) async throws -> RawAnswer {
        let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return try await ask(daemon, "GET \(target) HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
    }

    @Test func `wants a token over TCP for all but health and blobs, and reads the tokens again`() async throws {
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        let file = folder.path + "/tokens"
        TextFile.write("# ours\n\(Self.old)\n", to: file)
        let daemon = try await Daemon.start(["--token-file", file], in: folder, hasPort: true)
        let request = #"{"url":"\#(origin.url("/photo.jpg"))"}"#
        let refused = try await Self.ask(daemon, Daemon.postText("/v1/attachments", request))
        #expect(refused.status == 401)
        #expect(refused.field("www-authenticate")?.hasPrefix("Bearer") == true)
        #expect(refused.field("content-type") == "application/problem+json")
        #expect(origin.tally.connections == 0)
        let bearer = "Authorization: Bearer \(Self.old)\r\n"
        let answer = try await Self.ask(daemon, Daemon.postText("/v1/attachments", request, bearer))
        #expect(answer.status == 200)
        let href = try #require(try JSONView(answer.body)["attachment", "href"])
        #expect(try await Self.get(daemon, href).status == 200)
        #expect(try await Self.get(daemon, "/healthz").status == 200)
        for target in ["/readyz", "/v1/cache", "/v1/cache/entries", "/v1/flights"] {
            #expect(try await Self.get(daemon, target).status == 401, "\(target)")
            #expect(try await Self.get(daemon, target, token: "x" + Self.old).status == 401)
            #expect(try await Self.get(daemon, target, token: Self.old).status == 200)
            #expect(try await daemon.get(target).status == 200, "the Unix socket's permissions decide")
        }
        // Rotation: both for a time, then the new one alone; a file that is no use changes nothing.
        for (round, (text, oldStatus, newStatus)) in [
            ("\(Self.old)\n\(Self.new)\n", 200, 200), ("short\n", 200, 200), ("\(Self.new)\n", 401, 200),
        ].enumerated() {
            TextFile.write(text, to: file)
            daemon.program.signal(SIGHUP)
            try await Self.waitForReloads(daemon, round + 1)
            #expect(try await Self.get(daemon, "/v1/cache", token: Self.old).status == oldStatus, "\(round)")
            #expect(try await Self.get(daemon, "/v1/cache", token: Self.new).status == newStatus, "\(round)")
        }
        let run = await daemon.program.stop()
        #expect(run.status == 0)
        #expect(run.messages.contains("shorter than 16 characters"))
        #expect(!run.messages.contains(Self.old) && !run.messages.contains(Self.new))
    }

    /// The answer to a probe changes with the tokens; asks until the reload of this round has been seen.
    private static func waitForReloads(_ daemon: Daemon, _ round: Int) async throws {
        switch round {
        case 1:
            _ = try #require(await daemon.program.line(containing: "tokens reloaded"))
        case 2:
            _ = try #require(await daemon.program.line(containing: "the tokens of before stay"))
        default:
            for _ in 0..<10_000 {
                guard try await get(daemon, "/v1/cache", token: old).status == 200 else { return }
            }
        }
    }

    @Test(arguments: [
        ["--listen", "0.0.0.0:0"], ["--listen", "[::]:0"], ["--listen", "127.0.0.1:0", "--listen", "192.0.2.1:0"],
        ["--listen", "media.example.com:80"],
    ])
    func `refuses to listen beyond loopback without a token`(listeners: [String]) async throws {
        let folder = try TemporaryFolder()
        let run = try await ProgramRun.of("attachd", ["serve"] + listeners + Daemon.arguments(folder))
        #expect(run.status == 78)
        #expect(run.messages.contains("--token-file"), "\(run.messages)")
        #expect(run.messages.count { $0 == "\n" } == 1)
    }

    @Test func `refuses a passed socket beyond loopback without a token`() async throws {
        let folder = try TemporaryFolder()
        let open = try ListeningSocket.open(.network(host: "0.0.0.0", port: 0), backlog: 8)
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve \"$@\"", BuiltProduct.path("attachd")]
                + Daemon.arguments(folder), passing: [open.descriptor])
        let run = await program.end()
        #expect(run.status == 78, "\(run.messages)")
        #expect(run.messages.contains("--token-file"))
    }

    @Test func `refuses a socket on which somebody listens, and replaces one on which nobody does`() async throws {
        let first = try await Daemon.start()
        let other = try TemporaryFolder()
        let words = ["serve", "--listen", "unix:" + first.socketPath] + Daemon.arguments(other)
        let run = try await ProgramRun.of("attachd", words)
        #expect(run.status == 74)
        #expect(run.messages.contains(first.socketPath), "\(run.messages)")
        #expect(run.messages.count { $0 == "\n" } == 1)
        #expect(try await first.get("/healthz").text == "alive\n")
        // Killed, it leaves its socket's file behind.
        #expect(await first.stop(SIGKILL) == 128 + SIGKILL)
        #expect(unsafe access(first.socketPath, F_OK) == 0)
        let second = try await Daemon.start(in: first.folder)
        #expect(try await second.get("/healthz").text == "alive\n")
        var status = stat()
        #expect(unsafe stat(second.socketPath, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        #expect(await second.stop() == 0)
    }

    @Test func `does not serve a cache that another daemon holds, and leaves no socket behind`() async throws {
        let first = try await Daemon.start()
        let other = try TemporaryFolder()
        let words = ["serve", "--listen", "unix:\(other.path)/second.sock"] + Daemon.arguments(first.folder)
        let run = try await ProgramRun.of("attachd", words + ["--timeout", "100ms"])
        #expect(run.status == 75)
        #expect(run.messages.contains("process \(first.process)"), "\(run.messages)")
        #expect(unsafe access(other.path + "/second.sock", F_OK) != 0)
        #expect(await first.stop() == 0)
    }

    @Test func `is ready with no name server, no certificates and no environment, and says so`() async throws {
        let folder = try TemporaryFolder()
        TextFile.write("search example.com\n", to: folder.path + "/resolv.conf")
        let mounts = [
            "mount --bind \(folder.path)/resolv.conf /etc/resolv.conf", "mount -t tmpfs none /etc/ssl",
            "mount -t tmpfs none /usr/share/ca-certificates",
        ]
        let trial = try RunningProgram("/bin/sh", MountSpace.words(mounts, "/bin/true", []))
        guard await trial.end().status == 0 else {
            return print("skipped: 1 test without name server and certificates (no mount namespace for this user)")
        }
        let words = ["serve", "--listen", "unix:\(folder.path)/attachd.sock"] + Daemon.arguments(folder)
        let program = try RunningProgram("/bin/sh", MountSpace.words(mounts, BuiltProduct.path("attachd"), words))
        let daemon = try await Daemon.ready(program, folder)
        let ready = try await daemon.get("/readyz")
        #expect(ready.status == 200)
        #expect(try JSONView(ready.body)["ready"] == "true")
        let origin = try Payload.origin()
        let answer = try await daemon.post("/v1/attachments", #"{"url":"\#(origin.url("/photo.jpg"))"}"#)
        #expect(try JSONView(answer.body)["status"] == "attached")
        let run = await program.stop()
        #expect(run.status == 0)
        #expect(run.messages.contains("no name server is configured"), "\(run.messages)")
        #expect(run.messages.contains("there are no certificates"), "\(run.messages)")
    }
}
