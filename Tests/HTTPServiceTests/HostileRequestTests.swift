import Fixtures
import HTTPService
import Testing

@Suite(.timeLimit(.minutes(10))) struct HostileRequestTests {
    /// 2,000 requests, or `$ATTACHD_FUZZ_CASES`; the seed is printed and taken from `$ATTACHD_FUZZ_SEED`.
    @Test func `answers or closes on every hostile request, never with a 500`() async throws {
        let seed = Fixture.environment("ATTACHD_FUZZ_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
        let cases = Fixture.environment("ATTACHD_FUZZ_CASES").flatMap { Int($0) } ?? 2_000
        print("hostile requests: ATTACHD_FUZZ_SEED=\(seed)")
        let router = Router([
            Route(.get, "/a") { _ in .now(.json([0x61])) },
            Route(.post, "/p", query: ["timeout"]) { routed in .now(.json(routed.request.body)) },
            Route(.get, "/p/{name}", query: ["timeout", "x"]) { _ in .now(.json([])) },
            Route(.post, "/small", bodyLimit: 10) { routed in .now(.json(routed.request.body)) },
            Route(.post, "/later") { routed in .later { .json(routed.request.body) } },
        ])
        var hostile = HostileRequests(seed: seed)
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
            #expect(await running.server.drain(within: .seconds(20)))
            #expect(running.server.requestCount == 0)
        }
    }
}
