import Fixtures
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct PinTests {
    let bench: CacheBench
    var now: WallTime { bench.time.wall }

    init() throws {
        bench = try CacheBench()
    }

    /// A cache of 40 places with 30 blobs.
    private func filled() async throws -> (AttachmentCache, [Blob]) {
        let cache = try await bench.open { $0.maxBytes = 40 * 8192 }
        var blobs: [Blob] = []
        for seed in 0..<30 { blobs.append(try await cache.keep(sample(seed), at: "k\(seed)", storedAt: now)) }
        return (cache, blobs)
    }

    private func left(_ cache: AttachmentCache) async -> [Int] {
        var left: [Int] = []
        for seed in 0..<30 where await cache.lookUp("k\(seed)") != nil { left.append(seed) }
        return left
    }

    @Test func `never evicts a pinned blob, and evicts it again when the pin is over`() async throws {
        let (cache, blobs) = try await filled()
        try await cache.pin(blobs[3..<6].map(\.digest), until: now.advanced(bySeconds: 100))
        await cache.prepareRoom(expectedBytes: 36 * 8192)
        #expect(await left(cache) == [3, 4, 5, 29])
        bench.time.advance(bySeconds: 99)
        await cache.prepareRoom(expectedBytes: 38 * 8192)
        #expect(await left(cache) == [3, 4, 5, 29])
        #expect(cache.counts.roomNotMade > 0)
        bench.time.advance(bySeconds: 1)
        await cache.prepareRoom(expectedBytes: 39 * 8192)
        #expect(await left(cache) == [29])
        #expect(cache.counts.pinsGivenWay == 0)
    }

    @Test func `keeps pins over a restart`() async throws {
        let (cache, blobs) = try await filled()
        try await cache.pin([blobs[3].digest], until: now.advanced(bySeconds: 100))
        cache.noteAnswer(sha256: blobs[7].digest.hexadecimal, stays: 100, isHit: false)
        try await cache.close()
        let again = try await bench.open { $0.maxBytes = 40 * 8192 }
        await again.prepareRoom(expectedBytes: 38 * 8192)
        #expect(await left(again) == [3, 7])
    }

    @Test func `keeps what an answer named or somebody reads, without waiting for the disk`() async throws {
        let (cache, blobs) = try await filled()
        cache.noteAnswer(sha256: blobs[1].digest.hexadecimal, stays: 100, isHit: false)
        #expect(await cache.open(blobs[2].digest) != nil)
        await cache.prepareRoom(expectedBytes: 37 * 8192)
        #expect(await left(cache) == [1, 2, 29])
    }

    @Test func `lets the pins that end first give way beyond four fifths`() async throws {
        let (cache, blobs) = try await filled()
        for (seed, blob) in blobs.enumerated() {
            try await cache.pin([blob.digest], until: now.advanced(bySeconds: 10_000 - Int64(seed)))
        }
        // 32 of 40 places are four fifths.
        #expect(cache.counts.pinsGivenWay == 0)
        for seed in 30..<35 {
            let blob = try await cache.keep(sample(seed), at: "k\(seed)", storedAt: now)
            try await cache.pin([blob.digest], until: now.advanced(bySeconds: 20_000))
        }
        #expect(cache.counts.pinsGivenWay == 3)
        #expect(try await cache.index.places().pinnedBytes == 32 * 8192)
        await cache.prepareRoom(expectedBytes: 8 * 8192)
        #expect(await left(cache) == Array(0..<27))
    }

    @Test func `passes over unknown digests, times that are over and shorter pins`() async throws {
        let (cache, blobs) = try await filled()
        try await cache.pin([try digest(sample(99))], until: now.advanced(bySeconds: 100))
        try await cache.pin([blobs[1].digest], until: now)
        try await cache.pin([], until: now)
        #expect(try await cache.index.places().pinnedBytes == 0)
        try await cache.pin(Array(repeating: blobs[2].digest, count: 1200), until: now.advanced(bySeconds: 100))
        try await cache.pin([blobs[2].digest], until: now.advanced(bySeconds: 50))
        bench.time.advance(bySeconds: 60)
        await cache.prepareRoom(expectedBytes: 38 * 8192)
        #expect(await left(cache) == [2, 29])
    }

    @Test func `pins anew what was purged and stored again`() async throws {
        let (cache, blobs) = try await filled()
        let text = blobs[4].digest.hexadecimal
        cache.noteAnswer(sha256: text, stays: 1000, isHit: true)
        #expect(try await cache.purge(.url("k4")).blobs == 1)
        try await cache.keep(sample(4), at: "k4", storedAt: now)
        cache.noteAnswer(sha256: text, stays: 1000, isHit: true)
        try await cache.keep(sample(77), at: "k77", storedAt: now)
        await cache.prepareRoom(expectedBytes: 38 * 8192)
        #expect(await left(cache) == [4])
    }

    @Test func `collects what no URL names, but not while it is pinned`() async throws {
        let cache = try await bench.open()
        await cache.adoptionEnded()
        let blob = try await cache.publish(sample(1))
        cache.noteAnswer(sha256: blob.digest.hexadecimal, stays: 7200, isHit: false)
        bench.time.advance(bySeconds: 7200)
        #expect(try await cache.gc().blobs == 0)
        // A quarter more than asked for is on record.
        bench.time.advance(bySeconds: 1801)
        #expect(try await cache.gc().blobs == 1)
    }

    @Test func `keeps the counts of uses, hits and misses over a restart`() async throws {
        let (cache, blobs) = try await filled()
        for _ in 0..<3 { cache.noteAnswer(sha256: blobs[5].digest.hexadecimal, stays: 0, isHit: true) }
        cache.noteAnswer(sha256: blobs[6].digest.hexadecimal, stays: 0, isHit: false)
        await cache.index.endMinute()
        try await cache.close()
        let again = try await bench.open { $0.maxBytes = 40 * 8192 }
        await again.index.loadUses()
        #expect(again.index.uses.uses(blobs[5].digest) == 3)
        bench.time.advance(bySeconds: 1)
        await again.prepareRoom(expectedBytes: 20 * 8192)
        let left = await left(again)
        #expect(left.contains(5))
        #expect(!left.contains(6))
    }
}

extension CacheIndex {
    func places() throws(CacheError) -> (smallBytes: Int64, pinnedBytes: Int64) {
        try attempt { database throws(SQLiteError) in try database.places() }
    }
}
