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

    private func digest(in cache: AttachmentCache) async throws -> Digest {
        try await cache.keep(sample(1), at: key, storedAt: now).digest
    }

    @Test func `has ready what was opened before, with the same bytes`() async throws {
        let cache = try await bench.open()
        let digest = try await digest(in: cache)
        #expect(cache.ready(digest) == nil)
        let (blob, _) = try #require(await cache.open(digest))
        for _ in 0..<2 {
            let ready = try #require(cache.ready(digest))
            #expect(ready.found.blob == blob)
            guard case .bytes(let bytes) = ready.content else {
                Issue.record("a small blob's bytes are kept")
                return
            }
            #expect(try bytes == Fixture.readFile(blob.path))
        }
    }

    @Test func `has nothing ready once the file was touched, and again once it was found right`() async throws {
        let cache = try await bench.open()
        let digest = try await digest(in: cache)
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
        let digest = try await digest(in: cache)
        let (blob, _) = try #require(await cache.open(digest))
        #expect(cache.ready(digest) != nil)
        #expect(unsafe unlink(blob.path) == 0)
        #expect(cache.ready(digest) == nil)
        #expect(await cache.open(digest) == nil)
        #expect(cache.ready(digest) == nil)
    }
}
