import Fixtures
import Synchronization
import Testing

@testable import HTTPService

/// Bodies that are written while they go out, over real connections.
@Suite(.timeLimit(.minutes(20))) struct StreamedAnswerTests {
    private static func get(_ fields: String = "") -> String { "GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n" }

    /// Status line and body of an answer that ended with its connection.
    private static func body(_ bytes: [UInt8]?) throws -> (isComplete: Bool, body: [UInt8]) {
        let bytes = try #require(bytes)
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200 OK"))
        guard head.contains("Transfer-Encoding: chunked") else { return (true, Array(bytes[end.upperBound...])) }
        var decoder = ChunkDecoder()
        var body: [UInt8] = []
        _ = try decoder.decode(bytes[end.upperBound...], into: &body)
        return (decoder.isComplete, body)
    }

    @Test(arguments: [0, 1, 100_000, 1_000_000])
    func `sends what is written, in chunks, whatever its size`(size: Int) async throws {
        let expected = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let handler = ClosureHandler { _ in
            .streamed(HTTPResponse(.ok, headers: [.lines])) { writer in
                for start in stride(from: 0, to: size, by: 7_777) {
                    guard await writer.write(Array(expected[start..<min(start + 7_777, size)])) else { return }
                }
            }
        }
        try await RunningServer.run(handler) { running in
            for client in [try running.client(), try running.networkClient()] {
                await client.send(Self.get("Connection: close\r\n"))
                let (isComplete, body) = try Self.body(await client.rest())
                #expect(isComplete)
                #expect(body == expected)
            }
            #expect(running.server.waitingCount == 0)
            #expect(running.server.requestCount == 0)
        }
    }

    @Test func `the connection of a streamed answer serves another request afterwards`() async throws {
        let steps = Signal()
        let handler = ClosureHandler { request in
            guard request.method == .get else { return .now(.json(Array("later".utf8))) }
            return .streamed(HTTPResponse(.ok)) { writer in
                _ = await writer.write(Array("one".utf8))
                await steps.wait()
                _ = await writer.write(Array("two".utf8))
            }
        }
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            await client.send(Self.get())
            // A second request right behind it waits for its turn.
            await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            while running.server.waitingCount < 1 { await Task.yield() }
            steps.raise()
            let text = String(decoding: try #require(await client.rest()), as: UTF8.self)
            // The parts may have met in one chunk.
            let bodies = ["3\r\none\r\n3\r\ntwo", "6\r\nonetwo"].map { $0 + "\r\n0\r\n\r\nHTTP/1.1 200 OK" }
            #expect(bodies.contains { text.contains($0) }, "\(text)")
            #expect(text.hasSuffix("later"))
        }
    }

    /// The library looks at the oldest connection of a thread whenever it does anything, so that others are older.
    @Test(arguments: [false, true], [false, true])
    func `cancels the work of a client that leaves, and closes its connection`(onlyHalf: Bool, isOldest: Bool)
        async throws
    {
        let begun = Signal()
        let cancelled = Signal()
        let handler = ClosureHandler { _ in
            .streamed(HTTPResponse(.ok)) { writer in
                _ = await writer.write([0x61])
                begun.raise()
                await Signal.cancellation()
                #expect(await writer.write([0x62]) == false)
                cancelled.raise()
            }
        }
        try await RunningServer.run(handler) { running in
            let older = try (0..<(isOldest ? 0 : 8)).map { _ in try running.client() }
            while running.server.connectionCount < older.count { await Task.yield() }
            let client = try running.client()
            await client.send(Self.get())
            await begun.wait()
            if onlyHalf { client.endSending() } else { client.leave() }
            await cancelled.wait()
            while running.server.connectionCount > older.count { await Task.yield() }
            #expect(running.server.waitingCount == 0)
            for client in older { client.leave() }
        }
    }

    @Test func `waits for a client that reads slowly, and takes no memory for it`() async throws {
        let written = Atomic(0)
        let piece = [UInt8](repeating: 0x61, count: 65_536)
        let handler = ClosureHandler { _ in
            .streamed(HTTPResponse(.ok)) { writer in
                for _ in 0..<200 {
                    guard await writer.write(piece) else { return }
                    written.add(1, ordering: .relaxed)
                }
            }
        }
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            await client.send(Self.get("Connection: close\r\n"))
            // The first pieces fill the socket's buffer; then the writer must stand still.
            while written.load(ordering: .relaxed) < 1 { await Task.yield() }
            var last = -1
            var stable = 0
            while stable < 20_000 {
                let now = written.load(ordering: .relaxed)
                stable = now == last ? stable + 1 : 0
                last = now
                await Task.yield()
            }
            #expect(last < 200)
            let (isComplete, body) = try Self.body(await client.rest())
            #expect(isComplete)
            #expect(body.count == 200 * 65_536)
        }
    }

    @Test func `ends in the middle when the server stops, and says so to the writer`() async throws {
        let ended = Signal()
        let begun = Signal()
        let handler = ClosureHandler { _ in
            .streamed(HTTPResponse(.ok)) { writer in
                _ = await writer.write([0x61])
                begun.raise()
                await Signal.cancellation()
                ended.raise()
            }
        }
        let client = try await RunningServer.run(handler) { running in
            let client = try running.client()
            await client.send(Self.get())
            await begun.wait()
            return client
        }
        await ended.wait()
        let rest = await client.rest()
        #expect(try Self.body(rest).isComplete == false)
    }

    @Test func `what is written after the end of a drain still goes out`() async throws {
        let begun = Signal()
        let handler = ClosureHandler { _ in
            .streamed(HTTPResponse(.ok)) { writer in
                begun.raise()
                await Signal.cancellation()
                _ = await writer.write(Array("best attempt".utf8))
            }
        }
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            await client.send(Self.get())
            await begun.wait()
            async let rest = client.rest()
            running.server.stopAccepting()
            running.server.endWaits()
            let (isComplete, body) = try Self.body(await rest)
            #expect(isComplete)
            #expect(body == Array("best attempt".utf8))
        }
    }
}
