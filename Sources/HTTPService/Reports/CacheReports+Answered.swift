import AttachmentCache
import NotificationContent
import Telemetry

extension CacheStatisticsReport {
    /// Reads back what `write(to:)` has written; nil for anything else.
    init?(_ tokens: JSONTokens) {
        func count(_ key: JSONKey, of object: Int = 0) -> Int64? {
            tokens.member(key, of: object).flatMap { tokens.number($0) }.flatMap { Int64(exactly: $0) }
        }
        func text(_ key: JSONKey, of object: Int = 0) -> String? {
            tokens.member(key, of: object).flatMap { tokens.text($0) }
        }
        func rows<Row>(_ key: JSONKey, _ row: (Int) -> Row?) -> [Row] {
            var rows: [Row] = []
            if let list = tokens.member(key, of: 0) {
                tokens.forEachElement(of: list) { element in row(element).map { rows.append($0) } }
            }
            return rows
        }
        guard let directory = text("directory"), let maxBytes = count("maxBytes"), let bytes = count("bytes"),
            let allocated = count("allocatedBytes"), let blobs = count("blobs"), let entries = count("entries"),
            let failures = count("failures"), let unreferenced = count("unreferencedBlobs")
        else { return nil }
        var statistics = CacheStatistics()
        statistics.totals.bytes = bytes
        statistics.totals.allocatedBytes = allocated
        statistics.totals.blobs = blobs
        statistics.totals.entries = entries
        statistics.totals.failures = failures
        statistics.unreferencedBlobs = unreferenced
        // A daemon of an earlier version does not say these.
        statistics.totals.pinnedBytes = count("pinnedBytes") ?? 0
        statistics.pinnedBlobs = count("pinnedBlobs") ?? 0
        statistics.hits = count("hits") ?? 0
        statistics.misses = count("misses") ?? 0
        statistics.oldest = text("oldest").flatMap { WallTime(rfc3339: $0) }
        statistics.kinds = rows("kinds") { row -> CacheStatistics.Kind? in
            guard let kind = text("kind", of: row), let blobs = count("blobs", of: row),
                let bytes = count("bytes", of: row)
            else { return nil }
            return CacheStatistics.Kind(kind: kind, blobs: blobs, bytes: bytes)
        }
        statistics.hosts = rows("hosts") { row -> CacheStatistics.Host? in
            guard let host = text("host", of: row), let entries = count("entries", of: row),
                let failures = count("failures", of: row), let bytes = count("bytes", of: row)
            else { return nil }
            return CacheStatistics.Host(host: host, entries: entries, failures: failures, bytes: bytes)
        }
        self.init(directory: directory, maxBytes: maxBytes, statistics: statistics)
    }
}

extension VerifyReportDocument {
    /// Whether a report that was read back says that all is well; nil where it is none.
    static func isClean(_ tokens: JSONTokens) -> Bool? {
        var isClean = true
        for key: JSONKey in ["corrupt", "missing"] {
            guard let list = tokens.member(key, of: 0), tokens.kind(list) == .array else { return nil }
            tokens.forEachElement(of: list) { _ in isClean = false }
        }
        for key: JSONKey in ["unreadable", "orphans", "ghosts"] {
            guard let count = tokens.member(key, of: 0).flatMap({ tokens.number($0) }) else { return nil }
            if count != 0 { isClean = false }
        }
        return isClean
    }
}
