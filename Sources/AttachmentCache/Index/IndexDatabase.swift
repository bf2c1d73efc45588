import Telemetry

/// The index: one SQLite file and the statements that are kept compiled. Blocks; used by `CacheIndex` alone.
///
/// Reads and changes rows, and decides nothing. Row numbers of entries come from `KeyHash`.
final class IndexDatabase {
    /// Why an index cannot be used, though the disk is well.
    struct Unusable: Error, Sendable, Equatable {
        /// What to call the file that is set aside: `damaged` or `newer`.
        var kind: String
        /// One sentence.
        var detail: String
    }

    let connection: SQLiteConnection
    let layout: CacheLayout
    private let hash: KeyHash
    private let findEntry: SQLiteStatement
    private let findRows: SQLiteStatement
    private let insertEntry: SQLiteStatement
    private let deleteEntry: SQLiteStatement
    private let findBlob: SQLiteStatement
    private let putBlob: SQLiteStatement
    private let confirmBlob: SQLiteStatement
    private let deleteBlob: SQLiteStatement
    private let readTotals: SQLiteStatement
    let findReference: SQLiteStatement
    let readPlaces: SQLiteStatement
    let readHead: SQLiteStatement
    let moveBlob: SQLiteStatement
    let pinBlob: SQLiteStatement
    let unpinBlob: SQLiteStatement
    let findPin: SQLiteStatement
    /// What was changed and not yet taken, in order.
    private var changes: [RowChange] = []

