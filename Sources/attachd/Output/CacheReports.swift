import AttachmentCache
import MediaFetching
import NotificationContent
import Telemetry

/// `cache stats` as JSON and as a table for people.
struct CacheStatisticsReport: JSONValue {
    /// The cache root.
    let directory: String
    /// The most bytes of blobs.
    let maxBytes: Int64
    /// What the index says.
    let statistics: CacheStatistics

    func write(to writer: inout JSONWriter) {
        let totals = statistics.totals
        writer.object { writer in
            writer.member("directory", directory)
            writer.member("bytes", totals.bytes)
            writer.member("allocatedBytes", totals.allocatedBytes)
            writer.member("maxBytes", maxBytes)
            writer.member("blobs", totals.blobs)
            writer.member("unreferencedBlobs", statistics.unreferencedBlobs)
            writer.member("entries", totals.entries)
            writer.member("failures", totals.failures)
            writer.member("oldest", statistics.oldest?.rfc3339)
            writer.array("kinds") { writer in
                for kind in statistics.kinds {
                    writer.object {
                        $0.member("kind", kind.kind)
                        $0.member("blobs", kind.blobs)
                        $0.member("bytes", kind.bytes)
                    }
                }
            }
            writer.array("hosts") { writer in
                for host in statistics.hosts {
                    writer.object {
                        $0.member("host", host.host)
                        $0.member("entries", host.entries)
                        $0.member("failures", host.failures)
                        $0.member("bytes", host.bytes)
                    }
                }
            }
        }
    }

    /// The table for people.
    var table: String {
        let totals = statistics.totals
        var rows = [
            ("cache", OutcomeLine.printable(directory)),
            ("size", "\(OutcomeLine.size(totals.allocatedBytes)) on disk of \(OutcomeLine.size(maxBytes)) allowed"),
            (
                "blobs",
                "\(totals.blobs) (\(OutcomeLine.size(totals.bytes))), \(statistics.unreferencedBlobs) without a URL"
            ),
            ("URLs", "\(totals.entries) with media, \(totals.failures) with a remembered failure"),
        ]
        if let oldest = statistics.oldest { rows.append(("oldest", oldest.rfc3339)) }
        for kind in statistics.kinds {
            rows.append((kind.kind, "\(kind.blobs) blobs, \(OutcomeLine.size(kind.bytes))"))
        }
        for host in statistics.hosts.prefix(10) {
            let counts = "\(host.entries) URLs, \(host.failures) failures, \(OutcomeLine.size(host.bytes))"
            rows.append(("host", OutcomeLine.printable(host.host) + "  " + counts))
        }
        return rows.map { $0.0 + String(repeating: " ", count: max(1, 10 - $0.0.count)) + $0.1 + "\n" }.joined()
    }
}

/// One line of `cache list`.
struct CacheEntryReport: JSONValue {
    private let entry: CacheEntry
    private let showsQuery: Bool

    init(_ entry: CacheEntry, showsQuery: Bool) {
        self.entry = entry
        self.showsQuery = showsQuery
    }

    func write(to writer: inout JSONWriter) {
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

/// The answer of `cache verify`.
struct VerifyReportDocument: JSONValue {
    let report: VerifyReport

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("checked", report.checked)
            writer.member("checkedBytes", report.checkedBytes)
            writer.array("corrupt", of: report.corrupt.map(\.hexadecimal))
            writer.array("missing", of: report.missing.map(\.hexadecimal))
            writer.member("unreadable", report.unreadable)
            writer.member("orphans", report.orphans)
            writer.member("ghosts", report.ghosts)
        }
    }
}

/// The answer of `cache gc` and `cache purge`.
struct RemovalReportDocument: JSONValue {
    let report: RemovalReport

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("entries", report.entries)
            writer.member("failures", report.failures)
            writer.member("blobs", report.blobs)
            writer.member("orphans", report.orphans)
            writer.member("freedBytes", report.freedBytes)
        }
    }
}
