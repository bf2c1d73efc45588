import AttachmentCache
import HTTPService
import NotificationContent
import Telemetry

extension CacheStatisticsReport {
    /// Prints the table for people, or one line of JSON.
    func print(pretty: Bool) throws(CommandError) {
        if pretty {
            try StandardStreams.write(Array(table.utf8))
        } else {
            try StandardStreams.write(self, pretty: false)
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
            ("pinned", "\(statistics.pinnedBlobs) blobs, \(OutcomeLine.size(totals.pinnedBytes)) on disk"),
        ]
        if let ratio = statistics.hitRatio {
            let percent = Int64((ratio * 1000).rounded())
            let (hits, misses) = (statistics.hits, statistics.misses)
            rows.append(("hits", "\(percent / 10).\(percent % 10) % (\(hits) hits, \(misses) fetched or asked for)"))
        }
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
