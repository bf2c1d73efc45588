import Fixtures
import HTTPService
import Testing

@Suite(.timeLimit(.minutes(20))) struct HostileRequestTests {
    private static let originals = [
        "GET /a HTTP/1.1\r\nHost: h\r\n\r\n",
        "HEAD /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "POST /p?timeout=2 HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"a\":\"b\",1:2}",
        "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\nT: 1\r\n\r\n",
        "POST /later HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok",
        "GET /p/%41%C3%A9?timeout=1&x=%20 HTTP/1.1\r\nHost: [::1]:80\r\nRange: bytes=0-1,3-\r\nIf-None-Match: W/\"a\", \"b\"\r\n\r\n",
        "GET http://h/a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n",
        "POST /small HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    ]
    /// 2,000 requests, or `$ATTACHD_TEST_CASES`; the seed is printed and taken from `$ATTACHD_TEST_SEED`.
    @Test func `answers or closes on every hostile request, never with a 500`() async throws {
        let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
        let cases = Fixture.environment("ATTACHD_TEST_CASES").flatMap { Int($0) } ?? 2_000
        print("hostile requests: ATTACHD_TEST_SEED=\(seed)")
        let router = Router([
            Route(.get, "/a") { _ in .now(.json([0x61])) },
            Route(.post, "/p", query: ["timeout"]) { routed in .now(.json(routed.request.body)) },
            Route(.get, "/p/{name}", query: ["timeout", "x"]) { _ in .now(.json([])) },
            Route(.post, "/small", bodyLimit: 10) { routed in .now(.json(routed.request.body)) },
            Route(.post, "/later") { routed in .later { .json(routed.request.body) } },
        ])
        var hostile = HostileRequests(Self.originals.map { Array($0.utf8) }, seed: seed)
        try await RunningServer.run(router) { running in
            for index in 0..<cases {
                let request = hostile.next()
                let client = try index.isMultiple(of: 2) ? running.client() : running.networkClient()
                for piece in request { await client.send(piece) }
                client.endSending()
                let answer = try #require(await client.rest(), "case \(index) hangs")
                let text = String(decoding: answer, as: UTF8.self)
                #expect(answer.isEmpty || text.hasPrefix("HTTP/1.1 "), "case \(index): \(request)")
                let statuses = text.matches(of: #/HTTP/1\.1 (5\d\d) /#).map(\.output.1)
                #expect(statuses.allSatisfy { $0 == "505" }, "case \(index): \(statuses) \(request)")
            }
            #expect(try await running.ask("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")?.text == "a")
            #expect(await running.server.drain(within: .seconds(300)))
            #expect(running.server.requestCount == 0)
        }
    }
}
