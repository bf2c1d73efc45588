import Glibc
import Telemetry

/// Opens the index, and puts one that cannot be used out of the way. The blobs stay, whatever happens to the index.
struct IndexFile: Sendable {
    let layout: CacheLayout
    let hash: KeyHash
    let calls: FileSystemCalls
    let clocks: Clocks
    let log: Log
    /// Indexes that are kept after they were set aside; older ones are removed.
    static let keptAside = 2

    /// The index, new if there was none or none that could be used.
    func open() throws(CacheError) -> (database: IndexDatabase, isNew: Bool) {
        let isNew = try makeIfMissing()
        switch try attempt() {
        case .success(let database): return (database, isNew)
        case .failure(let unusable):
            try setAside(unusable)
            _ = try makeIfMissing()
            guard case .success(let database) = try attempt() else {
                throw .storageError("a new index cannot be used at once: \(layout.index)")
            }
            return (database, true)
        }
    }

    /// Renames the index and its log to `index.sqlite.<kind>-<time>`; the shared memory file holds nothing of worth.
    func setAside(_ unusable: IndexDatabase.Unusable) throws(CacheError) {
        let time = clocks.wall().rfc3339.filter { $0 != ":" }
        let target = layout.index + "." + unusable.kind + "-" + time
        log.event(
            .error, "the index cannot be used; it was set aside, and a new one is made. No blob is lost",
            [("detail", unusable.detail), ("kept", target)])
        for suffix in ["-wal", ""] {
            do throws(SystemCallError) {
                try calls.rename(layout.index + suffix, target + suffix)
            } catch  where error.code == ENOENT {
                continue
            } catch {
                throw CacheError(error)
            }
        }
        // A missing file is the usual case after a clean stop.
        _ = Result { () throws(SystemCallError) in try calls.remove(layout.index + "-shm") }
        removeOldest()
    }

    /// Bounds how many indexes are kept aside; what cannot be removed now is tried again the next time.
    private func removeOldest() {
        let prefix = "index.sqlite."
        let names = (try? calls.names(layout.root, 10_000)) ?? []
        // By the time in the name, whatever the kind.
        let aside = names.filter { $0.hasPrefix(prefix + "damaged-") || $0.hasPrefix(prefix + "newer-") }
            .filter { !$0.hasSuffix("-wal") }
            .map { (time: $0.dropFirst(prefix.count).drop { $0 != "-" }, name: $0) }
            .sorted { $0.time < $1.time }
        for (_, name) in aside.dropLast(IndexFile.keptAside) {
            for suffix in ["-wal", ""] {
                _ = Result { () throws(SystemCallError) in try calls.remove(layout.root + "/" + name + suffix) }
            }
        }
    }

    private func attempt() throws(CacheError) -> Result<IndexDatabase, IndexDatabase.Unusable> {
        do {
            return .success(try IndexDatabase(layout: layout, hash: hash))
        } catch let unusable as IndexDatabase.Unusable {
            return .failure(unusable)
        } catch let error as SQLiteError {
            throw CacheError(error)
        } catch {
            throw .storageError("index: \(error)")
        }
    }

    /// Makes the file, empty, before SQLite does: SQLite gives its log and shared memory the file's own mode.
    private func makeIfMissing() throws(CacheError) -> Bool {
        do throws(SystemCallError) {
            let file = try calls.create(layout.index, 0o640)
            try file.use { number throws(SystemCallError) in try calls.setMode(number, 0o640) }
            return true
        } catch  where error.code == EEXIST {
            return false
        } catch {
            throw CacheError(opening: layout.index, error)
        }
    }
}
