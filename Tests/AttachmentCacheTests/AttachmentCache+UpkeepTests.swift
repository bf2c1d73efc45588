import Fixtures
import Glibc
import Synchronization
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct UpkeepTests {
    let bench: CacheBench
    var now: WallTime { bench.time.wall }

    init() throws {
        bench = try CacheBench()
    }

    private let film = MediaDescription(kind: "video", format: "mp4", mime: "video/mp4", type: "public.mpeg-4")

    /// Four blobs, five entries on two hosts, two failures, one blob without an entry.
    private func filled() async throws -> AttachmentCache {
        let cache = try await bench.open()
        await cache.adoptionEnded()
        try await cache.keep(sample(1), at: "https://a.example/1", storedAt: now)
        bench.time.advance(bySeconds: 10)
        try await cache.keep(sample(1), at: "https://b.example/1", storedAt: now)
        try await cache.keep(sample(2, count: 20_000), at: "https://a.example/2", storedAt: now, as: film)
        bench.time.advance(bySeconds: 10)
        try await cache.keep(sample(3), at: "https://b.example:8443/3?x=/", storedAt: now)
        try await cache.store(failure("https://a.example/gone", storedAt: now))
        try await cache.store(failure("https://[::1]:8080/gone", storedAt: now))
        _ = try await cache.publish(sample(4))
        return cache
    }

    private func orphan(_ seed: Int, age seconds: Int64) throws -> String {
        let name = try #require(BlobName(digest: digest(sample(seed)), fileExtension: "jpg"))
        _ = try FileSystemCalls.system.makeFolder(bench.layout.shard(name.digest))
        let path = bench.layout.path(name)
        let file = try FileSystemCalls.system.create(path, 0o440)
        try FileSystemCalls.system.write(file.number, sample(seed).span, 0)
        let time = timespec(tv_sec: Int(now.milliseconds / 1000 - seconds), tv_nsec: 0)
        try #require(unsafe futimens(file.number, [time, time]) == 0)
        return path
    }

    @Test func `counts by kind and by host`() async throws {
        let cache = try await filled()
        let statistics = try await cache.statistics()
        let small = Int64(sample(1).count)
        let large = Int64(sample(2, count: 20_000).count)
        #expect(statistics.totals == (try await cache.totals()))
        #expect(
            statistics.totals
                == CacheTotals(
                    bytes: small * 3 + large, allocatedBytes: 3 * 8192 + 20_480, blobs: 4, entries: 4, failures: 2))
        #expect(
            statistics.kinds == [
                CacheStatistics.Kind(kind: "video", blobs: 1, bytes: large),
                CacheStatistics.Kind(kind: "image", blobs: 3, bytes: small * 3),
            ])
        #expect(
            statistics.hosts == [
                CacheStatistics.Host(host: "a.example", entries: 2, failures: 1, bytes: small + large),
                CacheStatistics.Host(host: "b.example", entries: 2, failures: 0, bytes: small * 2),
                CacheStatistics.Host(host: "[::1]", entries: 0, failures: 1, bytes: 0),
            ])
        #expect(statistics.unreferencedBlobs == 1)
        #expect(statistics.oldest == now.advanced(bySeconds: -10))
    }

    @Test func `counts nothing in an empty cache`() async throws {
        #expect(try await bench.open().statistics() == CacheStatistics())
    }

    @Test(
        arguments: [
            (nil, nil, CacheListRequest.Order.oldest, "a1 b1 a2 b3 ag 1g"), ("a.example", nil, .oldest, "a1 a2 ag"),
            (nil, "image", .oldest, "a1 b1 b3"), (nil, "video", .newest, "a2"), (nil, "failure", .newest, "ag 1g"),
            ("b.example", "image", .newest, "b3 b1"), ("c.example", nil, .newest, ""), (nil, "sound", .newest, ""),
        ] as [(String?, String?, CacheListRequest.Order, String)])
    func `lists by host and kind`(
        _ host: String?, _ kind: String?, _ order: CacheListRequest.Order, _ expected: String
    ) async throws {
        let cache = try await filled()
        let page = try await cache.list(CacheListRequest(host: host, kind: kind, order: order))
        #expect(page.nextCursor == nil)
        // Rows of the same time come in the order of their hashes, so sets are compared.
        #expect(Set(page.entries.map { short($0.key) }) == Set(expected.split(separator: " ").map(String.init)))
        let times = page.entries.map(\.storedAt)
        #expect(times == (order == .oldest ? times.sorted() : times.sorted().reversed()))
    }

    @Test(arguments: CacheListRequest.Order.allCases, 1...7)
    func `goes through a list page by page without loss or repetition`(
        _ order: CacheListRequest.Order, _ limit: Int
    ) async throws {
        let cache = try await filled()
        let whole = try await cache.list(CacheListRequest(order: order)).entries
        #expect(whole.count == 6)
        var request = CacheListRequest(order: order, limit: limit)
        var pages: [CacheEntry] = []
        repeat {
            let page = try await cache.list(request)
            #expect(page.entries.count <= limit)
            pages += page.entries
            request.cursor = page.nextCursor
        } while request.cursor != nil
        #expect(pages == whole)
        if order == .largest { #expect(short(whole[0].key) == "a2") }
    }

    @Test(arguments: ["", ".", "1", "1.", "a.b", "1.2.3", "99999999999999999999.1", "1.2; DROP TABLE entries"])
    func `answers a cursor that is none with nothing`(_ cursor: String) async throws {
        let cache = try await filled()
        #expect(try await cache.list(CacheListRequest(cursor: cursor)) == CachePage())
    }

    @Test(arguments: [Int.min, 0, 1001, .max])
    func `holds the length of a page to its limits`(_ limit: Int) async throws {
        let cache = try await filled()
        #expect(try await cache.list(CacheListRequest(limit: limit)).entries.count == (limit > 0 ? 6 : 1))
    }

    @Test(arguments: [
        (PurgeTarget.url("https://a.example/2"), 1, 0, 1, "a1 b1 b3 ag 1g"),
        (.url("https://a.example/1"), 1, 0, 0, "b1 a2 b3 ag 1g"),
        (.url("https://a.example/gone"), 0, 1, 0, "a1 b1 a2 b3 1g"),
        (.url("https://a.example/none"), 0, 0, 0, "a1 b1 a2 b3 ag 1g"),
        (.host("a.example"), 2, 1, 1, "b1 b3 1g"), (.host("b.example"), 2, 0, 1, "a1 a2 ag 1g"),
        (.host("example"), 0, 0, 0, "a1 b1 a2 b3 ag 1g"), (.host(""), 0, 0, 0, "a1 b1 a2 b3 ag 1g"),
        (.olderThan(WallTime(seconds: 1_800_000_000)), 0, 0, 0, "a1 b1 a2 b3 ag 1g"),
        (.olderThan(WallTime(seconds: 1_800_000_010)), 1, 0, 0, "b1 a2 b3 ag 1g"),
        (.olderThan(WallTime(seconds: 1_800_000_011)), 3, 0, 2, "b3 ag 1g"), (.all, 4, 2, 4, ""),
    ])
    func `purges what was asked for and no blob that another URL names`(
        _ target: PurgeTarget, _ entries: Int64, _ failures: Int64, _ blobs: Int64, _ left: String
    ) async throws {
        let cache = try await filled()
        let before = try await cache.totals()
        let report = try await cache.purge(target)
        #expect([report.entries, report.failures, report.blobs] == [entries, failures, blobs])
        let after = try await cache.totals()
        #expect(report.freedBytes == before.allocatedBytes - after.allocatedBytes)
        #expect(after.blobs == 4 - blobs)
        #expect(Int64(try bench.blobFiles().count) == after.blobs)
        #expect(cache.index.room.current.used == after.allocatedBytes)
        let keys = try await cache.list(CacheListRequest()).entries.map { short($0.key) }
        #expect(Set(keys) == Set(left.split(separator: " ").map(String.init)))
        #expect(try await cache.verify(repair: false).isClean)
    }

    @Test func `purges files without a row with everything else`() async throws {
        let cache = try await filled()
        _ = try orphan(9, age: 0)
        let report = try await cache.purge(.all)
        #expect(report.orphans == 1)
        #expect(try bench.blobFiles() == [])
        #expect(try await cache.totals() == CacheTotals())
    }

    /// Seconds after filling, and what goes then: failures, blobs, orphans of which one is an hour old by then.
    @Test(
        arguments: [
            (0, 0, 0, 0), (60, 0, 0, 0), (61, 2, 0, 0), (3599, 2, 0, 1), (3600, 2, 0, 1), (3601, 2, 1, 2),
        ] as [(Int64, Int64, Int64, Int64)])
    func `collects what is over, and nothing that is younger than an hour`(
        _ seconds: Int64, _ failures: Int64, _ blobs: Int64, _ orphans: Int64
    ) async throws {
        let cache = try await filled()
        _ = try orphan(8, age: 10)
        _ = try orphan(9, age: 0)
        bench.time.advance(bySeconds: seconds)
        let report = try await cache.gc()
        #expect([report.failures, report.blobs, report.orphans, report.entries] == [failures, blobs, orphans, 0])
        #expect(report.freedBytes == (blobs + orphans) * 8192)
        #expect(await cache.lookUp("https://a.example/1") != nil)
        #expect(try await cache.gc() == RemovalReport())
    }

    @Test func `spares adopted blobs for an hour after the opening`() async throws {
        let cache = try await filled()
        try await cache.close()
        try FileSystemCalls.system.remove(bench.layout.index)
        bench.time.advance(bySeconds: 100_000)
        let again = try await bench.open()
        #expect(try await again.gc().blobs == 0)
        bench.time.advance(bySeconds: 3601)
        #expect(try await again.gc().blobs == 4)
    }

    @Test func `verifies and repairs`() async throws {
        let cache = try await filled()
        #expect(try await cache.verify(repair: true).isClean)
        let wrong = try #require(await cache.lookUp("https://a.example/2"))
        let gone = try #require(await cache.lookUp("https://b.example:8443/3?x=/"))
        guard case .blob(let wrongBlob) = wrong.content, case .blob(let goneBlob) = gone.content else {
            Issue.record("no blobs")
            return
        }
        // A wrong byte that neither size nor time gives away.
        try Tampering.replacedKeepingTime.apply(to: wrongBlob.path, bytes: sample(2, count: 20_000))
        try await cache.index.acceptFile(wrongBlob)
        try FileSystemCalls.system.remove(goneBlob.path)
        _ = try orphan(9, age: 0)
        try await cache.index.makeGhost()

        let steps = Mutex<[VerifyProgress]>([])
        for repair in [false, true] {
            let report = try await cache.verify(repair: repair) { step in steps.withLock { $0.append(step) } }
            #expect(report.checked == 4)
            #expect(report.corrupt == [wrongBlob.digest])
            #expect(report.missing == [goneBlob.digest])
            #expect(report.orphans == 1)
            #expect(report.ghosts == 1)
            #expect(!report.isClean)
        }
        #expect(steps.withLock { $0 } == [VerifyProgress(checked: 4, total: 4), VerifyProgress(checked: 4, total: 4)])
        let after = try await cache.verify(repair: false)
        #expect(after.isClean)
        #expect(after.checked == 3)
        #expect(await cache.lookUp("https://a.example/2") == nil)
        #expect(try bench.wrongBlobs() == [])
    }

    @Test func `ends a verification early when it is cancelled`() async throws {
        let cache = try await filled()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in gate {}
            return try await cache.verify(repair: false)
        }
        task.cancel()
        open.finish()
        #expect(try await task.value.checked == 0)
    }

    /// `https://a.example/1` as `a1`, a failure as `ag`.
    private func short(_ key: String) -> String {
        let name = host(ofKey: key)
        let path = key.split(separator: "/").last.map { $0.hasPrefix("3") ? "3" : String($0.prefix(1)) } ?? ""
        return (name == "[::1]" ? "1" : String(name.prefix(1))) + (key.contains("/3?") ? "3" : path)
    }
}

extension CacheIndex {
    /// An entry that names no row, as only an editor with foreign keys off can make one.
    func makeGhost() throws(CacheError) {
        try attempt { database throws(SQLiteError) in
            try database.connection.execute(
                """
                PRAGMA foreign_keys = OFF;
                INSERT INTO entries (id, url, host, blob, stored, fresh_until) VALUES (8, 'ghost', '', 999999, 1, 1);
                PRAGMA foreign_keys = ON;
                """)
        }
    }
}
