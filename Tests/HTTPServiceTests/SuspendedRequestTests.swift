import Fixtures
import HTTPService
import Testing

@Suite(.timeLimit(.minutes(20))) struct SuspendedRequestTests {
    private static func post(_ path: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
    }

    @Test(arguments: [false, true], [false, true])
    func `cancels the work of a client that leaves, at once and nobody else's`(onlyHalf: Bool, network: Bool)
        async throws
    {
        let begun = Signal()
        let cancelled = Signal()
        let release = Signal()
        let handler = ClosureHandler { request in
            let isLeaver = request.target.segments == ["leaver"]
            return .later {
                begun.raise()
                if isLeaver {
                    await Signal.cancellation()
                    cancelled.raise()
                } else {
                    await release.wait()
                }
                return .json(Array((Task.isCancelled ? "cancelled" : "finished").utf8))
            }
        }
        try await RunningServer.run(handler) { running in
            let others = try (0..<4).map { _ in try network ? running.networkClient() : running.client() }
            for other in others { await other.send(Self.post("/other")) }
            let leaver = try network ? running.networkClient() : running.client()
            await leaver.send(Self.post("/leaver"))
            await begun.wait(for: 5)
            #expect(running.server.waitingCount == 5)
            if onlyHalf { leaver.endSending() } else { leaver.leave() }
            await cancelled.wait()
            #expect(running.server.waitingCount == 4)
            if onlyHalf { #expect(await leaver.isClosedSilently()) }
            release.raise()
            for other in others { #expect(await other.answer()?.text == "finished") }
            #expect(cancelled.count == 1)
        }
    }

    @Test func `frees the connection of a client that left though its work does not heed the cancellation`()
        async throws
    {
        let begun = Signal()
        let release = Signal()
        let handler = ClosureHandler { request in
            guard request.target.segments == ["stubborn"] else { return .now(.json([])) }
            return .later {
                begun.raise()
                await release.wait()
                return .json([])
            }
        }
        try await RunningServer.run(handler, configure: { $0.connectionLimit = 1 }) { running in
            let leaver = try running.client()
            await leaver.send(Self.post("/stubborn"))
            await begun.wait()
            leaver.leave()
            #expect(try await running.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n")?.status == 200)
            release.raise()
        }
    }

    @Test func `answers 200 requests that were suspended together`() async throws {
        let begun = Signal()
        let release = Signal()
        let handler = ClosureHandler { request in
            .later {
                begun.raise()
                await release.wait()
                return .json(request.body)
            }
        }
        try await RunningServer.run(handler) { running in
            let clients = try (0..<200).map { index in
                index.isMultiple(of: 2) ? try running.client() : try running.networkClient()
            }
            for (index, client) in clients.enumerated() {
                await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n\(100 + index)")
            }
            await begun.wait(for: 200)
            #expect(running.server.waitingCount == 200)
            release.raise()
            for (index, client) in clients.enumerated() { #expect(await client.answer()?.text == "\(100 + index)") }
            #expect(running.server.waitingCount == 0)
        }
    }

    @Test func `answers work that ends before the connection is quite suspended`() async throws {
        let handler = ClosureHandler { request in .later { .json(request.body) } }
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            for index in 0..<500 {
                await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n\(100 + index % 100)")
                #expect(await client.answer()?.text == "\(100 + index % 100)")
            }
        }
    }

    @Test func `sends best attempts at the end of a drain and goes on to refuse nobody`() async throws {
        let begun = Signal()
        let handler = ClosureHandler { _ in
            .later {
                begun.raise()
                await Signal.cancellation()
                return .json(Array("best attempt".utf8))
            }
        }
        try await RunningServer.run(handler) { running in
            let clients = try (0..<8).map { _ in try running.client() }
            for client in clients { await client.send(Self.post("/")) }
            await begun.wait(for: 8)
            // Whether two seconds are enough for the answers is the machine's matter: they go out all the same.
            await running.server.drain(within: .milliseconds(1))
            for client in clients {
                let answer = try #require(await client.answer())
                #expect(answer.text == "best attempt")
                #expect(answer.field("connection") == "close")
            }
            while running.server.connectionCount > 0 { await Task.yield() }
        }
    }

    @Test func `drops suspended requests when the server stops without a drain`() async throws {
        let begun = Signal()
        let ended = Signal()
        let handler = ClosureHandler { _ in
            .later {
                begun.raise()
                await Signal.cancellation()
                ended.raise()
                return .json([])
            }
        }
        let client = try await RunningServer.run(handler) { running in
            let client = try running.client()
            await client.send(Self.post("/"))
            await begun.wait()
            return client
        }
        #expect(ended.count == 1)
        #expect(await client.isClosedSilently())
    }
}
