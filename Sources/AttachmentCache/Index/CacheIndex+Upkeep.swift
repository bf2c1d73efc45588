import Telemetry

/// What the tools do to the index, a page at a time: between two pages everybody else has a turn.
extension CacheIndex {
    /// Rows of one transaction.
    static let window: Int64 = 500
    /// Seconds after which an interrupted verification begins anew.
    static let longestPause: Int64 = 86_400

    /// Blobs after a row; nil at the end.
    func page(after id: Int64, limit: Int64) throws(CacheError) -> BlobPage? {
        let page = try attempt { database throws(SQLiteError) in try database.blobs(after: id, limit: limit) }
        return page.last == nil ? nil : page
    }

    /// Where a verification that was interrupted lately left off; see `IndexDatabase.verified`.
    func verified() throws(CacheError) -> (row: Int64, blobs: Int64) {
        let time = clocks.wall().advanced(bySeconds: -CacheIndex.longestPause)
        return try attempt { database throws(SQLiteError) in try database.verified(since: time) }
    }

    /// Notes how far a verification is; 0 at its end.
    func setVerified(_ row: Int64) throws(CacheError) {
        try attempt { database throws(SQLiteError) in try database.setVerified(row, at: clocks.wall()) }
    }

    /// Counts entries whose blob has no row from a row on, and removes them if asked to. Returns where to go on.
    func countGhosts(from first: Int64, removing: Bool, into count: inout Int64) throws(CacheError) -> Int64? {
        let (rows, ghosts) = try change { database throws(SQLiteError) -> (ClosedRange<Int64>?, [Int64]) in
            guard let rows = try database.entryRows(from: first, limit: CacheIndex.window) else { return (nil, []) }
            let ghosts = try database.ghosts(in: rows)
            if removing {
                for ghost in ghosts { try database.removeGhost(id: ghost) }
            }
            return (rows, ghosts)
        }
        count += Int64(ghosts.count)
        return next(after: rows)
    }

    /// Removes a page of failures that are over; returns how many.
    func removeFailures(overBefore time: WallTime, limit: Int64) throws(CacheError) -> Int64 {
        try change { database throws(SQLiteError) in
            try database.removeFailures(overBefore: time, limit: limit)
        }
    }

    /// Forgets one key, and its blob if no other entry names it.
    func purge(key: String) throws(CacheError) -> RemovalReport {
        var report = RemovalReport()
        let removed = try change { database throws(SQLiteError) -> [StoredBlob] in
            guard let found = try database.entry(key) else { return [] }
            try database.remove(found)
            if found.blob == nil { report.failures = 1 } else { report.entries = 1 }
            return try removeUnnamed([found.blob?.id], in: database)
        }
        removeFiles(removed, into: &report)
        return report
    }

    /// Forgets entries from a row on, and their blobs where no other entry names them. Returns where to go on.
    func purge(
        from first: Int64, host: String?, storedBefore time: WallTime, into report: inout RemovalReport
    ) throws(CacheError) -> Int64? {
        var rows: ClosedRange<Int64>?
        var named: [Int64?] = []
        let removed = try change { database throws(SQLiteError) -> [StoredBlob] in
            rows = try database.entryRows(from: first, limit: CacheIndex.window)
            guard let rows else { return [] }
            named = try database.removeEntries(in: rows, host: host, storedBefore: time)
            return try removeUnnamed(named, in: database)
        }
        let failures = Int64(named.count { $0 == nil })
        report.failures += failures
        report.entries += Int64(named.count) - failures
        removeFiles(removed, into: &report)
        return next(after: rows)
    }

    /// Removes the blobs after a row that no entry names and that were stored before a time, but not those that are pinned
    /// beyond `pinned`. Returns where to go on.
    func removeUnreferenced(
        after id: Int64, storedBefore time: WallTime, adoptedToo: Bool, sparing pinned: WallTime,
        into report: inout RemovalReport
    ) throws(CacheError) -> Int64? {
        var last: Int64?
        let removed = try change { database throws(SQLiteError) -> [StoredBlob] in
            let page = try database.blobs(after: id, limit: CacheIndex.window)
            last = page.last
            var removed: [StoredBlob] = []
            for blob in page.blobs where blob.storedAt < time && (adoptedToo || blob.storedAt.milliseconds > 0) {
                if blob.pinnedUntil > pinned { continue }
                if try database.isReferenced(blob.id) { continue }
                try database.removeBlob(id: blob.id)
                removed.append(blob)
            }
            return removed
        }
        removeFiles(removed, into: &report)
        return last
    }

    /// Removes those of `files` that no row names, by digest and extension. Returns them.
    func removeOrphans(_ files: [FoundFile]) throws(CacheError) -> [FoundFile] {
        let orphans = try attempt { database throws(SQLiteError) in
            var orphans: [FoundFile] = []
            for file in files where try database.blob(file.name.digest)?.name != file.name { orphans.append(file) }
            return orphans.filter { !isBeingPlaced($0.name.digest) }
        }
        removeFiles(orphans.map(\.name))
        return orphans
    }

    private func next(after rows: ClosedRange<Int64>?) -> Int64? {
        guard let last = rows?.upperBound, last < .max else { return nil }
        return last + 1
    }

    private func removeUnnamed(_ ids: [Int64?], in database: IndexDatabase) throws(SQLiteError) -> [StoredBlob] {
        var removed: [StoredBlob] = []
        for id in Set(ids.compactMap { $0 }) where try !database.isReferenced(id) {
            guard let blob = try database.blob(id: id) else { continue }
            try database.removeBlob(id: id)
            removed.append(blob)
        }
        return removed
    }

    private func removeFiles(_ blobs: [StoredBlob], into report: inout RemovalReport) {
        removeFiles(blobs.map(\.name))
        report.blobs += Int64(blobs.count)
        report.freedBytes = blobs.reduce(report.freedBytes) { saturatingSum($0, $1.allocated) }
    }
}
