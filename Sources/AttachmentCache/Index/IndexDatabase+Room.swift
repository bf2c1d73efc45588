import Telemetry

/// What eviction and pins ask of the index. None of it changes what the hot table holds, but for `removeBlob`.
extension IndexDatabase {
    /// Bytes of disk of the small queue, pinned blobs included, and of all pinned blobs; known without a scan.
    func places() throws(SQLiteError) -> (smallBytes: Int64, pinnedBytes: Int64) {
        try readPlaces.first { ($0.integer(0) ?? 0, $0.integer(1) ?? 0) } ?? (0, 0)
    }

    /// The unpinned blobs at the head of a queue, the first to go first.
    func head(of queue: S3FIFO.Queue, limit: Int64) throws(SQLiteError) -> [S3FIFO.Candidate] {
        try readHead.all([.integer(queue.rawValue), .integer(limit)]) { row in
            let name = row.bytes(1).flatMap(Digest.init(bytes:)).flatMap {
                BlobName(digest: $0, fileExtension: row.text(2) ?? "")
            }
            return name.map {
                S3FIFO.Candidate(
                    id: row.integer(0) ?? 0, name: $0, allocated: row.integer(3) ?? 0, queue: queue, uses: 0)
            }
        }.compactMap { $0 }
    }

    /// Puts a blob at the end of a queue.
    func move(_ id: Int64, to queue: S3FIFO.Queue, sequence: Int64) throws(SQLiteError) {
        try moveBlob.run([.integer(id), .integer(queue.rawValue), .integer(sequence)])
    }

    /// Keeps a blob from eviction until a time, or longer where it is kept longer already.
    func pin(_ digest: Digest, until: WallTime) throws(SQLiteError) {
        try pinBlob.run([.bytes(digest.bytes), .integer(until.milliseconds)])
    }

    /// Whether any pin was over before a time.
    func hasPin(overBefore time: WallTime) throws(SQLiteError) -> Bool {
        try findPin.first([.integer(time.milliseconds)]) { _ in true } ?? false
    }

    /// Ends up to `limit` pins that were over before a time; returns how many.
    func unpin(overBefore time: WallTime, limit: Int64) throws(SQLiteError) -> Int {
        try SQLiteStatement(
            """
            UPDATE blobs SET pinned_until = 0 WHERE id IN
                (SELECT id FROM blobs WHERE pinned_until > 0 AND pinned_until <= ?1 ORDER BY pinned_until LIMIT ?2)
            """, on: connection
        ).run([.integer(time.milliseconds), .integer(limit)])
        return Int(connection.changes)
    }

    /// Ends the pins that would end first, until they have freed so many bytes or are `limit`; returns how many.
    func unpinFirst(freeing bytes: Int64, limit: Int64) throws(SQLiteError) -> Int {
        let first = try SQLiteStatement(
            "SELECT id, allocated FROM blobs WHERE pinned_until > 0 ORDER BY pinned_until, id LIMIT ?1", on: connection
        ).all([.integer(limit)]) { (id: $0.integer(0) ?? 0, allocated: $0.integer(1) ?? 0) }
        var freed: Int64 = 0
        var count = 0
        for blob in first where freed < bytes {
            try unpinBlob.run([.integer(blob.id)])
            freed = saturatingSum(freed, max(0, blob.allocated))
            count += 1
        }
        return count
    }

    /// Adds what was counted to what is on record.
    func record(_ taken: BlobUses.Taken) throws(SQLiteError) {
        for (chunk, bytes) in taken.chunks {
            try SQLiteStatement(
                "INSERT INTO counters VALUES (?1, ?2) ON CONFLICT (chunk) DO UPDATE SET uses = excluded.uses",
                on: connection
            ).run([.integer(Int64(chunk)), .bytes(bytes)])
        }
        guard taken.hits > 0 || taken.misses > 0 else { return }
        try SQLiteStatement("UPDATE state SET hits = hits + ?1, misses = misses + ?2", on: connection)
            .run([.integer(taken.hits), .integer(taken.misses)])
    }

    /// The counters on record.
    func useChunks() throws(SQLiteError) -> [(chunk: Int64, bytes: [UInt8])] {
        try SQLiteStatement("SELECT chunk, uses FROM counters LIMIT ?1", on: connection)
            .all([.integer(Int64(UseCounters.chunks))]) { ($0.integer(0) ?? -1, $0.bytes(1) ?? []) }
    }
}
