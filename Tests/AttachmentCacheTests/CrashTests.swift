import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

/// The process is killed before or after each call that keeping an attachment makes, and after each acknowledgement.
@Suite struct CrashTests {
    static let calls: [DiskStep] = [
        .openUnnamed, .write, .setMode, .syncData, .status, .linkUnnamed, .makeFolder, .syncFolder, .statusAt,
    ]
    static let instants: [String] =
        calls.flatMap { ["before \($0)", "after \($0)"] } + ["after publish", "after store", "after evict"]

    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    @Test(arguments: CrashTests.instants, ["group", "full", "none"])
    func `leaves a sound cache behind`(_ instant: String, _ durability: String) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [root = bench.root as String, instant = instant as String, durability = durability as String] in
            await CrashTests.keepUntilKilled(root: root, instant: instant, durability: durability)
        }
        #expect(try bench.wrongBlobs() == [])
        let cache = try await bench.open()
        #expect(try bench.temporaryFiles() == [])
        await cache.adoptionEnded()
        let report = try await cache.verify(repair: false)
        #expect(report.isClean)
        #expect(report.checked == Int64(try bench.blobFiles().count))
        let onDisk = try bench.blobFiles().reduce(0) { try $0 + FileSystemCalls.system.statusAt($1).allocated }
        #expect(try await cache.totals().allocatedBytes == onDisk)
        if instant != "after evict" {
            for seed in 0..<5 { #expect(await cache.lookUp("k\(seed)") != nil) }
        }
        #expect(await cache.lookUp("f") != nil)
        if instant == "after store" { #expect(await cache.lookUp("k7") != nil) }
        try await cache.keep(sample(7), at: "k7", storedAt: bench.time.wall)
        #expect(await cache.lookUp("k7") != nil)
        #expect(try bench.wrongBlobs() == [])
    }

    /// What the child does; an error ends it otherwise than expected.
    private static func keepUntilKilled(root: String, instant: String, durability: String) async {
        let disk = FaultyFileSystem(
            before: { (step: DiskStep) throws(SystemCallError) in dieIf(instant == "before \(step)") },
            after: { (step: DiskStep) throws(SystemCallError) in dieIf(instant == "after \(step)") })
        var configuration = CacheConfiguration(directory: root, command: "crash")
        configuration.durability = CacheConfiguration.Durability(rawValue: durability) ?? .group
        configuration.maxBytes = 64 * 8192
        do {
            let cache = try await AttachmentCache.open(
                configuration, clocks: .system, log: .silent, deadline: nil, calls: disk.calls, hash: .standard)
            for seed in 0..<5 { try await cache.keep(sample(seed), at: "k\(seed)", storedAt: .now()) }
            try await cache.store(failure("f", storedAt: .now()))
            // Bytes that were never stored, so that their shard is new.
            disk.arm()
            let blob = try await cache.publish(sample(7))
            dieIf(instant == "after publish")
            try await cache.store(entry("k7", blob, storedAt: .now()))
            dieIf(instant == "after store")
            // Without durability nothing is synced, so these instants never come.
            dieIf(durability == "none" && instant.contains("sync"))
            await cache.prepareRoom(expectedBytes: 62 * 8192)
            dieIf(instant == "after evict")
        } catch {
            exit(EXIT_FAILURE)
        }
    }

    private static func dieIf(_ isTime: Bool) {
        if isTime { kill(getpid(), SIGKILL) }
    }
}
