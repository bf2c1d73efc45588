import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

/// Real file systems that are full, without inodes or broken: the cache says which, lives, and recovers.
@Suite(.serialized, .timeLimit(.minutes(20))) struct SmallDiskTests {
    let time = MovedClock()

    private func open(on disk: SmallDisk) async throws -> AttachmentCache {
        try await AttachmentCache.open(
            CacheConfiguration(directory: disk.path + "/cache", command: "test"), clocks: time.clocks, log: .silent,
            deadline: nil)
    }

    /// Keeps and pins blobs until the cache refuses one; returns them and the refusal.
    private func fill(_ cache: AttachmentCache, bytes: Int) async throws -> (blobs: [Blob], error: CacheError?) {
        var blobs: [Blob] = []
        for seed in 0..<2000 {
            do {
                await cache.prepareRoom(expectedBytes: Int64(bytes))
                let blob = try await cache.keep(sample(seed, count: bytes), at: "k\(seed)", storedAt: time.wall)
                blobs.append(blob)
                try await cache.pin([blob.digest], until: time.wall.advanced(bySeconds: 600))
            } catch let error as CacheError {
                return (blobs, error)
            }
        }
        return (blobs, nil)
    }

    private func expectSound(_ cache: AttachmentCache, _ blobs: [Blob]) async throws {
        for (seed, blob) in blobs.enumerated() { #expect(await cache.lookUp("k\(seed)")?.content == .blob(blob)) }
        let names = try FileSystemCalls.system.names(cache.layout.temporary, .max)
        #expect(names.isEmpty)
        // A writer may go a moment after its refusal has arrived, with the thread that it was at work on.
        while cache.index.room.current.reserved > 0 { await Task.yield() }
        let report = try await cache.verify(repair: false)
        #expect(report.isClean)
        #expect(report.checked == Int64(blobs.count))
    }

    private func isFull(_ error: CacheError?) -> Bool {
        guard case .storageFull = error else { return false }
        return true
    }

    @Test func `leaves the floor of a full disk alone, and goes on when there is room`() async throws {
        guard let disk = try SmallDisk(bytes: 8 << 20, inodes: 5000, orSkipping: "a full disk") else { return }
        let cache = try await open(on: disk)
        let (blobs, error) = try await fill(cache, bytes: 100_000)
        #expect(isFull(error))
        #expect(blobs.count > 50)
        let space = try #require(cache.diskSpace)
        #expect(space.freeBytes >= space.byteFloor)
        try await expectSound(cache, blobs)
        // The pins over, what is old makes room.
        time.advance(bySeconds: 601)
        await cache.prepareRoom(expectedBytes: 300_000)
        try await cache.keep(sample(5000, count: 300_000), at: "large", storedAt: time.wall)
        #expect(await cache.lookUp("large") != nil)
        #expect(cache.counts.evicted > 0)
    }

    @Test func `survives a disk that somebody else has filled to the last byte`() async throws {
        guard let disk = try SmallDisk(bytes: 8 << 20, inodes: 5000, orSkipping: "a disk filled by others") else {
            return
        }
        let cache = try await open(on: disk)
        let blob = try await cache.keep(sample(0), at: "k0", storedAt: time.wall)
        try await cache.pin([blob.digest], until: time.wall.advanced(bySeconds: 600))
        let begun = try cache.makeWriter(expectedBytes: 100_000)
        let filler = disk.path + "/filler"
        let file = try FileSystemCalls.system.create(filler, 0o600)
        var offset: Int64 = 0
        let page = [UInt8](repeating: 1, count: 4096)
        while (try? FileSystemCalls.system.write(file.number, page.span, offset)) != nil { offset += 4096 }
        // A download that is under way, a new one, and the index itself.
        var error = #expect(throws: CacheError.self) { try begun.take([UInt8](repeating: 2, count: 100_000)) }
        #expect(isFull(error))
        await cache.prepareRoom(expectedBytes: 5000)
        error = #expect(throws: CacheError.self) { try cache.makeWriter(expectedBytes: 5000) }
        #expect(isFull(error))
        var indexError: CacheError?
        for number in 0..<2000 where indexError == nil {
            do throws(CacheError) {
                try await cache.store(failure("f\(number)", storedAt: time.wall))
            } catch {
                indexError = error
            }
        }
        #expect(isFull(indexError))
        #expect(await cache.lookUp("k0")?.content == .blob(blob))
        try FileSystemCalls.system.empty(file.number)
        try await cache.keep(sample(1), at: "k1", storedAt: time.wall)
        #expect(await cache.lookUp("k1") != nil)
        #expect(try await cache.verify(repair: false).isClean)
        try await cache.close()
        let again = try await open(on: disk)
        #expect(await again.lookUp("k0")?.content == .blob(blob))
    }

    @Test func `says that a disk without inodes is full, and goes on when there are some`() async throws {
        guard let disk = try SmallDisk(bytes: 64 << 20, inodes: 120, orSkipping: "inodes used up") else { return }
        let cache = try await open(on: disk)
        let (blobs, error) = try await fill(cache, bytes: 2000)
        #expect(isFull(error))
        #expect(blobs.count > 30)
        try await expectSound(cache, blobs)
        // Somebody takes the rest.
        var taken: [String] = []
        for number in 0..<200 {
            let path = disk.path + "/\(number)"
            guard (try? FileSystemCalls.system.create(path, 0o600)) != nil else { break }
            taken.append(path)
        }
        await cache.prepareRoom(expectedBytes: 2000)
        let refusal = #expect(throws: CacheError.self) { try cache.makeWriter(expectedBytes: 2000) }
        #expect(isFull(refusal))
        for path in taken { try FileSystemCalls.system.remove(path) }
        time.advance(bySeconds: 601)
        await cache.prepareRoom(expectedBytes: 2000)
        try await cache.keep(sample(5000), at: "new", storedAt: time.wall)
        #expect(await cache.lookUp("new") != nil)
    }

    @Test func `lives on a disk that broke, keeps answering, and is whole after its repair`() async throws {
        guard let disk = try SmallDisk(ext4Megabytes: 32, orSkipping: "a file system that broke") else { return }
        let cache = try await open(on: disk)
        let blob = try await cache.keep(sample(0), at: "k0", storedAt: time.wall)
        guard try disk.abort() else {
            print("skipped: a file system that broke (it cannot be made to)")
            return
        }
        let error = await #expect(throws: CacheError.self) {
            try await cache.keep(sample(1), at: "k1", storedAt: time.wall)
        }
        guard case .storageError = error else {
            Issue.record("not a storage error: \(String(describing: error))")
            return
        }
        await #expect(throws: CacheError.self) {
            try await cache.pin([blob.digest], until: time.wall.advanced(bySeconds: 9))
        }
        #expect(await cache.lookUp("k0")?.content == .blob(blob))
        #expect(await cache.lookUp("k1") == nil)
        // A writer may go a moment after its refusal has arrived, with the thread that it was at work on.
        while cache.index.room.current.reserved > 0 { await Task.yield() }
        await #expect(throws: CacheError.self) { try await cache.close() }
    }

    @Test func `says why it cannot be opened on a read-only disk`() async throws {
        guard let disk = try SmallDisk(bytes: 8 << 20, inodes: 500, orSkipping: "a read-only disk") else { return }
        let blob: Blob
        do {
            let cache = try await open(on: disk)
            blob = try await cache.keep(sample(0), at: "k0", storedAt: time.wall)
            try await cache.close()
        }
        let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
        try #require(unsafe mount("tmpfs", disk.path, "tmpfs", flags, nil) == 0)
        let error = await #expect(throws: CacheError.self) { try await open(on: disk) }
        #expect(error?.detail.contains("Read-only file system") == true)
        try #require(unsafe mount("tmpfs", disk.path, "tmpfs", UInt(MS_REMOUNT), nil) == 0)
        #expect(await (try open(on: disk)).lookUp("k0")?.content == .blob(blob))
    }
}
