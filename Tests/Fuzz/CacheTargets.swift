import Fixtures
import Telemetry

@testable import AttachmentCache

/// What the cache reads back from the disk: its lock file, names of blobs, and an index that may be damaged.
enum CacheTargets {
    static let all = [
        FuzzTarget("lock-file", "the line of the cache's lock file, and the names of blobs", longest: 512, seeds: lines)
        {
            checkNames(String(decoding: $0, as: UTF8.self))
        },
        FuzzTarget("index", "an index that was damaged, opened and used", longest: 65_536, seeds: indexes) {
            checkIndex($0)
        },
    ]

    private static func checkNames(_ text: String) {
        if let holder = LockHolder(line: text) {
            require(LockHolder(line: holder.line) == holder, "a holder that does not come back: \(holder)")
        }
        if let name = BlobName(text) { require(name.text == text, "a name that is spelt otherwise: \(text)") }
        if let cursor = ListCursor(text) { require(ListCursor(cursor.text) == cursor, "a cursor that moves: \(text)") }
        _ = host(ofKey: text)
    }

    private static let folder = try? TemporaryFolder()
    private static let calls = FileSystemCalls.system
    private static let key = "https://a.test/1"

    private static func indexFile(_ root: String) -> IndexFile {
        IndexFile(
            layout: CacheLayout(root: root), hash: .standard, calls: calls, clocks: .system, log: .silent)
    }

    /// A damaged index is used as far as it goes, or set aside for a new one; either way there is one that works.
    private static func checkIndex(_ bytes: [UInt8]) {
        guard let folder else { return require(false, "no folder for the index") }
        for name in (try? calls.names(folder.path, .max)) ?? [] { _ = try? calls.remove(folder.path + "/" + name) }
        let file = indexFile(folder.path)
        do {
            let handle = try calls.create(file.layout.index, 0o640)
            try handle.use { number throws(SystemCallError) in try calls.write(number, bytes.span, 0) }
            let (database, isNew) = try file.open()
            use(database, isNew: isNew)
        } catch {
            require(false, "no index could be opened: \(error)")
        }
        // A command that only looks may be told that it cannot.
        if let reader = try? IndexReader(layout: file.layout) {
            _ = try? reader.statistics()
            _ = try? reader.list(CacheListRequest())
        }
    }

    private static func use(_ database: IndexDatabase, isNew: Bool) {
        do throws(SQLiteError) {
            _ = try database.totals()
            _ = try database.entry(key)
            let digest = SHA256.digest(ofText: key)
            if let digest { _ = try database.blob(digest) }
            let entry = CacheEntry(
                key: key, content: .failure(RememberedFailure(reason: "http-status", detail: "gone", httpStatus: 404)),
                storedAt: WallTime(milliseconds: 1), freshUntil: WallTime(milliseconds: 2))
            try database.connection.transaction { () throws(SQLiteError) in try database.put(entry, blob: nil) }
            require(try database.entry(key)?.entry.key == key || !isNew, "an entry does not come back")
        } catch {
            require(!isNew, "a new index cannot be used: \(error)")
        }
    }

    @Sendable private static func lines() -> [[UInt8]] {
        let digest = String(repeating: "5e", count: 32)
        return [
            LockHolder(pid: 7, command: "serve", socket: "/run/a\"b\\\u{1}").line,
            LockHolder(pid: 9, command: "x").line,
            digest + ".jpg", "1.2", "-1.2", "http://a@[::1]:80/x?y",
        ].map { Array($0.utf8) }
    }

    @Sendable private static func indexes() -> [[UInt8]] {
        guard let folder = try? TemporaryFolder() else { return [] }
        let file = indexFile(folder.path)
        guard let (database, isNew) = try? file.open() else { return [] }
        use(database, isNew: isNew)
        _ = try? database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return [[], Array("SQLite format 3\0".utf8)] + [(try? Fixture.readFile(file.layout.index)) ?? []]
    }
}
