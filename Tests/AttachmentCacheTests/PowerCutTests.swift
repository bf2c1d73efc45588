import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

/// The power fails while attachments are kept, at each moment at which something was asked of the disk, done or promised.
///
/// A process keeps attachments, and writes a log of all it does to the disk: the cache by `FileSystemCalls`, SQLite by a VFS
/// (`CCrash`), each sync where it began and where it ended. From the log `CutDisk` tells what a disk is sure to hold at
/// any moment, and chooses among what it may hold besides; that is written to a new folder and opened as a cache, in another
/// boot. A log in the process and no file system in user space, because the latter would see no nameless files (libfuse 3.14
/// does not pass O_TMPFILE on), and so another way of publishing than the one in use; because it would need /dev/fuse, which
/// few machines give to tests; and because it knows no more than the log: both seams are the only ways to the disk.
@Suite struct PowerCutTests {
    /// What was found after the cuts.
    private struct Findings {
        var cuts = 0
        /// Promises that were not kept.
        var lost: [String] = []
        /// Blobs that the cache would have served with other bytes than their name says.
        var torn: [String] = []
        /// Cuts after which there was no cache.
        var unopened: [String] = []
    }

    private static let seed: UInt64 = 20_261_130
    /// All ways of surviving at each moment, rather than one in turn.
    private static let isThorough = Fixture.environment("ATTACHD_TEST_CUTS") == "all"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["full", "group", "none"])
    func `loses and tears nothing that was acknowledged, unless durability is none`(_ durability: String) async throws {
        let root = folder.path + "/cache"
        let log = folder.path + "/log"
        await #expect(processExitsWith: .success) {
            [root = root as String, log = log as String, durability = durability as String] in
            await PowerCutTests.keep(root: root, log: log, durability: durability, forgetting: "")
        }
        let findings = try await cutEverywhere(try CrashRecord.read(log, root: root), inAllWays: durability == "none")
        #expect(findings.cuts > 200)
        #expect(findings.torn == [])
        #expect(findings.unopened == [])
        if durability == "none" {
            // The proof that this test can fail, and what a user of it must expect.
            #expect(!findings.lost.isEmpty)
        } else {
            #expect(findings.lost == [])
        }
        print("\(durability): \(findings.cuts) power cuts, \(findings.lost.count) acknowledged things lost")
    }

    @Test(arguments: ["content", "folders"])
    func `notices a cache that forgets a sync`(_ forgotten: String) async throws {
        let root = folder.path + "/cache"
        let log = folder.path + "/log"
        await #expect(processExitsWith: .success) {
            [root = root as String, log = log as String, forgotten = forgotten as String] in
            await PowerCutTests.keep(root: root, log: log, durability: "group", forgetting: forgotten)
        }
        let findings = try await cutEverywhere(try CrashRecord.read(log, root: root), inAllWays: false)
        #expect(!findings.lost.isEmpty)
        // What has its size and not its content looks as it did: the sync alone keeps it from being served.
        #expect(findings.torn.isEmpty == (forgotten == "folders"))
    }

    private func cutEverywhere(_ records: [CrashRecord], inAllWays: Bool) async throws -> Findings {
        var findings = Findings()
        var generator = SeededGenerator(seed: PowerCutTests.seed)
        var disk = CutDisk()
        var promises: [String] = []
        for (number, record) in records.enumerated() {
            disk.apply(record)
            if record.kind == .promise { promises.append(record.path) }
            guard record.isInstant else { continue }
            let ways = CutDisk.Survival.allCases
            for way in inAllWays || PowerCutTests.isThorough ? ways : [ways[findings.cuts % ways.count]] {
                let remains = disk.cut(way, using: &generator)
                findings.cuts += 1
                try await open(remains, promises, at: "record \(number) \(record.kind) \(way)", &findings)
            }
        }
        return findings
    }

    /// Opens what a cut left as a cache, and compares it with what was promised.
    private func open(
        _ remains: (folders: [String], files: [CutDisk.Remnant]), _ promises: [String], at instant: String,
        _ findings: inout Findings
    ) async throws {
        let cut = try TemporaryFolder.inMemory()
        let root = cut.path + "/cache"
        var calls = FileSystemCalls.system
        for name in remains.folders { _ = try calls.makeFolder(name.isEmpty ? root : root + "/" + name) }
        var identities: [String: (inode: Int64, modified: Int64)] = [:]
        for file in remains.files {
            let path = root + "/" + file.path
            try calls.create(path, 0o640).use { number throws(SystemCallError) in
                try FileSystemCalls.system.write(number, file.bytes.span, 0)
            }
            identities[path] = (file.inode, file.modified)
        }
        // A copy has another inode and time, and would be hashed for that alone; a disk keeps them through a power cut.
        calls.statusAt = { [identities] (path: String) throws(SystemCallError) -> FileStatus in
            var status = try FileSystemCalls.system.statusAt(path)
            if let identity = identities[path] {
                status.identity.inode = identity.inode
                status.identity.modifiedNanoseconds = identity.modified
            }
            return status
        }
        var configuration = CacheConfiguration(directory: root, command: "cut")
        configuration.durability = .none
        let cache: AttachmentCache
        do {
            cache = try await AttachmentCache.open(
                configuration, clocks: .system, log: .silent, deadline: nil, calls: calls, hash: .standard,
                boot: "the next one")
        } catch {
            findings.unopened.append("\(instant): \(error)")
            return
        }
        for promise in promises where try await !isKept(promise, by: cache, instant, &findings) {
            findings.lost.append("\(instant): \(promise)")
        }
        try await cache.close()
    }

    private func isKept(
        _ promise: String, by cache: AttachmentCache, _ instant: String, _ findings: inout Findings
    ) async throws -> Bool {
        let words = promise.split(separator: " ").map(String.init)
        let blob: Blob?
        switch words[0] {
        case "failure": return await cache.lookUp(words[1]) != nil
        case "blob":
            guard let wanted = Digest(hexadecimal: words[1]) else { return false }
            blob = await cache.blob(wanted)
        default:
            guard case .blob(let found) = await cache.lookUp(words[1])?.content else { return false }
            guard found.digest.hexadecimal == words[2] else { return false }
            blob = found
        }
        guard let blob else { return false }
        guard try digest(try Fixture.readFile(blob.path)) == blob.digest else {
            findings.torn.append("\(instant): \(promise)")
            return false
        }
        return true
    }

    /// What the child does; an error ends it otherwise than expected.
    private static func keep(root: String, log: String, durability: String, forgetting forgotten: String) async {
        guard RecordedDisk.start(log: log, root: root) else { exit(EXIT_FAILURE) }
        var configuration = CacheConfiguration(directory: root, command: "cut")
        configuration.durability = CacheConfiguration.Durability(rawValue: durability) ?? .group
        do {
            var calls = RecordedDisk.calls
            if forgotten == "content" { calls.syncData = { (_: Int32) throws(SystemCallError) in } }
            if forgotten == "folders" { calls.syncFolder = { (_: String) throws(SystemCallError) in } }
            // Twice, since an end and a new beginning have their own ways with the index's log.
            for run in 0..<2 {
                let cache = try await AttachmentCache.open(
                    configuration, clocks: .system, log: .silent, deadline: nil, calls: calls, hash: .standard)
                try await keep(in: cache, run * 100, isFull: durability == "full")
                if run == 0 { try await cache.close() }
            }
        } catch {
            exit(EXIT_FAILURE)
        }
        exit(EXIT_SUCCESS)
    }

    private static func keep(in cache: AttachmentCache, _ first: Int, isFull: Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<3 {
                group.addTask {
                    for number in 0..<4 {
                        let seed = first + worker * 10 + number
                        // The last of each is the same for all, so that equal bytes are placed at once.
                        let bytes = sample(number == 3 ? first + 3 : seed, count: 3000 + number * 2500)
                        let blob = try await cache.publish(bytes)
                        if isFull { RecordedDisk.promise("blob \(blob.digest.hexadecimal)") }
                        try await cache.store(entry("k\(seed)", blob, storedAt: .now()))
                        RecordedDisk.promise("entry k\(seed) \(blob.digest.hexadecimal)")
                    }
                }
            }
            try await group.waitForAll()
        }
        try await cache.store(failure("f\(first)", storedAt: .now()))
        RecordedDisk.promise("failure f\(first)")
        let settled = try await cache.publish(sample(first + 90))
        try await cache.settle()
        RecordedDisk.promise("blob \(settled.digest.hexadecimal)")
    }
}
