import Telemetry

/// What the tools do to the index, a page at a time: between two pages everybody else has a turn.
extension CacheIndex {
    /// Blobs after a row; nil at the end.
    func page(after id: Int64, limit: Int64) throws(CacheError) -> BlobPage? {
        let page = try attempt { database throws(SQLiteError) in try database.blobs(after: id, limit: limit) }
        return page.last == nil ? nil : page
    }

    /// Counts entries whose blob has no row, and removes them if asked to.
    func countGhosts(removing: Bool) throws(CacheError) -> Int64 {
        try change { database throws(SQLiteError) in
            removing ? try database.removeGhosts() : try database.ghosts()
        }
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
            try database.removeEntry(id: found.id)
            if found.blob == nil { report.failures = 1 } else { report.entries = 1 }
            return try removeUnnamed([found.blob?.id], in: database)
        }
        removeFiles(removed, into: &report)
        return report
    }

    /// Forgets a page of entries, and their blobs where no other entry names them. Returns whether there may be more.
    func purge(
        host: String?, storedBefore time: WallTime, limit: Int64, into report: inout RemovalReport
    ) throws(CacheError) -> Bool {
        let (named, removed) = try change { database throws(SQLiteError) -> ([Int64?], [StoredBlob]) in
            let named = try database.removeEntries(host: host, storedBefore: time, limit: limit)
            return (named, try removeUnnamed(named, in: database))
        }
        let failures = Int64(named.count { $0 == nil })
        report.failures += failures
        report.entries += Int64(named.count) - failures
        removeFiles(removed, into: &report)
        return !named.isEmpty
    }

    /// Removes the blobs that no entry names and that were stored before a time.
    func removeUnreferenced(
        storedBefore time: WallTime, adoptedToo: Bool, into report: inout RemovalReport
    ) throws(CacheError) {
        var last: Int64 = 0
        while true {
            let (page, removed) = try change { database throws(SQLiteError) -> (BlobPage, [StoredBlob]) in
                let page = try database.unreferencedBlobs(after: last, storedBefore: time, limit: 200)
                let removed = page.blobs.filter { adoptedToo || $0.storedAt.milliseconds > 0 }
                for blob in removed { try database.removeBlob(id: blob.id) }
                return (page, removed)
            }
            removeFiles(removed, into: &report)
            guard let next = page.last else { return }
            last = next
        }
    }

    /// Removes those of `files` that no row names, by digest and extension. Returns them.
    func removeOrphans(_ files: [FoundFile]) throws(CacheError) -> [FoundFile] {
        let orphans = try attempt { database throws(SQLiteError) in
            var orphans: [FoundFile] = []
            for file in files where try database.blob(file.name.digest)?.name != file.name { orphans.append(file) }
            return orphans
        }
        removeFiles(orphans.map(\.name))
        return orphans
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
