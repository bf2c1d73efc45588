import AttachmentCache
import MediaFetching
import NotificationContent
import Telemetry

/// The body of `POST /v1/cache/purge`: one member that says what to forget.
enum PurgeRequest {
    /// Reads `{"url": URL}`, `{"host": HOST}`, `{"olderThan": SECONDS}` or `{"all": true}`.
    ///
    /// - Parameter bytes: the body.
    /// - Returns: what to purge.
    /// - Throws: `ProblemDetails` with status 400.
    static func read(_ bytes: [UInt8]) throws(ProblemDetails) -> PurgeTarget {
        let tokens: JSONTokens
        do throws(MalformedJSON) {
            tokens = try JSONTokens(bytes)
        } catch {
            throw ProblemDetails(error)
        }
        var targets: [PurgeTarget] = []
        if let token = tokens.member("url", of: 0), let url = tokens.text(token) {
            guard let target = FetchTarget.unjudged(url) else {
                throw ProblemDetails(.badRequest, "url must be an http URL, as it was fetched.")
            }
            targets.append(.url(target.cacheKey))
        }
        if let token = tokens.member("host", of: 0), let host = tokens.text(token) {
            targets.append(.host(host.lowercased()))
        }
        if let token = tokens.member("olderThan", of: 0) {
            guard let seconds = tokens.number(token), (0...3.2e9).contains(seconds) else {
                throw ProblemDetails(.badRequest, "olderThan must be a number of seconds.")
            }
            targets.append(.olderThan(WallTime.now().advanced(bySeconds: -Int64(seconds))))
        }
        if let token = tokens.member("all", of: 0), tokens.isTrue(token) { targets.append(.all) }
        guard targets.count == 1, let target = targets.first else {
            throw ProblemDetails(.badRequest, "Say what to forget by one of url, host, olderThan and all.")
        }
        return target
    }
}
