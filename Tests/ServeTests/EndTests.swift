import Fixtures
import Glibc
import HTTPService
import LoopbackOrigin
import Telemetry
import Testing

/// How the daemon ends, and what it leaves to its successor.
@Suite(.timeLimit(.minutes(20))) struct EndTests {
    @Test func `answers every request that it has accepted when it is told to end under load`() async throws {
        let gate = try OriginGate()
        let origin = try Payload.origin(gate: gate)
        let daemon = try await Daemon.start()
        let warm = Daemon.postText("/v1/content", Payload.of(origin.url("/photo.jpg")))
        _ = try await daemon.ask(warm)
        // Some wait for the origin, some ask for what is in the cache as fast as they can.
        let waiting = try (0..<16).map { _ in try daemon.client() }
        for (index, client) in waiting.enumerated() {
            await client.send(
                Daemon.postText("/v1/content", Payload.of(origin.url("/gated/picture.png?n=\(index % 4)"))))
        }
        _ = try await daemon.flights { flights in
            (0..<4).allSatisfy { flights["flights", .element($0), "waiters"] == "4" }
        }
        let answers = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    let client = try daemon.client()
                    // What could be sent whole before the daemon ended the reading must be answered.
                    while await client.send(warm) {
                        let answer = try #require(await client.answer(), "a request was dropped")
                        try Self.expectDescriptorOrLater(answer)
                        if answers.add() == 500 { daemon.program.signal(SIGTERM) }
                        if answer.field("connection") == "close" { return }
                    }
                }
            }
            group.addTask {
                _ = try #require(await daemon.program.line(containing: "draining"))
                gate.open()
                for client in waiting {
                    let answer = try #require(await client.answer(), "a waiting request was dropped")
                    #expect(try JSONView(answer.body).count("content", "attachments") == 1)
                }
            }
            try await group.waitForAll()
        }
        #expect(answers.count >= 500)
        let run = await daemon.program.end()
        #expect(run.status == 0, "\(run.messages)")
        #expect(unsafe access(daemon.socketPath, F_OK) != 0)
    }

    /// A descriptor, or, where the request crossed the end of reading, the word to try again, which is an answer too.
    private static func expectDescriptorOrLater(_ answer: RawAnswer) throws {
        if answer.status == 503 {
            #expect(answer.field("retry-after") != nil && answer.field("connection") == "close", "\(answer.text)")
        } else {
            #expect(answer.status == 200)
            #expect(try JSONView(answer.body).count("content", "attachments") == 1)
        }
    }

    @Test func `sends the best attempt when the time for the drain is over`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--drain-timeout", "200ms"])
        let client = try daemon.client()
        await client.send(
            Daemon.postText("/v1/content", Payload.of(origin.url("/photo.jpg"), origin.url("/hang"))))
        await origin.waitForRequests(2)
        _ = try await daemon.flights { $0.count("flights") == 1 }
        daemon.program.signal(SIGTERM)
        try await Self.expectBestAttempt(client)
        #expect(await daemon.program.end().status == 0)
    }

    @Test func `a second signal ends the waits at once`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--drain-timeout", "1h"])
        let client = try daemon.client()
        await client.send(
            Daemon.postText("/v1/content?timeout=60", Payload.of(origin.url("/photo.jpg"), origin.url("/hang"))))
        await origin.waitForRequests(2)
        _ = try await daemon.flights { $0.count("flights") == 1 }
        daemon.program.signal(SIGTERM)
        _ = try #require(await daemon.program.line(containing: "draining"))
        daemon.program.signal(SIGTERM)
        try await Self.expectBestAttempt(client)
        #expect(await daemon.program.end().status == 0)
    }

    private static func expectBestAttempt(_ client: RawClient) async throws {
        let answer = try #require(await client.answer())
        #expect(answer.status == 200)
        #expect(answer.field("connection") == "close")
        let view = try JSONView(answer.body)
        #expect(view.count("content", "attachments") == 1, "\(answer.text)")
        #expect(view["failures", 0, "identifier"] == "a1")
        #expect(["cancelled", "deadline"].contains(view["failures", 0, "reason"]), "\(answer.text)")
    }

    @Test func `leaves a socket that the manager holds to the next instance, with its queue`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/attachd.sock"
        let held = try ListeningSocket.open(.unixSocket(path: path), backlog: 64)
        let health = "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"
        var queued: [RawClient] = []
        for _ in 0..<3 {
            let daemon = try await Self.instance(folder, held)
            for client in queued { #expect(await client.answer()?.text == "alive\n") }
            #expect(try await daemon.get("/healthz").text == "alive\n")
            #expect(await daemon.stop() == 0)
            // Nobody accepts now, and the socket takes clients all the same.
            queued = try (0..<8).map { _ in try RawClient(.unixSocket(path)) }
            for client in queued { await client.send(health) }
        }
        let last = try await Self.instance(folder, held)
        for client in queued { #expect(await client.answer()?.text == "alive\n") }
        #expect(await last.stop() == 0)
        #expect(unsafe access(path, F_OK) == 0)
    }

    /// An instance that gets its socket as a service manager passes it: sd_listen_fds(3) wants its own process number.
    private static func instance(_ folder: TemporaryFolder, _ held: ListeningSocket) async throws -> Daemon {
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve \"$@\"", BuiltProduct.path("attachd")]
                + Daemon.arguments(folder), passing: [held.descriptor])
        return try await Daemon.ready(program, folder)
    }

    @Test func `is started by the first client of a socket of systemd-socket-activate`() async throws {
        let tool = "/usr/bin/systemd-socket-activate"
        guard unsafe access(tool, X_OK) == 0 else { return print("skipped: 1 test (\(tool) is not there)") }
        let folder = try TemporaryFolder()
        let path = folder.path + "/attachd.sock"
        let words = ["-l", path, BuiltProduct.path("attachd"), "serve"] + Daemon.arguments(folder)
        let program = try RunningProgram(tool, words)
        _ = try #require(await program.line(containing: "Listening on"))
        let client = try RawClient(.unixSocket(path))
        await client.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(await client.answer()?.text == "alive\n")
        #expect(await program.stop().status == 0)
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test func `ends at once where nobody waits, whatever is in the air`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let client = try daemon.client()
        await client.send(Daemon.postText("/v1/content", Payload.of(origin.url("/hang"))))
        await origin.waitForRequests(1)
        client.leave()
        _ = try await daemon.flights { $0["flights", 0, "waiters"] == "0" }
        #expect(await daemon.stop(SIGINT) == 0)
        await origin.waitUntilDisconnected()
    }
}
