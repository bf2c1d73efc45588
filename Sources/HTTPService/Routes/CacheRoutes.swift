import AttachmentCache
import MediaFetching
import NotificationContent
import Telemetry

/// `GET /v1/cache`, `GET /v1/cache/entries`, `GET /v1/cache/verify` and `POST /v1/cache/{verify,gc,purge}`: the work of the subcommand `cache`.
struct CacheRoutes: Sendable {
    let service: Service

    var routes: [Route] {
        [
            Route(.get, "/v1/cache") { _ in
                work { cache async throws(CacheError) in
                    .json(
                        CacheStatisticsReport(
                            directory: cache.directory, maxBytes: service.configuration.cacheMaxBytes,
                            statistics: try await cache.statistics()))
                }
            },
            Route(.get, "/v1/cache/entries", query: ["host", "kind", "sort", "limit", "cursor", "full"]) {
                entries($0)
            },
            Route(.post, "/v1/cache/gc", bodyLimit: 0) { _ in
                work { cache async throws(CacheError) in .json(RemovalReportDocument(try await cache.gc())) }
            },
            Route(.get, "/v1/cache/verify") { _ in .now(verification()) },
            Route(.post, "/v1/cache/verify", query: ["repair"], bodyLimit: 0) { routed in
                let repair = routed.request.target.query("repair") == "true"
                return work { cache async throws(CacheError) in
                    .json(VerifyReportDocument(try await cache.verify(repair: repair)))
                }
            },
            Route(.post, "/v1/cache/purge", contentTypes: ["application/json"]) { purge($0) },
        ]
    }

    private func entries(_ routed: RoutedRequest) -> HTTPReply {
        let target = routed.request.target
        var request = CacheListRequest(host: target.query("host")?.lowercased(), kind: target.query("kind"))
        if let text = target.query("sort") {
            guard let order = CacheListRequest.Order(rawValue: text) else {
                let words = CacheListRequest.Order.allCases.map(\.rawValue).joined(separator: ", ")
                return .now(ProblemDetails(.badRequest, "sort must be one of \(words).").response())
            }
            request.order = order
        }
        if let text = target.query("limit") {
            guard let limit = Int(text), CacheListRequest.limits.contains(limit) else {
                return .now(ProblemDetails(.badRequest, "limit must be a number from 1 to 1000.").response())
            }
            request.limit = limit
        }
        request.cursor = target.query("cursor")
        let showsQuery = target.query("full") == "true"
        return work { [request] cache async throws(CacheError) in
            let page = try await cache.list(request)
            var writer = JSONWriter()
            writer.object { writer in
                writer.array("entries", of: page.entries.map { CacheEntryReport($0, showsQuery: showsQuery) })
                writer.member("nextCursor", page.nextCursor)
            }
            return .json(writer.bytes)
        }
    }

    /// How far a verification is that somebody asked for with a POST.
    private func verification() -> HTTPResponse {
        let progress = service.cache.verificationProgress
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("running", progress != nil)
            writer.member("checked", progress?.checked)
            writer.member("total", progress?.total)
        }
        return .json(writer.bytes)
    }

    private func purge(_ routed: RoutedRequest) -> HTTPReply {
        do throws(ProblemDetails) {
            let target = try PurgeRequest.read(routed.request.body)
            return work { cache async throws(CacheError) in
                .json(RemovalReportDocument(try await cache.purge(target)))
            }
        } catch {
            return .now(error.response())
        }
    }

    /// Does work on the cache; one that cannot be done is the disk's fault, and a 503 says which.
    private func work(
        _ body: @escaping @Sendable (AttachmentCache) async throws(CacheError) -> HTTPResponse
    ) -> HTTPReply {
        service.waiting(65_536) { [service] in
            do throws(CacheError) {
                return try await body(service.cache)
            } catch {
                return ProblemDetails(.serviceUnavailable, "The cache cannot do that: \(error.detail).").response()
            }
        }
    }
}
