package import Telemetry

/// Finds the route of a request and refuses what no route would take: 404, 405 with Allow, 401, 400, 415.
package struct Router: HTTPHandler {
    private let routes: [Route]
    private let access: (any AccessRule)?
    private let metrics: RequestMetrics?
    private let log: Log

    /// A router over a table; the first line that fits answers. Without `access` every route is open; with `metrics`,
    /// made of the same routes' patterns, every answer is counted.
    package init(_ routes: [Route], access: (any AccessRule)? = nil, metrics: RequestMetrics? = nil, log: Log = .silent)
    {
        self.routes = routes
        self.access = access
        self.metrics = metrics
        self.log = log
    }

    /// The limit of the request's route, or the default where there is none.
    package func bodyLimit(for head: HTTPRequest) -> Int {
        let route = routes.first { $0.answers(head.method) && $0.pattern.matches(head.target.segments) }
        return route?.bodyLimit ?? 65_536
    }

    /// Answers by the request's route, or with the problem that keeps it from one.
    package func respond(to request: HTTPRequest) -> HTTPReply {
        let segments = request.target.segments
        let index = routes.firstIndex { $0.answers(request.method) && $0.pattern.matches(segments) }
        let reply = index.map { self.reply(to: request, by: routes[$0]) } ?? HTTPReply.now(misfit(request))
        let isLogged = log.writes(.info)
        guard metrics != nil || isLogged else { return reply }
        @Sendable func record(_ response: HTTPResponse) {
            let duration = request.arrival.duration(to: .now)
            metrics?.record(route: index, status: Int(response.status.rawValue), duration: duration)
            if isLogged { note(request, index.map { routes[$0].pattern.text }, response, duration) }
        }
        switch reply {
        case .now(let response):
            record(response)
            return reply
        case .streamed(let response, let work):
            return .streamed(response) { writer in
                await work(writer)
                record(response)
            }
        case .later(let work):
            return .later {
                let response = await work()
                record(response)
                return response
            }
        }
    }

    /// One line a request: what was asked, by the route's pattern and never by the target, and how it ended.
    private func note(_ request: HTTPRequest, _ route: String?, _ response: HTTPResponse, _ duration: Duration) {
        var fields = [
            ("request", request.id.text), ("method", request.method.name), ("route", route ?? "none"),
            ("status", String(response.status.rawValue)),
            (
                "ms",
                String(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000)
            ),
        ]
        if let trace = request.traceParent { fields.append(("traceparent", trace.text)) }
        log.event(.info, "answered", fields)
    }

    private func reply(to request: HTTPRequest, by route: Route) -> HTTPReply {
        if !route.isOpen, let access {
            let refusal =
                route.takesPassword ? access.refusal(ofBrowser: request) : access.refusal(of: request)
            if let refusal { return .now(refusal) }
        }
        if !request.target.query.isEmpty, let problem = queryProblem(request, route) { return .now(problem.response()) }
        if !route.contentTypes.isEmpty, let problem = typeProblem(request, route) { return .now(problem.response()) }
        return route.respond(RoutedRequest(request: request, pattern: route.pattern))
    }

    private func misfit(_ request: HTTPRequest) -> HTTPResponse {
        let here = routes.filter { $0.pattern.matches(request.target.segments) }
        guard !here.isEmpty else { return ProblemDetails(.notFound, "There is nothing here.").response() }
        if let access, !here.contains(where: \.isOpen), let refusal = access.refusal(of: request) { return refusal }
        var names: [String] = []
        for name in here.flatMap({ $0.method == .get ? ["GET", "HEAD"] : [$0.method.name] }) where !names.contains(name)
        {
            names.append(name)
        }
        let allow = HeaderField("Allow", names.joined(separator: ", "))
        return ProblemDetails(
            .methodNotAllowed, "This resource does not have that method.", headers: allow.map { [$0] } ?? []
        )
        .response()
    }

    private func queryProblem(_ request: HTTPRequest, _ route: Route) -> ProblemDetails? {
        var seen: Set<String> = []
        for item in request.target.query {
            guard route.query.contains(item.name) else {
                return ProblemDetails(
                    .badRequest, "The query has a name that is unknown here.", members: [.text("name", item.name)])
            }
            guard seen.insert(item.name).inserted else {
                return ProblemDetails(.badRequest, "The query has a name twice.", members: [.text("name", item.name)])
            }
        }
        return nil
    }

    private func typeProblem(_ request: HTTPRequest, _ route: Route) -> ProblemDetails? {
        guard let value = request.headers.firstBytes("content-type") else { return nil }
        let type = HTTPSyntax.trimmed(value.prefix { $0 != 0x3b })
        guard !route.contentTypes.contains(where: { HTTPSyntax.equalIgnoringCase(type, $0.utf8) }) else { return nil }
        return ProblemDetails(
            .unsupportedMediaType, "The body must be \(route.contentTypes.joined(separator: " or ")).")
    }
}
