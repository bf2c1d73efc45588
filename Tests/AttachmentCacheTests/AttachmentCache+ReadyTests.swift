import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct ReadyTests {
    let bench: CacheBench
    var now: WallTime { bench.time.wall }
    private let key = "https://a.example/1"

    init() throws {
        bench = try CacheBench()
    }

    private func storedDigest(in cache: AttachmentCache) async throws -> Digest {
        try await cache.keep(sample(1), at: key, storedAt: now).digest
    }

    @Test func `has ready what was opened before, with the same bytes`() async throws {
        let cache = try await bench.open()
        let digest = try await storedDigest(in: cache)
        #expect(cache.ready(digest) == nil)
        let (blob, _) = try #require(await cache.open(digest))
        for _ in 0..<2 {
            let ready = try #require(cache.ready(digest))
            #expect(ready.found.blob == blob)
            guard case .memory(let content) = ready.content else {
                Issue.record("a small blob's bytes are kept")
                return
            }
            #expect(try content.bytes.copy(0..<content.bytes.count) == Fixture.readFile(blob.path))
        }
    }

    @Test func `has nothing ready once the file was touched, and again once it was found right`() async throws {
        let cache = try await bench.open()
        let digest = try await storedDigest(in: cache)
        let (blob, _) = try #require(await cache.open(digest))
        #expect(cache.ready(digest) != nil)
        #expect(unsafe utimes(blob.path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) == 0)
        #expect(cache.ready(digest) == nil)
        #expect(await cache.open(digest) != nil)
        // The row was written anew; the next one who asks finds it there.
        #expect(await cache.open(digest) != nil)
        #expect(cache.ready(digest) != nil)
    }

    @Test func `has nothing ready of what is gone`() async throws {
        let cache = try await bench.open()
        let digest = try await storedDigest(in: cache)
        let (blob, _) = try #require(await cache.open(digest))
        #expect(cache.ready(digest) != nil)
        #expect(unsafe unlink(blob.path) == 0)
        #expect(cache.ready(digest) == nil)
        #expect(await cache.open(digest) == nil)
        #expect(cache.ready(digest) == nil)
    }

    @Test func `has nothing ready once another file of the same size stands in the place of the one in memory`()
        async throws
    {
        let cache = try await bench.open()
        let digest = try await storedDigest(in: cache)
        let (blob, _) = try #require(await cache.open(digest))
        for _ in 0..<2 { #expect(cache.ready(digest) != nil) }
        let other = bench.folder.path + "/other"
        let calls = FileSystemCalls.system
        let file = try calls.create(other, 0o440)
        try file.use { number throws(SystemCallError) in
            try calls.write(number, sample(2, count: 5000).span, 0)
        }
        try calls.rename(other, blob.path)
        #expect(cache.ready(digest) == nil)
        #expect(await cache.open(digest) == nil)
        #expect(cache.ready(digest) == nil)
    }

    @Test(arguments: [(65_535, true), (65_536, true), (65_537, false)])
    func `reads blobs of at most 64 KiB into memory`(count: Int, inMemory: Bool) async throws {
        let cache = try await bench.open()
        let bytes = Array(sample(1, count: count).prefix(count))
        let digest = try await cache.keep(bytes, at: key, storedAt: now).digest
        _ = try #require(await cache.open(digest))
        for _ in 0..<2 {
            switch try #require(cache.ready(digest)).content {
            case .memory(let content):
                #expect(inMemory)
                #expect(content.bytes.copy(0..<count) == bytes)
            case .file(let file):
                #expect(!inMemory)
                #expect(try SHA256.digest(ofDescriptor: file.number) == digest)
            }
        }
    }

    @Test func `lets go of the bytes in memory when the blob is purged`() async throws {
        let cache = try await bench.open()
        let digest = try await storedDigest(in: cache)
        _ = try #require(await cache.open(digest))
        func content() throws -> () -> HotContent? {
            guard case .memory(let content) = try #require(cache.ready(digest)).content else { return { nil } }
            return { [weak content] in content }
        }
        let kept = try content()
        #expect(kept() != nil)
        _ = try await cache.purge(.all)
        #expect(kept() == nil)
        #expect(cache.ready(digest) == nil)
    }

    @Test func `keeps no more than two MiB in memory, and sends the right bytes whatever is there`() async throws {
        let cache = try await bench.open()
        var digests: [Digest] = []
        for number in 0..<40 {
            digests.append(try await cache.publish(sample(number, count: 60_000)).digest)
            _ = try #require(await cache.open(digests[number]))
        }
        var kept: [() -> HotContent?] = []
        var asked = digests
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<6 {
            asked.shuffle(using: &generator)
            for expected in asked {
                switch try #require(cache.ready(expected)).content {
                case .memory(let content):
                    kept.append { [weak content] in content }
                    #expect(try digest(content.bytes.copy(0..<content.bytes.count)) == expected)
                case .file(let file): #expect(try SHA256.digest(ofDescriptor: file.number) == expected)
                }
            }
            let alive = Set(kept.compactMap { $0().map { ObjectIdentifier($0) } })
            // Two MiB hold 34 of them.
            #expect((1...34).contains(alive.count))
        }
    }
}
