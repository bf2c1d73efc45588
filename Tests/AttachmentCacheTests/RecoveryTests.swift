import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct RecoveryTests {
    /// What became of an index.
    enum Damage: String, CaseIterable, Sendable {
        case garbage, pageOfZeros, rowsOverwritten, foreign, newer, truncated, noTables, removed

        /// The word in the name of the file that is kept; nil if none is.
        var keptAs: String? {
            switch self {
            case .removed: nil
            case .newer: "newer"
            default: "damaged"
            }
        }

        func apply(to path: String) throws {
            var bytes = try Fixture.readFile(path)
            switch self {
            case .garbage: bytes = sample(3, count: 20_000)
            case .pageOfZeros: bytes.replaceSubrange(0..<4096, with: [UInt8](repeating: 0, count: 4096))
            case .rowsOverwritten:
                bytes.replaceSubrange(4096..., with: [UInt8](repeating: 0xff, count: bytes.count - 4096))
            case .truncated: bytes = Array(bytes.prefix(5000))
            case .foreign: try SQLiteConnection(path: path, access: .readWrite).execute("PRAGMA application_id = 7")
            case .newer: try SQLiteConnection(path: path, access: .readWrite).execute("PRAGMA user_version = 3")
            case .noTables: try SQLiteConnection(path: path, access: .readWrite).execute("DROP TABLE totals")
            case .removed: try FileSystemCalls.system.remove(path)
            }
            guard [.garbage, .pageOfZeros, .rowsOverwritten, .truncated].contains(self) else { return }
            try overwrite(path, with: bytes)
        }
    }

    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test(arguments: Damage.allCases)
    func `sets an index aside that cannot be used and adopts the blobs`(_ damage: Damage) async throws {
        let cache = try await bench.open()
        var blobs: [Blob] = []
        for seed in 0..<20 {
            blobs.append(try await cache.keep(sample(seed), at: "k\(seed)", storedAt: bench.time.wall))
        }
        try await cache.close()
        try damage.apply(to: bench.layout.index)

        let again = try await AttachmentCache.open(
            bench.configuration(), clocks: bench.time.clocks, log: .silent, deadline: nil)
        await again.adoptionEnded()
        let kept = try FileSystemCalls.system.names(bench.root, .max).filter {
            $0.hasPrefix("index.sqlite.") && !$0.hasSuffix("-wal")
        }
        #expect(kept.count == (damage.keptAs == nil ? 0 : 1))
        if let word = damage.keptAs { #expect(kept.first?.hasPrefix("index.sqlite.\(word)-2027-") == true) }
        #expect(try bench.blobFiles().count == 20)
        #expect(await again.lookUp("k0") == nil)
        #expect(again.counts.adopted == 20)
        for blob in blobs {
            let adopted = await again.blob(blob.digest)
            #expect(adopted?.path == blob.path)
            #expect(adopted?.description.mime == "image/jpeg")
        }
        #expect(again.counts.rehashed == 20)
        #expect(try await again.totals().blobs == 20)
        // The cache works, and the bytes that are there are not stored again.
        let stored = try await again.keep(sample(0), at: "k0", storedAt: bench.time.wall)
        #expect(stored == blobs[0])
        #expect(await again.lookUp("k0")?.content == .blob(blobs[0]))
    }

    @Test func `adopts no file that lies`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.publish(sample(1))
        try await cache.close()
        try overwrite(blob.path, with: sample(2))
        try Damage.removed.apply(to: bench.layout.index)
        let again = try await bench.open()
        await again.adoptionEnded()
        #expect(again.counts.adopted == 1)
        #expect(await again.blob(blob.digest) == nil)
        #expect(again.counts.corrupt == 1)
        #expect(try bench.blobFiles() == [])
    }

    @Test func `lets adopted blobs go before all others`() async throws {
        let cache = try await bench.open()
        for seed in 0..<10 { _ = try await cache.publish(sample(seed)) }
        try await cache.close()
        try Damage.removed.apply(to: bench.layout.index)
        let again = try await bench.open { $0.maxBytes = 20 * 8192 }
        await again.adoptionEnded()
        // A descriptor of before may name them for an hour.
        await again.prepareRoom(expectedBytes: 18 * 8192)
        #expect(try await again.totals().blobs == 10)
        bench.time.advance(bySeconds: PinRules.afterDescriptor)
        for seed in 20..<28 { try await again.keep(sample(seed), at: "k\(seed)", storedAt: bench.time.wall) }
        await again.prepareRoom(expectedBytes: 10 * 8192)
        for seed in 20..<28 { #expect(await again.lookUp("k\(seed)") != nil) }
        #expect(try await again.totals().blobs < 12)
    }

    @Test func `replaces an index that is damaged while it is open`() async throws {
        let cache = try await bench.open()
        for seed in 0..<200 { try await cache.store(failure("k\(seed)", storedAt: bench.time.wall)) }
        try await cache.index.checkpoint()
        let bytes = try Fixture.readFile(bench.layout.index)
        try overwrite(bench.layout.index, with: [UInt8](repeating: 0x5a, count: bytes.count))
        try await cache.index.forgetPages()
        for seed in 0..<200 { _ = await cache.lookUp("k\(seed)") }
        #expect(cache.counts.indexesSetAside == 1)
        try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        #expect(await cache.lookUp("k") != nil)
    }

    @Test func `empties the folder of temporary files, whatever is in it`() async throws {
        try await bench.open().close()
        let temporary = bench.layout.temporary
        for name in ["old", "replace-x"] { _ = try FileSystemCalls.system.create(temporary + "/" + name, 0o600) }
        _ = try FileSystemCalls.system.makeFolder(temporary + "/folder")
        _ = try FileSystemCalls.system.create(temporary + "/folder/file", 0o600)
        try #require(unsafe symlink("/", temporary + "/link") == 0)
        let cache = try await bench.open()
        #expect(try bench.temporaryFiles() == [])
        try await cache.close()
    }

    @Test func `refuses a folder with something else in it and touches nothing`() async throws {
        _ = try FileSystemCalls.system.makeFolder(bench.root)
        _ = try FileSystemCalls.system.makeFolder(bench.root + "/tmp")
        _ = try FileSystemCalls.system.create(bench.root + "/tmp/mine", 0o600)
        let error = await #expect(throws: CacheError.self) { try await bench.open() }
        guard case .cannotCreate = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try FileSystemCalls.system.names(bench.root, .max) == ["tmp"])
        #expect(try bench.temporaryFiles() == ["mine"])
    }

    @Test func `refuses a path that is a file`() async throws {
        _ = try FileSystemCalls.system.create(bench.root, 0o600)
        await #expect(throws: CacheError.self) { try await bench.open() }
        await #expect(throws: CacheError.self) { try await bench.open { $0.directory = bench.root + "/below" } }
    }

    @Test func `makes the parents of its folder`() async throws {
        let cache = try await bench.open { $0.directory = bench.root + "/a/b/c/" }
        #expect(cache.directory.hasSuffix("/cache/a/b/c"))
        try await cache.close()
    }

    @Test func `adopts after an unclean stop and not after a clean one`() async throws {
        let cache = try await bench.open()
        try await cache.close()
        let orphan = try #require(BlobName(digest: digest(sample(1)), fileExtension: "png"))
        _ = try FileSystemCalls.system.makeFolder(bench.layout.shard(orphan.digest))
        let file = try FileSystemCalls.system.create(bench.layout.path(orphan), 0o440)
        try FileSystemCalls.system.write(file.number, sample(1).span, 0)
        let clean = try await bench.open()
        await clean.adoptionEnded()
        #expect(await clean.blob(orphan.digest) == nil)
        try await clean.index.pretendUncleanStop()
        let unclean = try await bench.open()
        await unclean.adoptionEnded()
        #expect(await unclean.blob(orphan.digest)?.description.format == "png")
    }

    @Test func `adopts no blob that is being placed at that moment`() async throws {
        let cache = try await bench.open()
        let name = try #require(BlobName(digest: digest(sample(1)), fileExtension: "jpg"))
        _ = try FileSystemCalls.system.makeFolder(bench.layout.shard(name.digest))
        try FileSystemCalls.system.create(bench.layout.path(name), 0o440).use { number throws(SystemCallError) in
            try FileSystemCalls.system.write(number, sample(1).span, 0)
        }
        let adopter = cache.adopter(pinnedUntil: bench.time.wall.advanced(bySeconds: 60))
        await cache.index.beginPlacing(name.digest)
        await adopter.run()
        #expect(try await cache.totals().blobs == 0)
        await cache.index.endPlacing(name.digest)
        await adopter.run()
        #expect(try await cache.totals().blobs == 1)
    }
}

extension CacheIndex {
    func checkpoint() throws(CacheError) {
        try attempt { database throws(SQLiteError) in
            try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    func forgetPages() throws(CacheError) {
        try attempt { database throws(SQLiteError) in try database.connection.execute("PRAGMA shrink_memory") }
    }

    /// Closes without noting it.
    func pretendUncleanStop() throws(CacheError) {
        try close()
        _ = Result { () throws(SQLiteError) in
            try SQLiteConnection(path: layout.index, access: .readWrite).execute("UPDATE state SET clean = 0")
        }
    }
}