    /// Opens the file, which must exist; an empty one gets its tables.
    ///
    /// Reads the header and the schema, no row: the time does not depend on the size.
    ///
    /// - Throws: `Unusable` for a file that is damaged, foreign or newer; else `SQLiteError`.
    init(layout: CacheLayout, hash: KeyHash) throws {
        self.layout = layout
        self.hash = hash
        do {
            connection = try SQLiteConnection(path: layout.index, access: .readWrite)
            try IndexDatabase.prepare(connection)
            findEntry = try SQLiteStatement(
                """
                SELECT entries.*, blobs.* FROM entries LEFT JOIN blobs ON blobs.id = entries.blob
                WHERE entries.id BETWEEN ?1 AND ?2 AND entries.url = ?3
                """, on: connection)
            findRows = try SQLiteStatement(
                "SELECT id, url, stored FROM entries WHERE id BETWEEN ?1 AND ?2 ORDER BY id", on: connection)
            insertEntry = try SQLiteStatement(
                "INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                on: connection)
            deleteEntry = try SQLiteStatement("DELETE FROM entries WHERE id = ?1", on: connection)
            findBlob = try SQLiteStatement("SELECT * FROM blobs WHERE digest = ?1", on: connection)
            putBlob = try SQLiteStatement(
                """
                INSERT INTO blobs VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
                    ?17, ?18, ?19, ?20, ?21, ?22, ?23)
                ON CONFLICT (digest) DO UPDATE SET extension = excluded.extension, bytes = excluded.bytes,
                    allocated = excluded.allocated, inode = excluded.inode, modified = excluded.modified,
                    stored = excluded.stored, unsynced_boot = excluded.unsynced_boot, kind = excluded.kind,
                    format = excluded.format, mime = excluded.mime, type = excluded.type, width = excluded.width,
                    height = excluded.height, frames = excluded.frames, duration_ms = excluded.duration_ms,
                    codecs = excluded.codecs, has_alpha = excluded.has_alpha,
                    canvas_pixels = excluded.canvas_pixels, trailing_bytes = excluded.trailing_bytes,
                    pinned_until = max(pinned_until, excluded.pinned_until)
                RETURNING id
                """, on: connection)
            confirmBlob = try SQLiteStatement(
                """
                UPDATE blobs SET bytes = ?2, allocated = ?3, inode = ?4, modified = ?5, unsynced_boot = ?6 WHERE id = ?1
                """, on: connection)
            deleteBlob = try SQLiteStatement("DELETE FROM blobs WHERE id = ?1", on: connection)
            readTotals = try SQLiteStatement(
                "SELECT bytes, allocated, blobs, entries, failures, pinned FROM totals", on: connection)
            findReference = try SQLiteStatement("SELECT 1 FROM entries WHERE blob = ?1 LIMIT 1", on: connection)
            readPlaces = try SQLiteStatement("SELECT small, pinned FROM totals", on: connection)
            readHead = try SQLiteStatement(
                """
                SELECT id, digest, extension, allocated FROM blobs WHERE pinned_until = 0 AND queue = ?1
                ORDER BY sequence, id LIMIT ?2
                """, on: connection)
            moveBlob = try SQLiteStatement(
                "UPDATE blobs SET queue = ?2, sequence = ?3 WHERE id = ?1", on: connection)
            pinBlob = try SQLiteStatement(
                "UPDATE blobs SET pinned_until = ?2 WHERE digest = ?1 AND pinned_until < ?2", on: connection)
            unpinBlob = try SQLiteStatement("UPDATE blobs SET pinned_until = 0 WHERE id = ?1", on: connection)
            findPin = try SQLiteStatement(
                "SELECT 1 FROM blobs WHERE pinned_until > 0 AND pinned_until <= ?1 LIMIT 1", on: connection)
        } catch let error as SQLiteError {
            // A statement that does not compile means tables that are not ours.
            guard error.kind == .damaged || error.isSchemaMismatch else { throw error }
            throw Unusable(kind: "damaged", detail: error.description)
        }
    }

    /// What the index holds.
    func totals() throws(SQLiteError) -> CacheTotals {
        try readTotals.first { CacheTotals($0) } ?? CacheTotals()
    }

    /// The row of a key; nil if there is none, or one that makes no sense.
    func entry(_ key: String) throws(SQLiteError) -> StoredEntry? {
        let rows = hash.rows(key)
        let found = try findEntry.first([.integer(rows.lowerBound), .integer(rows.upperBound), .text(key)]) { row in
            StoredEntry(row, layout: layout)
        }
        return found.flatMap { $0 }
    }

    /// The row of a digest.
    func blob(_ digest: Digest) throws(SQLiteError) -> StoredBlob? {
        let found = try findBlob.first([.bytes(digest.bytes)]) { StoredBlob($0, from: 0, layout: layout) }
        return found.flatMap { $0 }
    }

    /// Writes a key's row, in place of its old one; among keys that collide beyond the slots the oldest gives way.
    func put(_ entry: CacheEntry, blob: StoredBlob?) throws(SQLiteError) {
        let rows = hash.rows(entry.key)
        let taken = try findRows.all([.integer(rows.lowerBound), .integer(rows.upperBound)]) { row in
            (id: row.integer(0) ?? 0, key: row.text(1) ?? "", stored: row.integer(2) ?? 0)
        }
        let own = taken.first { $0.key == entry.key }?.id
        let free = rows.first { row in !taken.contains { $0.id == row } }
        let oldest = taken.min { $0.stored < $1.stored }?.id
        let id = own ?? free ?? oldest ?? rows.lowerBound
        for old in taken where old.id == id && old.key != entry.key { note(.entryRemoved(key: old.key)) }
        note(.stored(entry, blob))
        if own != nil || free == nil { try deleteEntry.run([.integer(id)]) }
        try insertEntry.run(StoredEntry.values(entry, id: id, blob: blob?.id))
    }

    /// Removes an entry's row.
    func remove(_ entry: StoredEntry) throws(SQLiteError) {
        note(.entryRemoved(key: entry.entry.key))
        try deleteEntry.run([.integer(entry.id)])
    }

    /// Removes the row of an entry whose blob has none.
    func removeGhost(id: Int64) throws(SQLiteError) {
        note(.entriesRemoved)
        try deleteEntry.run([.integer(id)])
    }

    /// Writes a blob's row, in place of the digest's old one; returns its number.
    func put(_ values: [SQLiteValue]) throws(SQLiteError) -> Int64? {
        let id = try putBlob.all(values) { $0.integer(0) }.last.flatMap { $0 }
        if let id { note(.blobChanged(id: id)) }
        return id
    }

    /// Notes what a blob's file looks like now that its content is known to be right.
    func confirm(_ id: Int64, _ status: FileStatus, unsyncedBoot: String?) throws(SQLiteError) {
        note(.blobChanged(id: id))
        try confirmBlob.run([
            .integer(id), .integer(status.identity.bytes), .integer(status.allocated), .integer(status.identity.inode),
            .integer(status.identity.modifiedNanoseconds), SQLiteValue(unsyncedBoot),
        ])
    }

    /// Removes a blob's row, and with it the entries that name it.
    func removeBlob(id: Int64) throws(SQLiteError) {
        note(.blobChanged(id: id))
        try deleteBlob.run([.integer(id)])
    }

    /// Notes what a statement is about to change; every statement that writes entries or blobs does.
    func note(_ change: RowChange) {
        changes.append(change)
    }

    /// What was changed since the last call, in order.
    func takeChanges() -> [RowChange] {
        defer { changes = [] }
        return changes
    }

    /// Makes the tables, or brings those of an earlier version up to date.
    private static func prepare(_ connection: SQLiteConnection) throws {
        let found = try layout(of: connection)
        try connection.execute(IndexSchema.settings)
        let change: StaticString
        switch found {
        case nil: change = IndexSchema.creation
        case 1: change = IndexSchema.fromLayout1
        default: return
        }
        try connection.transaction { () throws(SQLiteError) in try connection.execute(change) }
    }

    /// The version of our tables in the file; nil for an empty one.
    private static func layout(of connection: SQLiteConnection) throws -> Int64? {
        func number(_ sql: StaticString) throws(SQLiteError) -> Int64 {
            try SQLiteStatement(sql, on: connection).first { $0.integer(0) ?? 0 } ?? 0
        }
        let tables = try number("SELECT count(*) FROM sqlite_schema")
        let application = try number("PRAGMA application_id")
        let version = try number("PRAGMA user_version")
        if tables == 0, application == 0, version == 0 { return nil }
        guard application == IndexSchema.applicationID, version > 0 else {
            throw Unusable(kind: "damaged", detail: "it is not an index of this program")
        }
        guard version <= IndexSchema.version else {
            throw Unusable(kind: "newer", detail: "its layout \(version) is newer than \(IndexSchema.version)")
        }
        return version
    }
}
