import Fixtures
import Telemetry
import Testing

@testable import AttachmentCache

/// An index of layout 1 meets this version, and an index of this version meets one that knows less.
@Suite struct MigrationTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    /// Five blobs, their rows moved into an index of layout 1.
    private func layout1() async throws -> [Blob] {
        let cache = try await bench.open()
        var blobs: [Blob] = []
        for seed in 0..<5 {
            blobs.append(try await cache.keep(sample(seed), at: "k\(seed)", storedAt: bench.time.wall))
        }
        try await cache.store(failure("f", storedAt: bench.time.wall))
        try await cache.close()
        let path = bench.layout.index
        try FileSystemCalls.system.rename(path, path + ".new")
        _ = try FileSystemCalls.system.create(path, 0o640)
        let old = try SQLiteConnection(path: path, access: .readWrite)
        try old.execute(IndexLayout1.creation)
        let attach = try SQLiteStatement("ATTACH ?1 AS other", on: old)
        try attach.run([.text(path + ".new")])
        try old.execute(
            """
            INSERT INTO blobs SELECT id, digest, extension, bytes, allocated, inode, modified, stored, unsynced_boot, kind,
                format, mime, type, width, height, frames, duration_ms, codecs, has_alpha, canvas_pixels, trailing_bytes
                FROM other.blobs;
            INSERT INTO entries SELECT * FROM other.entries;
            DETACH other;
            """)
        try FileSystemCalls.system.remove(path + ".new")
        return blobs
    }

    @Test func `brings an index of layout 1 up to date and loses nothing`() async throws {
        let blobs = try await layout1()
        let cache = try await bench.open { $0.maxBytes = 40 * 8192 }
        #expect(cache.counts.indexesSetAside == 0)
        for (seed, blob) in blobs.enumerated() {
            #expect(await cache.lookUp("k\(seed)")?.content == .blob(blob))
        }
        #expect(await cache.lookUp("f") != nil)
        #expect(cache.counts.rehashed == 0)
        let totals = try await cache.totals()
        #expect([totals.blobs, totals.entries, totals.failures, totals.allocatedBytes] == [5, 5, 1, 5 * 8192])
        #expect(try await cache.index.places().smallBytes == 5 * 8192)
        // What came first goes first, and pins hold.
        try await cache.pin([blobs[1].digest], until: bench.time.wall.advanced(bySeconds: 60))
        await cache.prepareRoom(expectedBytes: 37 * 8192)
        #expect(await cache.lookUp("k0") == nil)
        #expect(await cache.lookUp("k1") != nil)
        #expect(await cache.lookUp("k4") != nil)
        try await cache.close()
        let again = try await bench.open()
        #expect(await again.lookUp("k4") != nil)
        #expect(try await again.verify(repair: false).isClean)
    }

    @Test func `has the same tables whether new or brought up to date`() async throws {
        func schema(_ path: String) throws -> [String] {
            let connection = try SQLiteConnection(path: path, access: .readWrite)
            return try SQLiteStatement(
                "SELECT type || ' ' || name || ' ' || group_concat(column, ',') FROM (SELECT s.type, s.name, i.name AS column FROM sqlite_schema s LEFT JOIN pragma_table_info(s.name) i ON s.type = 'table' ORDER BY s.type, s.name, i.cid) GROUP BY type, name ORDER BY 1",
                on: connection
            ).all { $0.text(0) ?? "" }
        }
        _ = try await layout1()
        try await bench.open().close()
        let migrated = try schema(bench.layout.index)
        try FileSystemCalls.system.remove(bench.layout.index)
        try await bench.open().close()
        #expect(try schema(bench.layout.index) == migrated)
        #expect(migrated.count > 10)
    }

    @Test func `keeps the newest two of the indexes that were set aside`() async throws {
        for year in 2028...2032 {
            try await bench.open().close()
            bench.time.advance(bySeconds: 366 * 86_400)
            try overwrite(bench.layout.index, with: sample(year, count: 20_000))
        }
        try await bench.open().close()
        let names = try FileSystemCalls.system.names(bench.root, .max).filter { $0.hasPrefix("index.sqlite.") }
        #expect(names.count == 2)
        #expect(
            names.allSatisfy { $0.hasPrefix("index.sqlite.damaged-2031") || $0.hasPrefix("index.sqlite.damaged-2032") })
    }
}
