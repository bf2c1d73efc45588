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
        guard tokens.kind(0) == .object else { throw unclear }
        var targets: [PurgeTarget] = []
        var unknown = 0
        tokens.forEachMember(of: 0) { _, _ in unknown += 1 }
        if let token = tokens.member("url", of: 0) {
            unknown -= 1
            guard let url = tokens.text(token), let target = FetchTarget.unjudged(url) else {
                throw ProblemDetails(.badRequest, "url must be an http URL, as it was fetched.")
            }
            targets.append(.url(target.cacheKey))
        }
        if let token = tokens.member("host", of: 0) {
            unknown -= 1
            guard let host = tokens.text(token), !host.isEmpty else {
                throw ProblemDetails(.badRequest, "host must be a host's name.")
            }
            targets.append(.host(host.lowercased()))
        }
        if let token = tokens.member("olderThan", of: 0) {
            unknown -= 1
            guard let seconds = tokens.number(token), (0...3.2e9).contains(seconds) else {
                throw ProblemDetails(.badRequest, "olderThan must be a number of seconds.")
            }
            targets.append(.olderThan(WallTime.now().advanced(bySeconds: -Int64(seconds))))
        }
        if let token = tokens.member("all", of: 0) {
            unknown -= 1
            guard tokens.kind(token) == .true else { throw ProblemDetails(.badRequest, "all can only be true.") }
            targets.append(.all)
        }
        // A misspelt or repeated member may be what the sender meant: nothing is forgotten by guesswork.
        guard targets.count == 1, unknown == 0, let target = targets.first else { throw unclear }
        return target
    }

    private static let unclear = ProblemDetails(
        .badRequest, "Say what to forget by exactly one of url, host, olderThan and all.")
}
