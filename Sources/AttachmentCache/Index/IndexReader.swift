import CSQLite
import Telemetry

/// Questions to the index that need no writer.
final class IndexReader {
    private let connection: SQLiteConnection
    private let layout: CacheLayout

    /// Opens the index for reading.
    ///
    /// - Throws: `SQLiteError`, for an index of another layout too.
    init(layout: CacheLayout) throws(SQLiteError) {
        self.layout = layout
        connection = try SQLiteConnection(path: layout.index, access: .readOnly)
        let version = try SQLiteStatement("PRAGMA user_version", on: connection).first { $0.integer(0) }
        guard version == IndexSchema.version else {
            throw SQLiteError(code: SQLITE_MISMATCH, systemCode: 0, message: "the index has another layout")
        }
    }

    /// See `CacheStatistics`.
    func statistics() throws(SQLiteError) -> CacheStatistics {
        // One transaction, so that the sums agree with each other.
        try connection.execute("BEGIN")
        var result = CacheStatistics()
        let sums = try SQLiteStatement(
            "SELECT bytes, allocated, blobs, entries, failures, pinned FROM totals", on: connection)
        result.totals = try sums.first { CacheTotals($0) } ?? CacheTotals()
        result.pinnedBlobs =
            try SQLiteStatement("SELECT count(*) FROM blobs WHERE pinned_until > 0", on: connection)
            .first { $0.integer(0) ?? 0 } ?? 0
        (result.hits, result.misses) =
            try SQLiteStatement("SELECT hits, misses FROM state", on: connection)
            .first { ($0.integer(0) ?? 0, $0.integer(1) ?? 0) } ?? (0, 0)
        result.kinds = try SQLiteStatement(
            "SELECT kind, count(*), sum(bytes) FROM blobs GROUP BY kind ORDER BY 3 DESC, 1", on: connection
        ).all { row in
            CacheStatistics.Kind(kind: row.text(0) ?? "", blobs: row.integer(1) ?? 0, bytes: row.integer(2) ?? 0)
        }
        result.hosts = try SQLiteStatement(
            """
            SELECT host, count(blob), sum(blob IS NULL), coalesce(sum(blobs.bytes), 0)
            FROM entries LEFT JOIN blobs ON blobs.id = entries.blob
            GROUP BY host ORDER BY 4 DESC, 1 LIMIT 100
            """, on: connection
        ).all { row in
            CacheStatistics.Host(
                host: row.text(0) ?? "", entries: row.integer(1) ?? 0, failures: row.integer(2) ?? 0,
                bytes: row.integer(3) ?? 0)
        }
        result.oldest = try SQLiteStatement("SELECT min(stored) FROM blobs WHERE stored > 0", on: connection)
            .first { row in row.integer(0).map { WallTime(milliseconds: $0) } }.flatMap { $0 }
        result.unreferencedBlobs =
            try SQLiteStatement(
                """
                SELECT count(*) FROM blobs WHERE NOT EXISTS (SELECT 1 FROM entries WHERE entries.blob = blobs.id)
                """, on: connection
            ).first { $0.integer(0) ?? 0 } ?? 0
        return result
    }

    /// See `CacheListRequest`.
    func list(_ request: CacheListRequest) throws(SQLiteError) -> CachePage {
        let limit = min(max(request.limit, CacheListRequest.limits.lowerBound), CacheListRequest.limits.upperBound)
        var place: ListCursor?
        if let text = request.cursor {
            place = ListCursor(text)
            if place == nil { return CachePage() }
        }
        let statement = try SQLiteStatement(IndexReader.listing(request.order), on: connection)
        let rows = try statement.all([
            SQLiteValue(request.host), SQLiteValue(request.kind), SQLiteValue(place?.value), SQLiteValue(place?.row),
            .integer(Int64(limit) + 1),
        ]) { row in
            // The order's value stands behind the columns of both tables.
            (entry: StoredEntry(row, layout: layout), place: ListCursor(value: row.integer(38), row: row.integer(0)))
        }
        let page = rows.prefix(limit)
        return CachePage(
            entries: page.compactMap { $0.entry?.entry },
            nextCursor: rows.count > limit ? page.last?.place?.text : nil)
    }

    /// One literal an order: SQL is never put together from parts.
    private static func listing(_ order: CacheListRequest.Order) -> StaticString {
        switch order {
        case .newest:
            """
            SELECT entries.*, blobs.*, entries.stored FROM entries LEFT JOIN blobs ON blobs.id = entries.blob
            WHERE (?1 IS NULL OR host = ?1) AND (?2 IS NULL OR coalesce(blobs.kind, 'failure') = ?2)
                AND (?4 IS NULL OR (entries.stored, entries.id) < (?3, ?4))
            ORDER BY entries.stored DESC, entries.id DESC LIMIT ?5
            """
        case .oldest:
            """
            SELECT entries.*, blobs.*, entries.stored FROM entries LEFT JOIN blobs ON blobs.id = entries.blob
            WHERE (?1 IS NULL OR host = ?1) AND (?2 IS NULL OR coalesce(blobs.kind, 'failure') = ?2)
                AND (?4 IS NULL OR (entries.stored, entries.id) > (?3, ?4))
            ORDER BY entries.stored, entries.id LIMIT ?5
            """
        case .largest:
            """
            SELECT entries.*, blobs.*, coalesce(blobs.bytes, 0) FROM entries LEFT JOIN blobs ON blobs.id = entries.blob
            WHERE (?1 IS NULL OR host = ?1) AND (?2 IS NULL OR coalesce(blobs.kind, 'failure') = ?2)
                AND (?4 IS NULL OR (coalesce(blobs.bytes, 0), entries.id) < (?3, ?4))
            ORDER BY coalesce(blobs.bytes, 0) DESC, entries.id DESC LIMIT ?5
            """
        }
    }
}

/// A place in a list: the order's value and the row of the last entry.
struct ListCursor: Sendable, Equatable {
    var value: Int64
    var row: Int64

    /// A place by its parts; nil where one is missing.
    init?(value: Int64?, row: Int64?) {
        guard let value, let row else { return nil }
        self.value = value
        self.row = row
    }

    /// The place that a text names; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(value: Int64(parts[0]), row: Int64(parts[1]))
    }

    /// `value.row`.
    var text: String { "\(value).\(row)" }
}
