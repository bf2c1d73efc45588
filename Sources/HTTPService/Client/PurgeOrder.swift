package import AttachmentCache
import MediaFetching
package import NotificationContent
package import Telemetry

/// What `cache purge` is to forget, as the command line and `POST /v1/cache/purge` say it.
package enum PurgeOrder: JSONValue, Sendable, Equatable {
    /// One URL, as it was fetched.
    case url(String)
    /// All URLs of a host.
    case host(String)
    /// What was stored longer ago than this.
    case olderThan(seconds: Int64)
    /// Everything.
    case all

    /// Writes the body of the request.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            switch self {
            case .url(let url): writer.member("url", url)
            case .host(let host): writer.member("host", host)
            case .olderThan(let seconds): writer.member("olderThan", seconds)
            case .all: writer.member("all", true)
            }
        }
    }

    /// The same as the cache has it. A URL's key does not depend on the address rules.
    ///
    /// - Parameter now: from when ages count.
    /// - Returns: what to purge; nil for a URL that is none.
    package func target(now: WallTime) -> PurgeTarget? {
        switch self {
        case .url(let url): FetchTarget.unjudged(url).map { .url($0.cacheKey) }
        case .host(let host): .host(host.lowercased())
        case .olderThan(let seconds): .olderThan(now.advanced(bySeconds: -seconds))
        case .all: .all
        }
    }
}
