package import AttachmentCache
import MediaFetching
package import NotificationContent
import Telemetry

/// One entry of `cache list` and of `GET /v1/cache/entries`.
package struct CacheEntryReport: JSONValue {
    private let entry: CacheEntry
    private let showsQuery: Bool

    /// Makes a report; `showsQuery` leaves query values in, which may be secrets.
    package init(_ entry: CacheEntry, showsQuery: Bool) {
        self.entry = entry
        self.showsQuery = showsQuery
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("url", showsQuery ? entry.key : FetchTarget.unjudged(entry.key)?.redacted ?? "")
            switch entry.content {
            case .blob(let blob):
                writer.member("sha256", blob.digest.hexadecimal)
                writer.member("bytes", blob.bytes)
                writer.member("kind", blob.description.kind)
                writer.member("mime", blob.description.mime)
                writer.member("path", blob.path)
            case .failure(let failure):
                writer.member("reason", failure.reason)
                writer.member("detail", failure.detail)
                writer.member("httpStatus", failure.httpStatus)
            }
            writer.member("storedAt", entry.storedAt.rfc3339)
            writer.member("freshUntil", entry.freshUntil.rfc3339)
        }
    }
}
