import AttachmentCache
import Fixtures
import Glibc
import Synchronization
import Telemetry

/// What a large cache costs, and what durable publishing does; each command is a process of its own.
///
///     cache-bench fill DIR N [URL] makes a cache with N entries that name 1,000 blobs; with a URL they are of that and a number
///     cache-bench open DIR N       prints, separated by tabs: milliseconds from the opening to the first hit, microseconds of a
///                                  look-up in the index, nanoseconds of a warm hit, kB that the process has in memory
///     cache-bench publish DIR N    publishes N blobs of 200 kB with durability group; prints blobs a second
///     cache-bench plain DIR N      writes and renames N files of 200 kB, then one sync; prints files a second
enum CacheBench {
    private static let blobs = 1000
    private static let picture = MediaDescription(
        kind: "image", format: "jpeg", mime: "image/jpeg", type: "public.jpeg", width: 640, height: 360, frames: 1)
    /// Far in the future, so that every entry is fresh.
    private static let fresh = WallTime(seconds: 4_000_000_000)

    static func run(_ command: String, _ folder: String, _ count: Int, _ url: String?) async throws {
        switch command {
        case "fill": try await fill(folder, count, url)
        case "open": try await open(folder, count)
        case "publish": try await publish(folder, count)
        case "plain": try plain(folder, count)
        default: exit(64)
        }
    }

    private static func cache(_ folder: String, _ durability: CacheConfiguration.Durability) async throws
        -> AttachmentCache
    {
        var configuration = CacheConfiguration(directory: folder, command: "bench")
        configuration.durability = durability
        configuration.maxEntries = 2_000_000
        return try await AttachmentCache.open(configuration, clocks: .system, log: .silent, deadline: nil)
    }

    private static func key(_ number: Int) -> String {
        "https://cdn.example.com/campaigns/2031/spring/pictures/\(number % 977)/hero-\(number).jpg?width=1200"
    }

    private static func body(_ seed: Int, _ size: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 8)
        while bytes.count < size {
            let number = generator.next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }

    /// Publishes bytes, with an entry for a key in the same commit if there is one, as a flight does.
    private static func keep(_ cache: AttachmentCache, _ bytes: [UInt8], at key: String? = nil) async throws -> Blob {
        let writer = try cache.makeWriter(expectedBytes: Int64(bytes.count))
        try writer.append(bytes.span)
        return try await cache.publish(writer, fileExtension: "jpg", description: picture) { blob in
            key.map { entry($0, blob) }
        }
    }

    private static func entry(_ key: String, _ blob: Blob) -> CacheEntry {
        CacheEntry(
            key: key, content: .blob(blob), etag: "\"5f3c-61a2b\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
            storedAt: .now(), freshUntil: fresh)
    }

    /// Calls `body` with the numbers below `count`, many at once.
    private static func each(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let numbers = Numbers(below: count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask { while let number = numbers.next() { try await body(number) } }
            }
            try await group.waitForAll()
        }
    }

    private static func fill(_ folder: String, _ count: Int, _ url: String?) async throws {
        let cache = try await cache(folder, .none)
        var kept: [Blob] = []
        for seed in 0..<blobs { kept.append(try await keep(cache, body(seed, 4000))) }
        let names = kept
        try await each(count) { number in
            try await cache.store(entry(url.map { "\($0)\(number)" } ?? key(number), names[number % blobs]))
        }
        try await cache.close()
    }

    private static func open(_ folder: String, _ count: Int) async throws {
        let begun = ContinuousClock.now
        let cache = try await cache(folder, .group)
        guard await cache.lookUp(key(count / 2)) != nil else { exit(70) }
        let opened = ContinuousClock.now - begun
        // As many as the hot table takes, from everywhere in the index.
        let asked = Array(stride(from: 0, to: count, by: max(1, count / 20_000)))
        let cold = ContinuousClock.now
        for number in asked where await cache.lookUp(key(number)) == nil { exit(70) }
        let lookUp = ContinuousClock.now - cold
        let keys = (0..<blobs).map { key($0 * (count / blobs)) }
        for key in keys { _ = await cache.lookUp(key) }
        let now = WallTime.now()
        var hits = 0
        let warm = ContinuousClock.now
        for _ in 0..<300 {
            for key in keys where cache.fresh(key, now: now) != nil { hits += 1 }
        }
        let hit = (ContinuousClock.now - warm) / max(1, hits)
        print(
            opened / .milliseconds(1), lookUp / .microseconds(asked.count), hit / .nanoseconds(1),
            try residentKilobytes(),
            separator: "\t")
        try await cache.close()
    }

    private static func publish(_ folder: String, _ count: Int) async throws {
        let bodies = (0..<count).map { body(Int(getpid()) << 20 + $0, 200_000) }
        let cache = try await cache(folder, .group)
        sync()
        let begun = ContinuousClock.now
        try await each(count) { number in
            _ = try await keep(cache, bodies[number], at: key(number))
        }
        print(Double(count) / ((ContinuousClock.now - begun) / .seconds(1)))
        try await cache.close()
    }

    private static func plain(_ folder: String, _ count: Int) throws {
        let bodies = (0..<count).map { body(Int(getpid()) << 20 + $0, 200_000) }
        unsafe mkdir(folder, 0o755)
        sync()
        let begun = ContinuousClock.now
        for (number, body) in bodies.enumerated() {
            let file = unsafe Glibc.open("\(folder)/new\(number)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            let written = unsafe body.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
            close(file)
            guard written == body.count, unsafe rename("\(folder)/new\(number)", "\(folder)/\(number)") == 0 else {
                exit(74)
            }
        }
        sync()
        print(Double(count) / ((ContinuousClock.now - begun) / .seconds(1)))
    }

    private static func residentKilobytes() throws -> Int {
        let text = String(decoding: try Fixture.readFile("/proc/self/statm"), as: UTF8.self)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 } ?? 0
    }
}

/// Numbers from 0 on, each given once.
final class Numbers: Sendable {
    private let state: Mutex<Int>
    private let end: Int

    init(below end: Int) {
        self.end = end
        state = Mutex(0)
    }

    func next() -> Int? {
        state.withLock { next in
            guard next < end else { return nil }
            defer { next += 1 }
            return next
        }
    }
}

let words = CommandLine.arguments
guard (4...5).contains(words.count), let count = Int(words[3]), count >= 1 else { exit(64) }
try await CacheBench.run(words[1], words[2], count, words.count == 5 ? words[4] : nil)
