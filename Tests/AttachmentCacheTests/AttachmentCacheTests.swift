import CLinux
import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct AttachmentCacheTests {
    let bench: CacheBench
    var now: WallTime { bench.time.wall }

    init() throws {
        bench = try CacheBench()
    }

    @Test func `keeps bytes under their digest and finds them by key and by digest`() async throws {
        let cache = try await bench.open()
        let bytes = try Fixture.bytes("photo.jpg")
        let blob = try await cache.keep(bytes, at: "https://a.example/p.jpg", storedAt: now)
        #expect(try Fixture.readFile(blob.path) == bytes)
        #expect(
            blob.path == cache.directory
                + "/blobs/sha256/\(blob.digest.hexadecimal.prefix(2))/\(blob.digest.hexadecimal).jpg")
        #expect(await cache.lookUp("https://a.example/p.jpg") == entry("https://a.example/p.jpg", blob, storedAt: now))
        #expect(await cache.blob(blob.digest) == blob)
        #expect(await cache.lookUp("https://a.example/P.jpg") == nil)
        #expect(try await cache.totals().entries == 1)
    }

    @Test func `keeps every field of a description and an entry`() async throws {
        let cache = try await bench.open()
        let film = MediaDescription(
            kind: "video", format: "mp4", mime: "video/mp4", type: "public.mpeg-4", width: .max, height: 0, frames: 3,
            durationMilliseconds: 29_999, codecs: ["avc1.64001f", "mp4a.40.2"], hasAlpha: true, canvasPixels: 1 << 40,
            trailingBytes: 7)
        let blob = try await cache.publish(sample(1), as: film)
        var whole = entry("k", blob, storedAt: now)
        whole.staleIfErrorUntil = WallTime(milliseconds: -1)
        try await cache.store(whole)
        #expect(await cache.lookUp("k") == whole)
        let remembered = failure("f", storedAt: now)
        try await cache.store(remembered)
        #expect(await cache.lookUp("f") == remembered)
    }

    @Test func `gives the files the modes of the layout`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "k", storedAt: now)
        func mode(_ path: String) throws -> UInt32 {
            var facts = stat()
            try #require(unsafe lstat(path, &facts) == 0)
            return facts.st_mode & 0o7777
        }
        let root = cache.directory
        // What whoever runs the tests withholds from all files; `umask(2)` would change it for the other tests meanwhile.
        let status = String(decoding: try Fixture.readFile("/proc/self/status"), as: UTF8.self)
        let mask = try #require(status.firstMatch(of: #/Umask:\s+([0-7]+)/#).flatMap { UInt32($0.output.1, radix: 8) })
        #expect(try mode(root) == 0o750 & ~mask)
        #expect(try mode(root + "/lock") == 0o640 & ~mask)
        #expect(try mode(root + "/index.sqlite") == 0o640)
        #expect(try mode(root + "/index.sqlite-wal") == 0o640)
        #expect(try mode(root + "/blobs/sha256") == 0o750 & ~mask)
        #expect(try mode(blob.path) == 0o440)
        #expect(try Fixture.readFile(root + "/CACHEDIR.TAG") == Array(CacheLayout.tagText.utf8))
        #expect(try Fixture.readFile(Fixture.repository + "/cache/CACHEDIR.TAG") == Array(CacheLayout.tagText.utf8))
    }

    @Test func `shows a person what is in the index`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "https://a.example/1", storedAt: now)
        try await cache.store(failure("https://a.example/2", storedAt: now))
        let reader = try SQLiteConnection(path: bench.layout.index, access: .readOnly)
        let rows = try SQLiteStatement("SELECT * FROM contents ORDER BY url", on: reader).all { row in
            (0..<7).map { row.text($0) ?? "-" }.joined(separator: " ")
        }
        let times = "2027-01-15T08:00:00Z 2027-01-15T09:00:00Z"
        #expect(
            rows == [
                "https://a.example/1 - image \(sample(1).count) \(blob.digest.hexadecimal).jpg \(times)",
                "https://a.example/2 http-status - - - 2027-01-15T08:00:00Z 2027-01-15T08:01:00Z",
            ])
    }

    @Test func `gives the same bytes a new name when their extension changes`() async throws {
        let cache = try await bench.open()
        let old = try await cache.keep(sample(1), at: "k", storedAt: now)
        let writer = try cache.makeWriter(expectedBytes: nil)
        try writer.take(sample(1))
        let new = try await cache.publish(writer, fileExtension: "png", description: jpeg)
        #expect(new.path != old.path)
        #expect(await cache.lookUp("k")?.content == .blob(new))
        #expect(try await cache.totals().blobs == 1)
        #expect(try await cache.purge(.all).orphans == 1)
        #expect(try bench.blobFiles() == [])
    }

    @Test func `stores equal bytes of two keys once`() async throws {
        let cache = try await bench.open()
        let first = try await cache.keep(sample(1), at: "https://a.example/?s=1", storedAt: now)
        let second = try await cache.keep(sample(1), at: "https://a.example/?s=2", storedAt: now)
        #expect(first == second)
        #expect(try bench.blobFiles().count == 1)
        #expect(try await cache.totals().blobs == 1)
        #expect(try await cache.totals().entries == 2)
        #expect(cache.counts.reused == 1)
    }

    @Test func `replaces an entry and keeps the old bytes`() async throws {
        let cache = try await bench.open()
        let old = try await cache.keep(sample(1), at: "k", storedAt: now)
        let new = try await cache.keep(sample(2), at: "k", storedAt: now)
        #expect(await cache.lookUp("k")?.content == .blob(new))
        #expect(await cache.blob(old.digest) == old)
        try await cache.store(failure("k", storedAt: now))
        #expect(try await cache.totals().entries == 0)
        #expect(try await cache.totals().failures == 1)
    }

    @Test func `forgets a key and keeps its blob`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "k", storedAt: now)
        try await cache.remove("k")
        try await cache.remove("never stored")
        #expect(await cache.lookUp("k") == nil)
        #expect(await cache.blob(blob.digest) == blob)
    }

    @Test(arguments: CacheConfiguration.Durability.allCases)
    func `finds everything after a new start`(_ durability: CacheConfiguration.Durability) async throws {
        let cache = try await bench.open { $0.durability = durability }
        var blobs: [Blob] = []
        for seed in 0..<20 {
            blobs.append(try await cache.keep(sample(seed), at: "https://a.example/\(seed)", storedAt: now))
        }
        try await cache.store(failure("https://a.example/gone", storedAt: now))
        try await cache.settle()
        let totals = try await cache.totals()
        try await cache.close()
        let again = try await bench.open { $0.durability = durability }
        #expect(try await again.totals() == totals)
        for (seed, blob) in blobs.enumerated() {
            #expect(await again.lookUp("https://a.example/\(seed)")?.content == .blob(blob))
        }
        #expect(await again.lookUp("https://a.example/gone") == failure("https://a.example/gone", storedAt: now))
        #expect(again.counts.rehashed == 0)
    }

    @Test func `does nothing after it was closed`() async throws {
        let cache = try await bench.open()
        try await cache.close()
        try await cache.close()
        await #expect(throws: CacheError.storageError("the cache is closed")) { try await cache.publish(sample(1)) }
        await #expect(throws: CacheError.self) { try await cache.store(failure("k", storedAt: now)) }
        #expect(await cache.lookUp("k") == nil)
    }

    @Test func `stores many at once and shares commits`() async throws {
        let cache = try await bench.open()
        let time = now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<100 {
                group.addTask { _ = try await cache.keep(sample(seed % 25), at: "k\(seed)", storedAt: time) }
            }
            try await group.waitForAll()
        }
        #expect(try await cache.totals().entries == 100)
        #expect(try bench.blobFiles().count == 25)
        #expect(try bench.wrongBlobs() == [])
        #expect(try bench.temporaryFiles() == [])
    }

    @Test func `refuses an empty body`() async throws {
        let cache = try await bench.open()
        let writer = try cache.makeWriter(expectedBytes: 0)
        await #expect(throws: CacheError.storageError("an empty body cannot be stored")) {
            try await cache.publish(writer, fileExtension: "jpg", description: jpeg)
        }
    }

    @Test(arguments: ["", "jpegjpegj", "../x", "JPG", "j.g", "j g"])
    func `refuses an extension that is none`(_ text: String) async throws {
        let cache = try await bench.open()
        let writer = try cache.makeWriter(expectedBytes: nil)
        try writer.take(sample(1))
        await #expect(throws: CacheError.self) {
            try await cache.publish(writer, fileExtension: text, description: jpeg)
        }
    }

    @Test func `says that a blob is gone if it went before its entry came`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.publish(sample(1))
        bench.time.advance(bySeconds: 7200)
        #expect(try await cache.gc().blobs == 1)
        await #expect(throws: CacheError.blobGone(blob.digest)) {
            try await cache.store(entry("k", blob, storedAt: now))
        }
    }

    @Test func `keeps keys apart whose hashes collide`() async throws {
        let cache = try await bench.open(hash: KeyHash { _ in 42 })
        var blobs: [Blob] = []
        for seed in 0..<8 { blobs.append(try await cache.keep(sample(seed), at: "k\(seed)", storedAt: now)) }
        for seed in 0..<8 { #expect(await cache.lookUp("k\(seed)")?.content == .blob(blobs[seed])) }
        try await cache.remove("k3")
        #expect(await cache.lookUp("k7")?.content == .blob(blobs[7]))
        try await cache.store(failure("k7", storedAt: now))
        #expect(try await cache.totals().entries == 6)
        #expect(await cache.lookUp("k8") == nil)
    }

    @Test func `lets the oldest of too many colliding keys go`() async throws {
        let cache = try await bench.open(hash: KeyHash { _ in .max })
        for seed in 0..<9 {
            try await cache.keep(sample(seed), at: "k\(seed)", storedAt: now)
            bench.time.advance(bySeconds: 1)
        }
        #expect(await cache.lookUp("k0") == nil)
        #expect(await cache.lookUp("k1") != nil)
        #expect(await cache.lookUp("k8") != nil)
        #expect(try await cache.totals().entries == 8)
    }

    @Test func `keeps the number of entries and failures bounded`() async throws {
        let cache = try await bench.open {
            $0.maxEntries = 5
            $0.maxFailures = 5
        }
        for seed in 0..<9 {
            try await cache.keep(sample(1), at: "k\(seed)", storedAt: now)
            try await cache.store(failure("f\(seed)", storedAt: now))
            bench.time.advance(bySeconds: 1)
        }
        #expect(try await cache.totals().entries == 5)
        #expect(try await cache.totals().failures == 5)
        #expect(await cache.lookUp("k3") == nil)
        #expect(await cache.lookUp("k4") != nil)
        #expect(await cache.lookUp("f3") == nil)
        #expect(await cache.lookUp("f8") != nil)
        #expect(cache.counts.trimmed == 8)
    }
}
