import Telemetry

/// A page of rows that upkeep works through, and the row after which the next page begins.
struct BlobPage: Sendable {
    var blobs: [StoredBlob]
    var last: Int64?
}

/// What garbage collection, verification and purging ask of the index. Compiled on use: they are rare.
extension IndexDatabase {
    /// Blobs in the order of their rows.
    func blobs(after id: Int64, limit: Int64) throws(SQLiteError) -> BlobPage {
        try page("SELECT * FROM blobs WHERE id > ?1 ORDER BY id LIMIT ?2", [.integer(id), .integer(limit)])
    }

    /// Whether an entry names the blob.
    func isReferenced(_ id: Int64) throws(SQLiteError) -> Bool {
        try findReference.first([.integer(id)]) { _ in true } ?? false
    }

    /// The blob of a row.
    func blob(id: Int64) throws(SQLiteError) -> StoredBlob? {
        let statement = try SQLiteStatement("SELECT * FROM blobs WHERE id = ?1", on: connection)
        let found = try statement.first([.integer(id)]) { StoredBlob($0, from: 0, layout: layout) }
        return found.flatMap { $0 }
    }

    /// Removes up to `limit` failures that were over before a time; returns how many.
    func removeFailures(overBefore time: WallTime, limit: Int64) throws(SQLiteError) -> Int64 {
        try SQLiteStatement(
            """
            DELETE FROM entries WHERE id IN
                (SELECT id FROM entries WHERE blob IS NULL AND fresh_until < ?1 ORDER BY fresh_until LIMIT ?2)
            """, on: connection
        ).run([.integer(time.milliseconds), .integer(limit)])
        let removed = connection.changes
        if removed > 0 { note(.entriesRemoved) }
        return removed
    }

    /// Removes the failures that are over first; returns how many.
    func removeFirstFailures(limit: Int64) throws(SQLiteError) -> Int64 {
        try removeFailures(overBefore: WallTime(milliseconds: .max), limit: limit)
    }

    /// Removes the oldest entries, their blobs staying; returns how many.
    func removeOldestEntries(limit: Int64) throws(SQLiteError) -> Int64 {
        try SQLiteStatement(
            """
            DELETE FROM entries WHERE id IN
                (SELECT id FROM entries WHERE blob IS NOT NULL ORDER BY stored LIMIT ?1)
            """, on: connection
        ).run([.integer(limit)])
        let removed = connection.changes
        if removed > 0 { note(.entriesRemoved) }
        return removed
    }

    /// The rows of up to `limit` entries from a row on: what one transaction of upkeep looks at. Nil at the end.
    func entryRows(from first: Int64, limit: Int64) throws(SQLiteError) -> ClosedRange<Int64>? {
        let statement = try SQLiteStatement(
            "SELECT max(id) FROM (SELECT id FROM entries WHERE id >= ?1 ORDER BY id LIMIT ?2)", on: connection)
        let last = try statement.first([.integer(first), .integer(limit)]) { $0.integer(0) }
        return last.flatMap { $0 }.map { first...max(first, $0) }
    }

    /// Removes the entries of a host (of all hosts if nil) among `rows` that were stored before a time; returns the blobs
    /// they named, nil standing for a failure.
    func removeEntries(
        in rows: ClosedRange<Int64>, host: String?, storedBefore time: WallTime
    ) throws(SQLiteError) -> [Int64?] {
        let named = try SQLiteStatement(
            """
            DELETE FROM entries WHERE id BETWEEN ?1 AND ?2 AND (?3 IS NULL OR host = ?3) AND stored < ?4
            RETURNING blob
            """, on: connection
        ).all([
            .integer(rows.lowerBound), .integer(rows.upperBound), SQLiteValue(host), .integer(time.milliseconds),
        ]) { $0.integer(0) }
        if !named.isEmpty { note(.entriesRemoved) }
        return named
    }

    /// The entries among `rows` whose blob has no row; only editing by hand can make one.
    func ghosts(in rows: ClosedRange<Int64>) throws(SQLiteError) -> [Int64] {
        let statement = try SQLiteStatement(
            """
            SELECT id FROM entries WHERE id BETWEEN ?1 AND ?2 AND blob IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM blobs WHERE blobs.id = entries.blob)
            """, on: connection)
        return try statement.all([.integer(rows.lowerBound), .integer(rows.upperBound)]) { $0.integer(0) ?? 0 }
    }

    /// The row up to which a verification that was interrupted found every blob right, and how many blobs these are; 0 and
    /// 0 if it was interrupted before `time`, or none was.
    func verified(since time: WallTime) throws(SQLiteError) -> (row: Int64, blobs: Int64) {
        let row = try SQLiteStatement("SELECT verified FROM state WHERE verified_at >= ?1", on: connection)
            .first([.integer(time.milliseconds)]) { $0.integer(0) ?? 0 }
        guard let row, row > 0 else { return (0, 0) }
        let blobs = try SQLiteStatement("SELECT count(*) FROM blobs WHERE id <= ?1", on: connection)
            .first([.integer(row)]) { $0.integer(0) ?? 0 }
        return (row, blobs ?? 0)
    }

    /// Notes up to which row a verification found every blob right; 0 at its end.
    func setVerified(_ row: Int64, at time: WallTime) throws(SQLiteError) {
        try SQLiteStatement("UPDATE state SET verified = ?1, verified_at = ?2", on: connection)
            .run([.integer(row), .integer(time.milliseconds)])
    }

    /// Whether the last writer closed the index.
    func wasClosed() throws(SQLiteError) -> Bool {
        try SQLiteStatement("SELECT clean FROM state", on: connection).first { $0.integer(0) == 1 } ?? false
    }

    /// Notes whether the index is closed.
    func setClosed(_ closed: Bool) throws(SQLiteError) {
        try SQLiteStatement("UPDATE state SET clean = ?1", on: connection).run([.integer(closed ? 1 : 0)])
    }

    /// Changes a counter, for a commit that has something to write.
    func noteSettled() throws(SQLiteError) {
        try SQLiteStatement("UPDATE state SET settled = settled + 1", on: connection).run()
    }

    private func page(_ sql: StaticString, _ values: [SQLiteValue]) throws(SQLiteError) -> BlobPage {
        let rows = try SQLiteStatement(sql, on: connection).all(values) { row in
            (id: row.integer(0), blob: StoredBlob(row, from: 0, layout: layout))
        }
        return BlobPage(blobs: rows.compactMap(\.blob), last: rows.last?.id)
    }
}
