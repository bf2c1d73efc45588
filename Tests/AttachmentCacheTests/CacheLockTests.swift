import CLinux
import Fixtures
import Glibc
import Telemetry
import Testing

@testable import AttachmentCache

@Suite struct CacheLockTests {
    let bench: CacheBench

    init() throws {
        bench = try CacheBench()
    }

    private func soon() -> Deadline { .after(.seconds(60), on: .system) }

    @Test func `names the holder to the second who opens`() async throws {
        let cache = try await bench.open {
            $0.command = "serve"
            $0.socket = "/run/attachd/\"odd\"\n.sock"
        }
        let holder = LockHolder(pid: getpid(), command: "serve", socket: "/run/attachd/\"odd\"\n.sock")
        await #expect(throws: CacheError.busy(holder)) { try await bench.open() }
        let past = Deadline(at: ContinuousClock.now)
        await #expect(throws: CacheError.busy(holder)) { try await bench.open(deadline: past) }
        #expect(CacheError.busy(holder).detail == "the cache is in use by serve (process \(getpid()))")
        try await cache.announce(LockHolder(pid: 7, command: "prewarm"))
        await #expect(throws: CacheError.busy(LockHolder(pid: 7, command: "prewarm"))) { try await bench.open() }
    }

    @Test func `waits for the holder until the deadline`() async throws {
        let first = try await bench.open()
        let deadline = soon()
        async let second = bench.open(deadline: deadline)
        try await first.keep(sample(1), at: "k", storedAt: bench.time.wall)
        try await first.close()
        #expect(await (try second).lookUp("k") != nil)
    }

    @Test func `ends the wait when its task is cancelled`() async throws {
        let first = try await bench.open()
        let deadline = soon()
        let waiting = Task { try await bench.open(deadline: deadline) }
        waiting.cancel()
        await #expect(throws: CacheError.self) { try await waiting.value }
        try await first.close()
        // A wait that was given up must not keep the lock.
        _ = try await bench.open(deadline: deadline)
    }

    @Test(arguments: ["{\"pid\":1,\"command\":\"serve\"}\n", "", "nonsense", "{\"pid\":99999999999,\"command\":\"x\"}"])
    func `is not held up by what a dead process left`(_ line: String) async throws {
        try await bench.open().close()
        let file = try descriptor("open") { unsafe open(bench.layout.lock, O_WRONLY | O_TRUNC | O_CLOEXEC) }
        try FileSystemCalls.system.write(file.number, Array(line.utf8).span, 0)
        let cache = try await bench.open()
        let text = String(decoding: try Fixture.readFile(bench.layout.lock), as: UTF8.self)
        #expect(text == "{\"pid\":\(getpid()),\"command\":\"test\"}\n")
        try await cache.close()
    }

    @Test func `says another process where the line cannot be read`() async throws {
        let cache = try await bench.open()
        let file = try descriptor("open") { unsafe open(bench.layout.lock, O_WRONLY | O_TRUNC | O_CLOEXEC) }
        await #expect(throws: CacheError.busy(LockHolder(pid: 0, command: ""))) { try await bench.open() }
        #expect(LockHolder(pid: 0, command: "").description == "another process")
        withExtendedLifetime(file) {}
        try await cache.close()
    }

    @Test func `reads beside the holder`() async throws {
        let cache = try await bench.open()
        try await cache.keep(sample(1), at: "https://a.example/p", storedAt: bench.time.wall)
        let reader = try AttachmentCache.openReadOnly(directory: bench.root)
        #expect(try await reader.statistics().totals == cache.totals())
        #expect(try await reader.list(CacheListRequest()).entries.map(\.key) == ["https://a.example/p"])
        try await cache.close()
        #expect(try await reader.statistics().totals.blobs == 1)
    }

    @Test func `reads nothing where there is no cache`() {
        #expect(throws: CacheError.self) { try AttachmentCache.openReadOnly(directory: bench.root) }
    }
}
