import AttachmentCache
import AttachmentPipeline
import MediaInspection
import PreviewPage

/// `GET /preview`: a page for people, which asks this daemon on its own; only where the operator wants it.
struct PreviewRoutes: Sendable {
    private let response: HTTPResponse?

    init(service: Service) {
        guard service.configuration.hasPreview else {
            response = nil
            return
        }
        let page = PreviewPage(policies: service.configuration.policies.map(\.policy.name), digest: SHA256.bytes(of:))
        let (html, policy) = page.served()
        let headers = [HeaderField("Content-Security-Policy", policy)].compactMap(\.self) + PreviewRoutes.headers
        response = HTTPResponse(.ok, headers: headers, body: .bytes(html))
    }

    var routes: [Route] {
        guard let response else { return [] }
        return [Route(.get, "/preview", takesPassword: true) { _ in .now(response) }]
    }

    private static let headers: [HeaderField] = [
        HeaderField(fixed: "Content-Type", "text/html; charset=utf-8"), .noStore, .noSniff,
        HeaderField(fixed: "Referrer-Policy", "no-referrer"),
        HeaderField(fixed: "Cross-Origin-Opener-Policy", "same-origin"),
        HeaderField(fixed: "Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
