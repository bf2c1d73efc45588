import CLinux
import Fixtures
import Glibc
import HTTPService
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(20))) struct DrainTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `lets idle clients go and answers the ones at work`() async throws {
        let begun = Signal()
        let release = Signal()
        let handler = ClosureHandler { request in
            guard request.target.segments == ["later"] else { return .now(.json([])) }
            return .later {
                begun.raise()
                await release.wait()
                return .json(Array("done".utf8))
            }
        }
        try await RunningServer.run(handler) { running in
            let idle = try running.networkClient()
            await idle.send(Self.get)
            #expect(await idle.answer()?.status == 200)
            let fresh = try running.client()
            await fresh.send(Self.get)
            #expect(await fresh.answer()?.field("connection") == nil)
            let busy = try running.client()
            await busy.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
            await begun.wait()
            running.server.stopAccepting()
            #expect(await idle.isClosedSilently())
            #expect(await fresh.isClosedSilently())
            #expect(throws: (any Error).self) { try running.client() }
            release.raise()
            let answer = try #require(await busy.answer())
            #expect(answer.text == "done")
            #expect(answer.field("connection") == "close")
            #expect(await running.server.drain(within: .seconds(300)))
        }
    }

    @Test func `answers whatever was sent before the drain, under load`() async throws {
        let handler = ClosureHandler { request in
            request.target.segments == ["later"] ? .later { .json([]) } : .now(.json([]))
        }
        // A request that has been read and not begun for two checks is taken for an idle client: not in five seconds.
        try await RunningServer.run(handler, configure: { $0.checkInterval = .seconds(5) }) { running in
            let clients = try (0..<64).map { index in
                index.isMultiple(of: 2) ? try running.client() : try running.networkClient()
            }
            for (index, client) in clients.enumerated() {
                await client.send("GET /\(index.isMultiple(of: 3) ? "later" : "now") HTTP/1.1\r\nHost: h\r\n\r\n")
            }
            #expect(await running.server.drain(within: .seconds(300)))
            for (index, client) in clients.enumerated() {
                let answer = await client.answer()
                #expect(answer?.status == 200, "client \(index): \(answer?.text ?? "no answer")")
            }
        }
    }

    @Test func `leaves a socket that was passed in, and its queue, to the next instance`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/passed.sock"
        let original = try ListeningSocket.open(.unixSocket(path: path), backlog: 16)
        for round in 1...3 {
            let passed = fcntl(original.descriptor.number, F_DUPFD_CLOEXEC, 0)
            let listener = try ListeningSocket.passedIn(passed, name: "http")
            let server = try HTTPServer(
                listeners: [listener], handler: ClosureHandler { _ in .now(.json(Array("\(round)".utf8))) })
            let early = try RawClient(.unixSocket(path))
            await early.send(Self.get)
            try server.start()
            #expect(await early.answer()?.text == "\(round)")
            #expect(await server.drain(within: .seconds(300)))
            let late = try RawClient(.unixSocket(path))
            await late.send(Self.get)
            await server.stop()
            let successor = try HTTPServer(
                listeners: [
                    try ListeningSocket.passedIn(fcntl(original.descriptor.number, F_DUPFD_CLOEXEC, 0), name: "http")
                ],
                handler: ClosureHandler { _ in .now(.json(Array("successor".utf8))) })
            try successor.start()
            #expect(await late.answer()?.text == "successor")
            await successor.stop()
        }
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test func `leaves no connection behind in the kernel`() async throws {
        let begun = Signal()
        let handler = ClosureHandler { request in
            guard request.target.segments == ["later"] else { return .now(.json([])) }
            return .later {
                begun.raise()
                await Signal.cancellation()
                return .json([])
            }
        }
        try await RunningServer.run(handler) { running in
            for round in 1...20 {
                let leaver = try running.client()
                await leaver.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
                await begun.wait(for: round)
                leaver.leave()
                #expect(try await running.ask(Self.get)?.status == 200)
            }
            #expect(await running.server.drain(within: .seconds(300)))
            let sockets = try String(decoding: Fixture.readFile("/proc/net/unix"), as: UTF8.self)
            // Only the listening socket itself still has the name.
            #expect(sockets.split(separator: "\n").filter { $0.hasSuffix(running.socketPath) }.count == 1)
        }
    }

    /// libmicrohttpd 0.9.75 takes an answer for queued that it has dropped because it is being stopped, and one of its own
    /// error pages was then sent from nowhere: the process died of it.
    @Test func `stops while the library answers what it refuses by itself`() async throws {
        let handler = ClosureHandler { _ in .now(.json([])) }
        for _ in 0..<100 {
            let sending = try await RunningServer.run(handler) { running in
                let clients = try (0..<64).map {
                    try $0.isMultiple(of: 2) ? running.client() : running.networkClient()
                }
                while running.server.connectionCount < clients.count { await Task.yield() }
                return Task {
                    for client in clients {
                        await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n")
                    }
                }
            }
            await sending.value
        }
    }
}
