import Fixtures
import LoopbackOrigin
import Testing

/// `POST /v1/prewarm` of the real daemon.
@Suite(.timeLimit(.minutes(20))) struct PrewarmRouteTests {
    private static let type = "Content-Type: application/x-ndjson\r\nConnection: close\r\n"

    private static func post(_ daemon: Daemon, _ target: String, _ body: String) async throws -> String {
        let client = try daemon.client()
        await client.send(Daemon.postText(target, body, type))
        return String(decoding: try #require(await client.rest()), as: UTF8.self)
    }

    @Test func `answers a batch in chunks, and takes no more than a thousand lines and a mebibyte`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let answer = try await Self.post(
            daemon, "/v1/prewarm?pin=60&timeout=20", "\(origin.url("/photo.jpg"))\n\n# x\n\(origin.url("/gone"))")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nContent-Type: application/x-ndjson\r\n"))
        #expect(answer.contains("\r\nTransfer-Encoding: chunked\r\n"))
        #expect(answer.contains(#"{"line":1,"url":"\#(origin.url("/photo.jpg"))","status":"attached","cache":"miss","#))
        #expect(
            answer.contains(#"{"line":4,"url":"\#(origin.url("/gone"))","status":"failed","reason":"http-status","#))
        #expect(answer.hasSuffix("\r\n0\r\n\r\n"))
        for (lines, status) in [(1_000, 200), (1_001, 413)] {
            let answer = try await Self.post(daemon, "/v1/prewarm", String(repeating: "#\n", count: lines))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(lines)")
        }
        for (bytes, status) in [(1_048_576, 200), (1_048_577, 413)] {
            let line = "#" + String(repeating: "a", count: 4_094) + "\n"
            let body = String(repeating: line, count: 256) + String(repeating: "\n", count: bytes - 1_048_576)
            let answer = try await Self.post(daemon, "/v1/prewarm", body)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(bytes)")
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: ["pin=soon", "pin=-1", "priority=batch", "timeout=x", "policy=mine", "dialect=morse"])
    func `refuses a query that it does not understand`(query: String) async throws {
        let daemon = try await Daemon.start()
        #expect(try await Self.post(daemon, "/v1/prewarm?" + query, "").hasPrefix("HTTP/1.1 400 "))
        #expect(try await daemon.post("/v1/prewarm", "x", "Content-Type: image/png\r\n").status == 415)
        #expect(try await daemon.get("/v1/prewarm").status == 405)
    }

    @Test func `results come while others are on their way, and a client that leaves takes its wishes back`()
        async throws
    {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let client = try daemon.client()
        let lines = ["/photo.jpg"] + (0..<50).map { "/hang?\($0)" }
        let body = lines.map { origin.url($0) + "\n" }.joined()
        await client.send(Daemon.postText("/v1/prewarm", body, Self.type))
        // The one that is there has landed, and no more of the silent host are in the air than may be.
        _ = try await daemon.flights { $0.count("flights") == 7 }
        client.leave()
        _ = try await daemon.flights { view in
            (0..<view.count("flights")).allSatisfy { view["flights", .element($0), "waiters"] == "0" }
        }
        #expect(origin.requests.count { $0.path == "/hang" } <= 7)
        #expect(await daemon.stop() == 0)
    }
}
