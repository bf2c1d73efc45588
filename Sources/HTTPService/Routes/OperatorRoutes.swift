import AttachmentPipeline
import NotificationContent
import Telemetry

/// `GET /healthz`, `/readyz`, `/metrics`, `/v1/flights`, `/openapi.json`: what an operator looks at.
struct OperatorRoutes: Sendable {
    let service: Service

    var routes: [Route] {
        [
            Route(.get, "/healthz", isOpen: true) { _ in
                .now(HTTPResponse(.ok, headers: [.text, .noStore], body: .bytes(Array("alive\n".utf8))))
            },
            Route(.get, "/readyz") { _ in .now(readiness()) },
            // Not for the admission to refuse: it is wanted most when there is too much to do.
            Route(.get, "/metrics") { _ in .later { await metrics() } },
            Route(.get, "/v1/flights") { _ in .now(flights()) },
            // Put together away from the HTTP threads: it is long, and nobody is in a hurry for it.
            Route(.get, "/openapi.json") { _ in .later { description() } },
        ]
    }

    private func description() -> HTTPResponse {
        .json(APIDescription(service.routes, version: service.configuration.version).json)
    }

    private func metrics() async -> HTTPResponse {
        let text = await service.metrics.exposition()
        return HTTPResponse(
            .ok, headers: [HeaderField(fixed: "Content-Type", PrometheusText.contentType), .noStore],
            body: .bytes(Array(text.utf8)))
    }

    private func flights() -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array("flights", of: service.pipeline.flights().map(FlightReport.init))
        }
        return HTTPResponse(.ok, headers: [.json, .noStore], body: .bytes(writer.bytes))
    }

    private func readiness() -> HTTPResponse {
        let reasons = service.reasonsAgainstWork
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("ready", reasons.isEmpty)
            writer.array("reasons", of: reasons)
            if !service.configuration.notes.isEmpty { writer.array("notes", of: service.configuration.notes) }
        }
        return HTTPResponse(
            reasons.isEmpty ? .ok : .serviceUnavailable, headers: [.json, .noStore], body: .bytes(writer.bytes))
    }
}
