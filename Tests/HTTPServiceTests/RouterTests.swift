import Fixtures
import HTTPService
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(20))) struct RouterTests {
    private static let token = "0123456789abcdef"

    private static func router() throws -> Router {
        Router(
            [
                Route(.get, "/healthz", isOpen: true) { _ in .now(.json([])) },
                Route(.get, "/v1/flights") { _ in .now(.json([])) },
                Route(.post, "/v1/cache/{work}") { routed in .now(.json(Array((routed.parameter("work") ?? "").utf8)))
                },
            ], access: AccessControl(try BearerTokens(file: token)))
    }

    @Test(arguments: [
        ("GET /healthz", nil, 200), ("GET /v1/flights", nil, 401), ("GET /v1/flights", token, 200),
        ("GET /v1/flights", "0123456789abcdeX", 401), ("POST /v1/flights", nil, 401), ("POST /v1/flights", token, 405),
        ("POST /healthz", nil, 405), ("GET /nowhere", nil, 404), ("POST /v1/cache/gc", token, 200),
    ])
    func `asks network clients for a token and Unix socket clients for none`(
        line: String, token: String?, status: Int
    ) async throws {
        try await RunningServer.run(try Self.router()) { running in
            let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            let request = "\(line) HTTP/1.1\r\nHost: h\r\n\(authorization)Content-Length: 0\r\n\r\n"
            let network = try running.networkClient()
            await network.send(request)
            let answer = try #require(await network.answer())
            #expect(answer.status == status)
            #expect((answer.field("www-authenticate") != nil) == (status == 401))
            let local = try #require(try await running.ask(request))
            #expect(local.status != 401)
        }
    }

    @Test func `gives a route its placeholders`() async throws {
        try await RunningServer.run(try Self.router()) { running in
            let answer = try await running.ask("POST /v1/cache/gc HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            #expect(answer?.text == "gc")
        }
    }

    @Test(arguments: [
        ("/healthz", HTTPMethod.get, 65_536), ("/big", .post, 1_048_576), ("/big", .get, 65_536),
        ("/none", .post, 65_536),
    ])
    func `knows the body limit of a route before the body comes`(path: String, method: HTTPMethod, limit: Int) throws {
        let router = Router([
            Route(.get, "/healthz") { _ in .now(.json([])) },
            Route(.post, "/big", bodyLimit: 1_048_576) { _ in .now(.json([])) },
        ])
        let id = try #require(RequestIdentifier(given: "r"))
        #expect(router.bodyLimit(for: HTTPRequest(method, try RequestTarget(path.utf8), id: id)) == limit)
    }

    @Test func `counts every answer, a late one when it is given`() async throws {
        let routes = [
            Route(.get, "/now") { _ in .now(.json([])) },
            Route(.post, "/later/{id}") { _ in .later { HTTPResponse(.serviceUnavailable) } },
        ]
        let registry = MetricsRegistry()
        let router = Router(
            routes, metrics: RequestMetrics(in: registry, routes: routes.map(\.pattern.text)))
        let id = try #require(RequestIdentifier(given: "r"))
        func counted() async -> Set<String> {
            Set(
                await registry.exposition().split(separator: "\n").map(String.init)
                    .filter { $0.hasPrefix("attachd_http_requests_total") && !$0.hasSuffix(" 0") })
        }
        var late: [@Sendable () async -> HTTPResponse] = []
        for (method, path) in [(HTTPMethod.get, "/now"), (.head, "/now"), (.post, "/later/1"), (.get, "/x")] {
            let reply = router.respond(to: HTTPRequest(method, try RequestTarget(path.utf8), id: id))
            if case .later(let work) = reply { late.append(work) }
        }
        let before: Set = [
            "attachd_http_requests_total{route=\"/now\",status=\"200\"} 2",
            "attachd_http_requests_total{route=\"none\",status=\"404\"} 1",
        ]
        #expect(await counted() == before)
        for work in late { _ = await work() }
        #expect(
            await counted()
                == before.union(["attachd_http_requests_total{route=\"/later/{id}\",status=\"503\"} 1"]))
    }
}
