import Fixtures
import Glibc
import Synchronization
import Telemetry
import Testing

@testable import AttachmentCache

/// `kill -9` at random instants of a process that publishes, evicts, pins, purges and collects with eight tasks at once.
///
/// `Scripts/test` runs a few rounds; `Scripts/stress` as many as ATTACHD_TEST_KILLS says. The seed is printed, and
/// ATTACHD_TEST_SEED repeats a run as far as the machine's own timing does.
@Suite(.serialized) struct RandomKillTests {
    private static let rounds = Int(Fixture.environment("ATTACHD_TEST_KILLS") ?? "") ?? 12
    private static let seed =
        UInt64(Fixture.environment("ATTACHD_TEST_SEED") ?? "") ?? UInt64.random(in: 1...999_999)
    /// Rounds in one folder, so that what a death leaves meets the next life.
    private static let roundsOfFolder = 20
    /// Microseconds after which the latest death comes; the child opens the cache within the first few thousand.
    private static let latest: Int64 = 150_000

    @Test func `leaves a sound cache behind, whenever it comes`() async throws {
        var generator = SeededGenerator(seed: RandomKillTests.seed)
        var bench = try CacheBench()
        var acknowledged = 0
        for round in 0..<RandomKillTests.rounds {
            if round % RandomKillTests.roundsOfFolder == 0 { bench = try CacheBench() }
            // In every other folder there is room for all; in the rest blobs are evicted all the time.
            let isSmall = round / RandomKillTests.roundsOfFolder % 2 == 1
            let durability = ["group", "full", "none"][round % 3]
            let wait = Int64.random(in: 0..<RandomKillTests.latest, using: &generator)
            let said = bench.folder.path + "/said"
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    root = bench.root as String, said = said as String, durability = durability as String,
                    first = round * 100_000 as Int, isSmall = isSmall as Bool, wait = wait as Int64
                ] in
                await RandomKillTests.work(
                    root: root, said: said, durability: durability, first: first, isSmall: isSmall, wait: wait)
            }
            let place: Comment = "seed \(RandomKillTests.seed), round \(round)"
            let lines = (try? Fixture.readFile(said)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let promises = lines.split(separator: "\n")
            acknowledged = max(acknowledged, promises.count)
            try await examine(bench, isSmall: isSmall, promises, place)
        }
        print(
            "\(RandomKillTests.rounds) kills, seed \(RandomKillTests.seed), up to \(acknowledged) acknowledged in a folder"
        )
    }

    private func examine(
        _ bench: CacheBench, isSmall: Bool, _ promises: [Substring], _ place: Comment
    ) async throws {
        let exists = unsafe access(bench.layout.shards, F_OK) == 0
        if exists { #expect(try bench.wrongBlobs() == [], place) }
        let cache = try await bench.open { $0.maxBytes = RandomKillTests.room(isSmall) }
        #expect(try bench.temporaryFiles() == [], place)
        await cache.adoptionEnded()
        let report = try await cache.verify(repair: false)
        #expect(report.isClean, place)
        #expect(report.checked == Int64(try bench.blobFiles().count), place)
        let onDisk = try bench.blobFiles().reduce(0) { try $0 + FileSystemCalls.system.statusAt($1).allocated }
        #expect(try await cache.totals().allocatedBytes == onDisk, place)
        // Eviction may take what was acknowledged, where there is little room.
        for promise in promises where !isSmall {
            let words = promise.split(separator: " ")
            guard words.count == 2 else { continue }
            guard case .blob(let blob) = await cache.lookUp(String(words[0]))?.content else {
                Issue.record("\(words[0]) is gone: \(place)")
                continue
            }
            #expect(blob.digest.hexadecimal == words[1], place)
        }
        try await cache.close()
    }

    private static func room(_ isSmall: Bool) -> Int64 {
        isSmall ? 400_000 : 10_000_000_000
    }

    /// What the child does until the kernel ends it; an error ends it otherwise than expected.
    private static func work(
        root: String, said: String, durability: String, first: Int, isSmall: Bool, wait: Int64
    ) async {
        var configuration = CacheConfiguration(directory: root, command: "kill")
        configuration.durability = CacheConfiguration.Durability(rawValue: durability) ?? .group
        configuration.maxBytes = room(isSmall)
        let numbers = Numbers(after: first)
        do {
            let list = try descriptor("open") { unsafe open(said, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
            guard RecordedDisk.killAfter(microseconds: wait) else { exit(EXIT_FAILURE) }
            let cache = try await AttachmentCache.open(
                configuration, clocks: .system, log: .silent, deadline: nil, calls: .system, hash: .standard)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while true {
                            try await step(cache, numbers.next(), isSmall: isSmall, list)
                        }
                    }
                }
                try await group.waitForAll()
            }
        } catch {
            exit(EXIT_FAILURE)
        }
    }

    private static func step(
        _ cache: AttachmentCache, _ number: Int, isSmall: Bool, _ list: DescriptorHandle
    ) async throws {
        if isSmall && number.isMultiple(of: 50) { _ = try await cache.gc() }
        if isSmall && number.isMultiple(of: 30) { _ = try await cache.purge(.url("k\(number - 10)")) }
        let digest: Digest
        do throws(CacheError) {
            digest = try await keep(cache, number, isPinned: isSmall && number.isMultiple(of: 5))
        } catch {
            // There may be no room, and what was published may be evicted before it is named.
            guard isSmall else { throw error }
            return
        }
        let line = Array("k\(number) \(digest.hexadecimal)\n".utf8)
        // Appended in one piece: what was acknowledged before the end is there after it.
        let count = unsafe line.withUnsafeBytes { unsafe write(list.number, $0.baseAddress, $0.count) }
        if count != line.count { exit(EXIT_FAILURE) }
    }

    private static func keep(
        _ cache: AttachmentCache, _ number: Int, isPinned: Bool
    ) async throws(CacheError) -> Digest {
        await cache.prepareRoom(expectedBytes: 20_000)
        let writer = try cache.makeWriter(expectedBytes: 20_000)
        // Every seventh has the bytes of the one before it.
        let seed = number.isMultiple(of: 7) ? number - 1 : number
        try writer.take(sample(seed, count: 1000 + seed % 16 * 1000))
        let blob = try await cache.publish(writer, fileExtension: "jpg", description: jpeg)
        if isPinned { try await cache.pin([blob.digest], until: .now().advanced(bySeconds: 60)) }
        try await cache.store(entry("k\(number)", blob, storedAt: .now()))
        return blob.digest
    }
}

/// Numbers that are each given once.
private final class Numbers: Sendable {
    private let last: Mutex<Int>

    init(after last: Int) {
        self.last = Mutex(last)
    }

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
