import Telemetry
import Testing

@testable import AttachmentCache

/// Room on a real disk: every blob here takes two blocks.
@Suite struct EvictionTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test func `lets the oldest blobs go and never passes the limit`() async throws {
        let limit: Int64 = 40 * 8192
        let cache = try await bench.open { $0.maxBytes = limit }
        for seed in 0..<100 {
            await cache.prepareRoom(expectedBytes: 5000)
            try await cache.keep(sample(seed), at: "k\(seed)", storedAt: bench.time.wall)
            bench.time.advance(bySeconds: 1)
            #expect(try await cache.totals().allocatedBytes <= limit)
        }
        let totals = try await cache.totals()
        #expect(totals.allocatedBytes <= limit * 95 / 100)
        #expect(totals.blobs >= 34)
        #expect(totals.entries == totals.blobs)
        #expect(Int64(try bench.blobFiles().count) == totals.blobs)
        #expect(await cache.lookUp("k99") != nil)
        #expect(await cache.lookUp("k0") == nil)
        #expect(Int64(cache.counts.evicted) == 100 - totals.blobs)
        #expect(cache.counts.evictedBytes == (100 - totals.blobs) * 8192)
        #expect(cache.index.room.current.used == totals.allocatedBytes)
    }

    @Test func `makes room for a body that is larger than what the low mark keeps free`() async throws {
        let cache = try await bench.open { $0.maxBytes = 40 * 8192 }
        for seed in 0..<37 { try await cache.keep(sample(seed), at: "k\(seed)", storedAt: bench.time.wall) }
        let large = sample(1, count: 30 * 8192 - 100)
        #expect(throws: CacheError.storageFull("the cache is full")) {
            try cache.makeWriter(expectedBytes: Int64(large.count))
        }
        await cache.prepareRoom(expectedBytes: Int64(large.count))
        try await cache.keep(large, at: "large", storedAt: bench.time.wall)
        #expect(await cache.lookUp("large") != nil)
        #expect(try await cache.totals().allocatedBytes <= 40 * 8192)
    }

    @Test func `refuses what can never fit and removes nothing for it`() async throws {
        let cache = try await bench.open { $0.maxBytes = 4 * 8192 }
        try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        await cache.prepareRoom(expectedBytes: 4 * 8192 + 1)
        #expect(throws: CacheError.storageFull("the cache is full")) {
            try cache.makeWriter(expectedBytes: 4 * 8192 + 1)
        }
        #expect(throws: CacheError.self) { try cache.makeWriter(expectedBytes: .max) }
        #expect(await cache.lookUp("k") != nil)
    }

    @Test func `stops a body that grows beyond the room`() async throws {
        let cache = try await bench.open { $0.maxBytes = 2 << 20 }
        let writer = try cache.makeWriter(expectedBytes: nil)
        let part = [UInt8](repeating: 7, count: 1 << 20)
        try writer.take(part)
        try writer.take(part)
        #expect(throws: CacheError.storageFull("the cache is full")) { try writer.take([1]) }
        #expect(throws: CacheError.self) { try writer.take([1]) }
        #expect(throws: CacheError.self) { try writer.restart() }
        #expect(cache.index.room.current.reserved == 2 << 20)
    }
}
