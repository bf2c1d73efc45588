import CLinux
import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

/// What somebody did to a blob's file behind the cache's back.
enum Tampering: String, CaseIterable, Sendable {
    case flipped, truncated, grown, emptied, removed, replaced, replacedKeepingTime, link, pipe, folder
    case touched, copied

    /// Whether the bytes are still right.
    var isHarmless: Bool { self == .touched || self == .copied }

    func apply(to path: String, bytes: [UInt8]) throws {
        var wrong = bytes
        wrong[100] ^= 1
        let other = path + ".new"
        switch self {
        case .flipped: try overwrite(path, with: wrong)
        case .truncated: try overwrite(path, with: Array(bytes.dropLast(2000)))
        case .grown: try overwrite(path, with: bytes + [0])
        case .emptied: try overwrite(path, with: [])
        case .touched: try overwrite(path, with: bytes)
        case .removed: try FileSystemCalls.system.remove(path)
        case .replaced: try replace(path, by: wrong, through: other)
        case .copied: try replace(path, by: bytes, through: other)
        case .replacedKeepingTime:
            var facts = stat()
            try #require(unsafe lstat(path, &facts) == 0)
            try replace(path, by: wrong, through: other)
            let times = [facts.st_mtim, facts.st_mtim]
            try #require(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
        case .link:
            _ = try FileSystemCalls.system.rename(path, other)
            try #require(unsafe symlink(other, path) == 0)
        case .pipe:
            try FileSystemCalls.system.remove(path)
            try #require(unsafe mkfifo(path, 0o644) == 0)
        case .folder:
            try FileSystemCalls.system.remove(path)
            _ = try FileSystemCalls.system.makeFolder(path)
        }
    }

    private func replace(_ path: String, by bytes: [UInt8], through other: String) throws {
        let file = try FileSystemCalls.system.create(other, 0o440)
        try FileSystemCalls.system.write(file.number, bytes.span, 0)
        try FileSystemCalls.system.rename(other, path)
    }
}

@Suite struct ChangedBlobTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test(arguments: Tampering.allCases, [false, true])
    func `never serves a file that is not what its name says`(_ tampering: Tampering, byDigest: Bool) async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        try tampering.apply(to: blob.path, bytes: sample(1))
        let found = byDigest ? await cache.blob(blob.digest) != nil : await cache.lookUp("k") != nil
        #expect(found == tampering.isHarmless)
        let counts = cache.counts
        #expect(counts.rehashed == (tampering.isHarmless ? 1 : 0))
        #expect(counts.missing == (tampering == .removed ? 1 : 0))
        #expect(counts.corrupt == (tampering.isHarmless || tampering == .removed ? 0 : 1))
        // Asked again, there is nothing left to find out.
        #expect((await cache.lookUp("k") != nil) == tampering.isHarmless)
        #expect(cache.counts == counts)
        #expect(try await cache.totals().blobs == (tampering.isHarmless ? 1 : 0))
        guard tampering != .folder else { return }
        let again = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        #expect(try Fixture.readFile(again.path) == sample(1))
        #expect(await cache.lookUp("k")?.content == .blob(blob))
    }

    @Test func `keeps a blob that cannot be read just now`() async throws {
        let cache = try await bench.open()
        let blob = try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        try Tampering.touched.apply(to: blob.path, bytes: sample(1))
        try await cache.close()
        var calls = FileSystemCalls.system
        calls.openForReading = { (_: String) throws(SystemCallError) -> OpenedFile in
            throw SystemCallError("open", code: EMFILE)
        }
        let short = try await bench.open(calls: calls)
        #expect(await short.lookUp("k") == nil)
        try await short.close()
        let sound = try await bench.open()
        #expect(await sound.lookUp("k")?.content == .blob(blob))
    }

    @Test func `hashes what was not synced once after the machine went down`() async throws {
        let cache = try await bench.open { $0.durability = .none }
        let right = try await cache.keep(sample(1), at: "right", storedAt: bench.time.wall)
        let torn = try await cache.keep(sample(2), at: "torn", storedAt: bench.time.wall)
        #expect(await cache.lookUp("right") != nil)
        #expect(cache.counts.rehashed == 0)
        try await cache.index.pretendEarlierBoot()
        // Size, time and inode are right; the content is not, as after a lost write.
        try Tampering.replacedKeepingTime.apply(to: torn.path, bytes: sample(2))
        try await cache.index.acceptFile(torn)
        #expect(await cache.lookUp("right")?.content == .blob(right))
        #expect(await cache.lookUp("torn") == nil)
        #expect(await cache.lookUp("right") != nil)
        #expect(cache.counts.rehashed == 1)
        #expect(cache.counts.corrupt == 1)
    }

    @Test(arguments: [("", "", false), ("a", "a", true), ("a", "", false), ("", "a", false), ("a", "b", false)])
    func `trusts a blob without a sync only in a boot that is known to be the same`(
        stored: String, now: String, isSound: Bool
    ) async throws {
        let cache = try await bench.open { $0.durability = .none }
        try await cache.keep(sample(1), at: "k", storedAt: bench.time.wall)
        try await cache.index.pretendEarlierBoot(
            stored.isEmpty ? "UPDATE blobs SET unsynced_boot = ''" : "UPDATE blobs SET unsynced_boot = 'a'")
        #expect(try await cache.index.find("k", boot: now)?.isSound == isSound)
    }
}

extension CacheIndex {
    func pretendEarlierBoot(
        _ update: StaticString = "UPDATE blobs SET unsynced_boot = 'an earlier one'"
    ) throws(CacheError) {
        try change { database throws(SQLiteError) in
            try database.connection.execute(update)
        }
    }

    /// Notes a file as it is now, wrong or not.
    func acceptFile(_ blob: Blob) throws(CacheError) {
        try change { database throws(SQLiteError) in
            guard let row = try database.blob(blob.digest), let status = try? calls.statusAt(blob.path) else { return }
            try database.confirm(row.id, status, unsyncedBoot: row.unsyncedBoot)
        }
    }
}
