import Fixtures
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct FreshTests {
    let bench: CacheBench
    var now: WallTime { bench.time.wall }

    init() throws {
        bench = try CacheBench()
    }

    private static let keys = [
        "https://a.example/1", "https://a.example/2", "https://b.example/1", "https://a.example/gone",
    ]

    /// Two blobs, three entries and a failure, all of them hot.
    private func filled(
        calls: FileSystemCalls = .system, _ change: (inout CacheConfiguration) -> Void = { _ in }
    ) async throws -> AttachmentCache {
        let cache = try await bench.open(calls: calls, change)
        try await cache.keep(sample(1), at: Self.keys[0], storedAt: now)
        try await cache.keep(sample(2), at: Self.keys[1], storedAt: now)
        try await cache.keep(sample(1), at: Self.keys[2], storedAt: now)
        try await cache.store(failure(Self.keys[3], storedAt: now))
        // Publishing the same bytes again wrote the blob's row anew, and the first key was forgotten with the old one.
        #expect(cache.fresh(Self.keys[0], now: now) == nil)
        _ = await cache.lookUp(Self.keys[0])
        try #require(Self.keys.allSatisfy { cache.fresh($0, now: now) != nil })
        return cache
    }

    @Test func `answers what was stored as a look-up would, without the index`() async throws {
        let cache = try await filled()
        for key in Self.keys {
            #expect(try await cache.index.entry(key)?.entry == cache.fresh(key, now: now)?.entry)
            #expect(await cache.lookUp(key) == cache.fresh(key, now: now)?.entry)
        }
        #expect(cache.fresh("https://a.example/none", now: now) == nil)
    }

    @Test func `answers what was looked up, after a restart too`() async throws {
        try await filled().close()
        let cache = try await bench.open()
        for key in Self.keys {
            #expect(cache.fresh(key, now: now) == nil)
            let found = await cache.lookUp(key)
            #expect(found != nil)
            #expect(cache.fresh(key, now: now)?.entry == found)
        }
    }

    @Test(arguments: [(59_999, true, true), (60_000, false, true), (3_599_999, false, true), (3_600_000, false, false)])
    func `answers until the moment at which freshness ends`(_ milliseconds: Int64, _ failure: Bool, _ blob: Bool)
        async throws
    {
        let cache = try await filled()
        let later = WallTime(milliseconds: now.milliseconds + milliseconds)
        #expect((cache.fresh(Self.keys[3], now: later) != nil) == failure)
        #expect((cache.fresh(Self.keys[0], now: later) != nil) == blob)
    }

    @Test(arguments: [(0, true), (300, true), (301, false), (400 * 86_400, false)] as [(Int64, Bool)])
    func `takes nothing for fresh that a clock far ahead has stored`(ahead seconds: Int64, isFresh: Bool) async throws {
        let cache = try await bench.open()
        let stored = now.advanced(bySeconds: seconds)
        try await cache.keep(sample(1), at: "https://a.example/1", storedAt: stored)
        try await cache.store(failure("https://a.example/gone", storedAt: stored))
        for key in ["https://a.example/1", "https://a.example/gone"] {
            #expect((cache.fresh(key, now: now) != nil) == isFresh)
            #expect(await cache.lookUp(key)?.isFresh(at: now) == isFresh)
            #expect(cache.fresh(key, now: stored) != nil)
        }
    }

    @Test(arguments: Tampering.allCases)
    func `never serves a file that changed behind its back`(_ tampering: Tampering) async throws {
        let cache = try await filled()
        let entry = try #require(cache.fresh(Self.keys[0], now: now)?.entry)
        guard case .blob(let blob) = entry.content else {
            Issue.record("no blob")
            return
        }
        try tampering.apply(to: blob.path, bytes: sample(1))
        for key in [Self.keys[0], Self.keys[2]] { #expect(cache.fresh(key, now: now) == nil) }
        #expect(cache.fresh(Self.keys[1], now: now) != nil)
        // A look-up hashes it; what is right is served again, what is wrong never.
        #expect((await cache.lookUp(Self.keys[0]) != nil) == tampering.isHarmless)
        #expect(cache.fresh(Self.keys[2], now: now) == nil)
        _ = await cache.lookUp(Self.keys[0])
        #expect((cache.fresh(Self.keys[0], now: now)?.entry == entry) == tampering.isHarmless)
        try await expectAgreement(cache)
    }

    /// Everything that changes or removes an entry or a blob, and which keys may still be answered afterwards.
    enum Change: String, CaseIterable, Sendable {
        case storeAgain, storeFailure, storeTwice, storeStale, remove, removeUnknown, purgeURL, purgeHost, purgeOlder
        case purgeAll, gc, repairWrong, repairGone, verifyOnly, rehash, republish, ghosts, damage, close

        /// The keys of which nothing may be answered; the others must be as the index has them.
        var gone: [Int] {
            switch self {
            case .remove, .purgeURL: [0]
            case .storeStale: [0]
            case .purgeHost: [0, 1, 3]
            case .repairWrong, .repairGone, .rehash: [0, 2]
            case .gc: [3]
            case .purgeOlder, .purgeAll, .damage, .close: [0, 1, 2, 3]
            case .storeAgain, .storeFailure, .storeTwice, .removeUnknown, .verifyOnly, .republish, .ghosts: []
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `follows everything that changes entries and blobs`(_ change: Change) async throws {
        let cache = try await filled()
        let key = Self.keys[0]
        let old = try #require(cache.fresh(key, now: now))
        guard case .blob(let blob) = old.entry.content else {
            Issue.record("no blob")
            return
        }
        switch change {
        case .storeAgain: try await cache.keep(sample(3), at: key, storedAt: now)
        case .storeFailure: try await cache.store(failure(key, storedAt: now))
        case .storeTwice:
            let (first, second) = (entry(key, blob, storedAt: now), failure(key, storedAt: now))
            async let one: Void = cache.store(first)
            async let two: Void = cache.store(second)
            _ = try await (one, two)
        case .storeStale:
            var stale = entry(key, blob, storedAt: now)
            stale.freshUntil = now
            try await cache.store(stale)
        case .remove: try await cache.remove(key)
        case .removeUnknown: try await cache.remove("https://a.example/none")
        case .purgeURL: _ = try await cache.purge(.url(key))
        case .purgeHost: _ = try await cache.purge(.host("a.example"))
        case .purgeOlder: _ = try await cache.purge(.olderThan(now.advanced(bySeconds: 1)))
        case .purgeAll: _ = try await cache.purge(.all)
        case .gc:
            bench.time.advance(bySeconds: 61)
            _ = try await cache.gc()
        case .repairWrong:
            // Size, time and inode are on record; only hashing tells.
            try Tampering.replacedKeepingTime.apply(to: blob.path, bytes: sample(1))
            try await cache.index.acceptFile(blob)
            #expect(cache.fresh(key, now: now) == nil)
            _ = await cache.lookUp(key)
            #expect(cache.fresh(key, now: now) != nil)
            _ = try await cache.verify(repair: true)
        case .repairGone:
            try FileSystemCalls.system.remove(blob.path)
            _ = try await cache.verify(repair: true)
        case .verifyOnly: _ = try await cache.verify(repair: false)
        case .rehash:
            try Tampering.flipped.apply(to: blob.path, bytes: sample(1))
            _ = await cache.blob(blob.digest)
        case .republish:
            var better = jpeg
            better.width = 641
            _ = try await cache.publish(sample(1), as: better)
        case .ghosts: try await cache.index.removeEveryGhost()
        case .damage: await cache.index.pretendDamage()
        case .close: try await cache.close()
        }
        for (index, key) in Self.keys.enumerated() where change.gone.contains(index) {
            #expect(cache.fresh(key, now: now) == nil)
        }
        guard change != .close else { return }
        try await expectAgreement(cache)
        // Whatever was forgotten needlessly is hot again after a look-up.
        for (index, key) in Self.keys.enumerated() where !change.gone.contains(index) {
            let found = await cache.lookUp(key)
            #expect(found != nil)
            #expect(cache.fresh(key, now: now)?.entry == found)
        }
    }

    @Test func `forgets what is evicted`() async throws {
        let cache = try await bench.open { $0.maxBytes = 40 * 8192 }
        for seed in 0..<100 {
            await cache.prepareRoom(expectedBytes: 5000)
            try await cache.keep(sample(seed), at: "k\(seed)", storedAt: now)
            bench.time.advance(bySeconds: 1)
        }
        let totals = try await cache.totals()
        #expect((0..<100).count { cache.fresh("k\($0)", now: now) != nil } == Int(totals.entries))
        try await expectAgreement(cache, keys: (0..<100).map { "k\($0)" })
    }

    @Test func `forgets what is trimmed, in the very commit that stored it too`() async throws {
        let cache = try await bench.open { $0.maxFailures = 10 }
        let now = now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { try await cache.store(failure("f\(number)", storedAt: now)) }
            }
            try await group.waitForAll()
        }
        #expect(try await cache.totals().failures <= 10)
        try await expectAgreement(cache, keys: (0..<50).map { "f\($0)" })
    }

    @Test func `forgets a key that had to give way to one with the same hash`() async throws {
        let cache = try await bench.open(hash: KeyHash { _ in 42 })
        for number in 0..<20 {
            try await cache.store(failure("f\(number)", storedAt: now))
            bench.time.advance(bySeconds: 1)
        }
        #expect((0..<20).filter { cache.fresh("f\($0)", now: now) != nil } == Array(12..<20))
        try await expectAgreement(cache, keys: (0..<20).map { "f\($0)" })
    }

    @Test func `keeps nothing of a commit that failed`() async throws {
        let cache = try await filled()
        try await cache.index.freezeSize()
        var failed: String?
        for number in 0..<5000 where failed == nil {
            let key = "https://a.example/new/\(number)"
            do throws(CacheError) {
                try await cache.store(failure(key, storedAt: now))
            } catch {
                failed = key
            }
        }
        #expect(cache.fresh(try #require(failed), now: now) == nil)
        try await cache.index.allowGrowth()
        try await expectAgreement(cache)
    }

    @Test func `does not trust what an earlier boot left unsynced`() async throws {
        let cache = try await filled { $0.durability = .none }
        let old = try #require(cache.fresh(Self.keys[0], now: now))
        try await cache.close()
        let again = try await bench.open { $0.durability = .none }
        try await again.index.pretendEarlierBoot()
        try await again.store(old.entry)
        #expect(again.fresh(Self.keys[0], now: now) == nil)
        _ = await again.lookUp(Self.keys[0])
        #expect(again.counts.rehashed == 1)
        _ = await again.lookUp(Self.keys[0])
        #expect(again.fresh(Self.keys[0], now: now)?.entry == old.entry)
    }

    @Test func `holds no more URLs than its bound`() async throws {
        let table = HotTable()
        for number in 0..<(HotTable.capacity + 100) {
            table.remember(HotEntry(failure("f\(number)", storedAt: now), nil))
        }
        #expect(table.count == 8192)
    }

    @Test func `agrees with the index while many threads store, remove and ask`() async throws {
        let cache = try await bench.open()
        let now = now
        let keys = (0..<8).map { "https://a.example/\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<40 {
                        let key = keys[(worker * 3 + round) % keys.count]
                        switch (worker + round) % 5 {
                        case 0: try await cache.remove(key)
                        case 1: _ = try await cache.purge(.url(key))
                        case 2: try await cache.store(failure(key, storedAt: now))
                        case 3: _ = await cache.lookUp(key)
                        default:
                            // Another worker may purge the blob between its publication and its entry.
                            _ = try? await cache.keep(sample(round % 3), at: key, storedAt: now)
                        }
                        _ = cache.fresh(key, now: now)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await expectAgreement(cache, keys: keys)
    }

    /// The table may know less than the index, never something else.
    private func expectAgreement(_ cache: AttachmentCache, keys: [String] = Self.keys) async throws {
        for key in keys {
            guard let hot = cache.index.hot.entry(key) else { continue }
            let row = try await cache.index.entry(key)
            #expect(hot.entry == row?.entry, "\(key)")
            #expect(hot.identity == row?.blob?.identity)
            #expect(hot.blobRow == row?.blob?.id)
        }
    }
}

extension CacheIndex {
    func removeEveryGhost() throws(CacheError) {
        try change { database throws(SQLiteError) in
            // Only editing by hand makes one.
            try database.connection.execute("PRAGMA foreign_keys = OFF")
            try database.removeGhost(id: .min)
        }
    }

    func pretendDamage() {
        _ = Result { () throws(CacheError) in
            try attempt { _ throws(SQLiteError) in
                throw SQLiteError(code: 11, systemCode: 0, message: "pretended")
            }
        }
    }
}
