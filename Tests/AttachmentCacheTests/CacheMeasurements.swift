import Fixtures
import Glibc
import Synchronization
import Telemetry
import Testing

@testable import AttachmentCache

/// Figures, no verdicts: set ATTACHD_MEASURE=1, and build for release to compare them with the promises.
@Suite(.serialized, .enabled(if: Fixture.environment("ATTACHD_MEASURE") != nil))
struct CacheMeasurements {
    let bench: CacheBench
    /// URLs that are asked for; their blobs exist.
    static let probes = 1000

    init() throws {
        bench = try CacheBench()
    }

    @Test(arguments: [1000, 1_000_000])
    func `prints what a hit costs in a cache of so many entries`(_ entries: Int) async throws {
        try await fill(entries)
        let before = residentBytes()
        let opening = ContinuousClock.now
        let cache = try await bench.open { $0.durability = .none }
        _ = await cache.lookUp("k0")
        let opened = ContinuousClock.now - opening
        let asked = ContinuousClock.now
        for probe in 0..<Self.probes { _ = await cache.lookUp("k\(probe)") }
        let lookUp = (ContinuousClock.now - asked) / Self.probes
        let keys = (0..<Self.probes).map { "k\($0)" }
        let warm = ContinuousClock.now
        var hits = 0
        for _ in 0..<200 {
            for key in keys where cache.fresh(key, now: bench.time.wall) != nil { hits += 1 }
        }
        let fresh = (ContinuousClock.now - warm) / max(1, hits)
        let noted = ContinuousClock.now
        let text = try digest(sample(0)).hexadecimal
        for _ in 0..<200_000 { cache.noteAnswer(sha256: text, stays: 3600, isHit: true) }
        let note = (ContinuousClock.now - noted) / 200_000
        // Rows of everywhere in the index, and as many as the hot table takes.
        for number in stride(from: 0, to: entries, by: max(1, entries / 20_000)) {
            _ = await cache.lookUp("e\(number)")
        }
        let memory = residentBytes() - before
        print(
            "\(entries) entries: open to first hit \(opened), look-up \(lookUp), warm hit \(fresh), note \(note),",
            "memory \(memory / 1000) kB, index \(try FileSystemCalls.system.statusAt(bench.layout.index).allocated / 1000) kB"
        )
    }

    @Test(arguments: ["full", "group", "none"])
    func `prints how many blobs of 200 kB are published in a second`(_ durability: String) async throws {
        let count = 1500
        let bodies = (0..<count).map { sample($0, count: 200_000) }
        let plain = bench.folder.path + "/plain"
        _ = try FileSystemCalls.system.makeFolder(plain)
        sync()
        let begun = ContinuousClock.now
        for (number, body) in bodies.enumerated() {
            let file = try FileSystemCalls.system.create("\(plain)/tmp\(number)", 0o600)
            try FileSystemCalls.system.write(file.number, body.span, 0)
            try FileSystemCalls.system.rename("\(plain)/tmp\(number)", "\(plain)/\(number)")
        }
        sync()
        let baseline = ContinuousClock.now - begun
        let cache = try await bench.open {
            $0.durability = CacheConfiguration.Durability(rawValue: durability) ?? .group
        }
        await cache.adoptionEnded()
        let started = ContinuousClock.now
        let next = Counter(count)
        let now = bench.time.wall
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    while let number = next.take() {
                        try await cache.keep(bodies[number], at: "k\(number)", storedAt: now)
                    }
                }
            }
            try await group.waitForAll()
        }
        let ours = ContinuousClock.now - started
        print(
            "\(durability): \(count) blobs in \(ours), plain files and one sync in \(baseline), ratio \(baseline / ours)"
        )
    }

    /// An index of so many entries and blobs, of which only the probes' files exist.
    private func fill(_ entries: Int) async throws {
        let cache = try await bench.open { $0.durability = .none }
        for probe in 0..<Self.probes { try await cache.keep(sample(probe), at: "k\(probe)", storedAt: bench.time.wall) }
        let now = bench.time.wall
        for start in stride(from: Self.probes, to: entries, by: 20_000) {
            try await cache.index.insert(start..<min(entries, start + 20_000), storedAt: now)
        }
        try await cache.close()
    }

    private func residentBytes() -> Int64 {
        let text = (try? Fixture.readFile("/proc/self/statm")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
        return pages * 4096
    }
}

/// Numbers from 0 on, each given once.
private final class Counter: Sendable {
    private let state: Mutex<(next: Int, end: Int)>

    init(_ end: Int) {
        state = Mutex((0, end))
    }

    func take() -> Int? {
        state.withLock { state in
            guard state.next < state.end else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }
}

/// `entry`, for where a method has the same name.
private func made(_ key: String, _ blob: Blob, storedAt: WallTime) -> CacheEntry {
    entry(key, blob, storedAt: storedAt)
}

extension CacheIndex {
    /// Rows as `publish` and `store` would write them, without files.
    func insert(_ numbers: Range<Int>, storedAt: WallTime) throws(CacheError) {
        try change { database throws(SQLiteError) in
            for number in numbers {
                let key = "e\(number)"
                guard let digest = SHA256.digest(ofText: key), let name = BlobName(digest: digest, fileExtension: "jpg")
                else { continue }
                _ = try database.put(
                    StoredBlob.values(
                        name, jpeg, identity: FileIdentity(bytes: 4000, modifiedNanoseconds: 1, inode: 1),
                        allocated: 4096, storedAt: storedAt, unsyncedBoot: nil,
                        place: BlobPlace(
                            queue: .small, sequence: nextSequence(), pinnedUntil: WallTime(milliseconds: 0))))
                let row = try database.blob(digest)
                let url = "https://cdn.example.com/campaigns/2027/\(digest.hexadecimal.prefix(24)).jpg?n=\(number)"
                let blob = Blob(digest: digest, fileExtension: "jpg", bytes: 4000, path: "", description: jpeg)
                try database.put(
                    made(number.isMultiple(of: 2) ? key : url, blob, storedAt: storedAt),
                    blob: row)
            }
            _ = database.takeChanges()
        }
    }
}
