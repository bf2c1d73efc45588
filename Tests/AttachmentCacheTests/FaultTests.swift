import Fixtures
import Glibc
import Synchronization
import Telemetry
import Testing

@testable import AttachmentCache

extension CacheIndex {
    /// Lets the index grow no further: SQLite then answers as on a full disk.
    func freezeSize() throws(CacheError) {
        try attempt { database throws(SQLiteError) in try database.connection.execute("PRAGMA max_page_count = 1") }
    }

    func allowGrowth() throws(CacheError) {
        try attempt { database throws(SQLiteError) in
            try database.connection.execute("PRAGMA max_page_count = 1000000")
        }
    }
}

/// Every step of keeping an attachment fails, with every error that matters.
@Suite(.timeLimit(.minutes(20))) struct FaultTests {
    static let codes: [(code: Int32, isFull: Bool)] = [
        (ENOSPC, true), (EDQUOT, true), (EIO, false), (EROFS, false), (EMFILE, false),
    ]
    static let steps: [DiskStep] = [
        .openUnnamed, .write, .setMode, .syncData, .status, .linkUnnamed, .makeFolder, .syncFolder,
    ]

    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test(arguments: FaultTests.steps, FaultTests.codes.indices)
    func `reports a failed step and leaves nothing behind`(_ step: DiskStep, _ row: Int) async throws {
        let (code, isFull) = FaultTests.codes[row]
        let disk = FaultyFileSystem.failing(step, code)
        let cache = try await bench.open(calls: disk.calls) { $0.durability = .full }
        let kept = try await cache.keep(sample(0), at: "k0", storedAt: bench.time.wall)
        disk.arm()
        let error = await #expect(throws: CacheError.self) {
            try await cache.keep(sample(1), at: "k1", storedAt: bench.time.wall)
        }
        switch error {
        case .storageFull: #expect(isFull)
        case .storageError: #expect(!isFull)
        default: Issue.record("not a storage error: \(String(describing: error))")
        }
        disk.arm(false)
        #expect(try bench.blobFiles() == [kept.path])
        #expect(try bench.temporaryFiles() == [])
        #expect(await cache.lookUp("k1") == nil)
        #expect(await cache.lookUp("k0")?.content == .blob(kept))
        // The writer may go a moment after its refusal has arrived, with the thread that it was at work on.
        while cache.index.room.current.reserved > 0 { await Task.yield() }
        // The fault over, the same bytes can be kept.
        try await cache.keep(sample(1), at: "k1", storedAt: bench.time.wall)
        #expect(await cache.lookUp("k1") != nil)
    }

    @Test func `does not acknowledge a blob whose folder is not on the disk`() async throws {
        let disk = FaultyFileSystem.failing(.syncFolder, EIO)
        let cache = try await bench.open(calls: disk.calls)
        disk.arm()
        await #expect(throws: CacheError.storageError("syncFolder: Input/output error")) {
            try await cache.publish(sample(1))
        }
        #expect(try bench.blobFiles() == [])
        disk.arm(false)
        try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        #expect(await cache.lookUp("k") != nil)
    }

    @Test func `reports a full index and keeps what it has`() async throws {
        let cache = try await bench.open()
        let kept = try await cache.keep(sample(0), at: "k0", storedAt: bench.time.wall)
        try await cache.index.freezeSize()
        var failed = 0
        for seed in 1..<60 {
            do {
                try await cache.keep(sample(seed), at: "https://a.example/\(seed)", storedAt: bench.time.wall)
            } catch let error as CacheError {
                guard case .storageFull = error else {
                    Issue.record("\(error)")
                    continue
                }
                failed += 1
            }
        }
        #expect(failed > 0)
        #expect(await cache.lookUp("k0")?.content == .blob(kept))
        #expect(Int64(try bench.blobFiles().count) == (try await cache.totals().blobs))
        try await cache.index.allowGrowth()
        try await cache.keep(sample(99), at: "k99", storedAt: bench.time.wall)
        #expect(await cache.lookUp("k99") != nil)
    }

    @Test func `tells what it holds while it can write nothing`() async throws {
        let cache = try await bench.open()
        let kept = try await cache.keep(sample(0), at: "k0", storedAt: bench.time.wall)
        try await cache.index.freezeSize()
        // Uses that nobody has recorded: a look-up's and a pin that was noted.
        #expect(await cache.lookUp("k0")?.content == .blob(kept))
        cache.noteReading(kept.digest)
        await #expect(throws: CacheError.self) { try await cache.index.recordUses() }
        cache.noteReading(kept.digest)
        #expect(try await cache.statistics().totals.blobs == 1)
    }

    @Test func `works where the file system has no nameless files`() async throws {
        let disk = FaultyFileSystem.failing(.openUnnamed, EOPNOTSUPP)
        disk.arm()
        let cache = try await bench.open(calls: disk.calls)
        let blob = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        #expect(try Fixture.readFile(blob.path) == sample(1))
        #expect(await cache.lookUp("k")?.content == .blob(blob))
        try await cache.keep(sample(1), at: "k2", storedAt: bench.time.wall)
        do {
            let writer = try cache.makeWriter(expectedBytes: nil)
            try writer.take(sample(2))
            #expect(try bench.temporaryFiles().count == 1)
            let reader = try writer.readOnlyDescriptor()
            #expect(try SHA256.digest(ofDescriptor: reader.number) != blob.digest)
        }
        #expect(try bench.temporaryFiles() == [])
        #expect(try bench.blobFiles() == [blob.path])
    }

    @Test func `keeps the file of a digest that is being placed when its row goes`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        await cache.index.beginPlacing(blob.digest)
        await cache.index.beginPlacing(blob.digest)
        for _ in 0..<2 {
            let report = try await cache.purge(.all)
            #expect(report.orphans == 0)
            #expect(try bench.blobFiles() == [blob.path])
            await cache.index.endPlacing(blob.digest)
        }
        #expect(try await cache.totals() == CacheTotals())
        // Another publication of the same bytes finds and reuses the file.
        try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        #expect(cache.counts.reused == 1)
        #expect(try await cache.purge(.all).blobs == 1)
        #expect(try bench.blobFiles() == [])
    }

    /// Somebody else removes the blob's file between its name and its row.
    @Test(arguments: [(true, 1, true), (true, 2, false), (false, 1, false)])
    func `places its own file if another's was removed, and gives up if its own was`(
        _ isReused: Bool, _ times: Int, _ succeeds: Bool
    ) async throws {
        let left = Mutex(times)
        let path = bench.root + "/blobs/sha256/"
        let name = try #require(BlobName(digest: digest(sample(1)), fileExtension: "jpg"))
        let disk = FaultyFileSystem(after: { (step: DiskStep) throws(SystemCallError) in
            guard step == .syncFolder, left.withLock({ $0 }) > 0 else { return }
            left.withLock { $0 -= 1 }
            try FileSystemCalls.system.remove(path + name.digest.hexadecimal.prefix(2) + "/" + name.text)
        })
        let cache = try await bench.open(calls: disk.calls) { $0.durability = .full }
        let other = try await cache.publish(sample(isReused ? 1 : 2))
        // The shard is there, so that the only folder synced below is that of the blob.
        _ = try FileSystemCalls.system.makeFolder(bench.layout.shard(name.digest))
        disk.arm()
        if succeeds {
            #expect(try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall) == other)
            #expect(await cache.lookUp("k")?.content == .blob(other))
        } else {
            await #expect(throws: CacheError.storageError("the blob's file was removed by somebody else")) {
                try await cache.publish(sample(1))
            }
        }
        disk.arm(false)
        #expect(try bench.wrongBlobs() == [])
        #expect(!(await cache.index.isBeingPlaced(name.digest)))
        try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        #expect(await cache.lookUp("k") != nil)
    }

    @Test func `replaces a damaged file that has the name`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        try overwrite(blob.path, with: sample(2))
        let disk = try await cache.publish(sample(1))
        #expect(disk == blob)
        #expect(try bench.wrongBlobs() == [])
        #expect(try bench.temporaryFiles() == [])
        #expect(await cache.lookUp("k")?.content == .blob(blob))
        #expect(cache.counts.corrupt == 0)
    }

    @Test func `leaves a damaged file where it was if it cannot be replaced`() async throws {
        let disk = FaultyFileSystem.failing(.rename, EIO)
        let cache = try await bench.open(calls: disk.calls)
        let blob = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        try overwrite(blob.path, with: sample(2))
        disk.arm()
        await #expect(throws: CacheError.storageError("rename: Input/output error")) {
            try await cache.publish(sample(1))
        }
        #expect(try bench.temporaryFiles() == [])
        #expect(await cache.lookUp("k") == nil)
    }
}
