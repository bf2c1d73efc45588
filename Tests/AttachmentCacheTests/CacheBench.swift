import Fixtures
import Glibc
import Synchronization
import Telemetry

@testable import AttachmentCache

/// A cache in a folder of its own, with clocks that a test moves, and short ways to fill it.
final class CacheBench: Sendable {
    let folder: TemporaryFolder
    let time = MovedClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    var root: String { folder.path + "/cache" }
    var layout: CacheLayout { CacheLayout(root: root) }

    func configuration(_ change: (inout CacheConfiguration) -> Void = { _ in }) -> CacheConfiguration {
        var configuration = CacheConfiguration(directory: root, command: "test")
        change(&configuration)
        return configuration
    }

    func open(
        calls: FileSystemCalls = .system, hash: KeyHash = .standard, deadline: Deadline? = nil,
        _ change: (inout CacheConfiguration) -> Void = { _ in }
    ) async throws -> AttachmentCache {
        try await AttachmentCache.open(
            configuration(change), clocks: time.clocks, log: .silent, deadline: deadline, calls: calls,
            hash: hash)
    }

    /// The paths of all blobs, and of everything in `tmp/`.
    func blobFiles() throws -> [String] {
        let calls = FileSystemCalls.system
        var paths: [String] = []
        for shard in try calls.names(layout.shards, .max).sorted() {
            for name in try calls.names(layout.shards + "/" + shard, .max).sorted() {
                paths.append(layout.shards + "/" + shard + "/" + name)
            }
        }
        return paths
    }

    func temporaryFiles() throws -> [String] {
        try FileSystemCalls.system.names(layout.temporary, .max)
    }

    /// Blobs whose content is not what their name says.
    func wrongBlobs() throws -> [String] {
        try blobFiles().filter { path in
            let name = BlobName(String(path.split(separator: "/").last ?? ""))
            let file = try FileSystemCalls.system.openForReading(path).handle
            return try SHA256.digest(ofDescriptor: file.number) != name?.digest
        }
    }
}

/// Wall-clock time that stands still until it is moved.
final class MovedClock: Sendable {
    private let now = Mutex(WallTime(seconds: 1_800_000_000))

    var wall: WallTime { now.withLock { $0 } }

    var clocks: Clocks {
        Clocks(monotonic: { ContinuousClock.now }, wall: { self.wall })
    }

    func advance(bySeconds seconds: Int64) {
        now.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}

let jpeg = MediaDescription(
    kind: "image", format: "jpeg", mime: "image/jpeg", type: "public.jpeg", width: 640, height: 360, frames: 1,
    hasAlpha: false, canvasPixels: 230_400)

extension AttachmentCache {
    /// Writes, publishes and stores bytes under a key.
    @discardableResult
    func keep(_ bytes: [UInt8], at key: String, storedAt: WallTime, as description: MediaDescription = jpeg)
        async throws -> Blob
    {
        let blob = try await publish(bytes, as: description)
        try await store(entry(key, blob, storedAt: storedAt))
        return blob
    }

    /// Writes and publishes bytes.
    func publish(_ bytes: [UInt8], as description: MediaDescription = jpeg) async throws -> Blob {
        let writer = try makeWriter(expectedBytes: Int64(bytes.count))
        try writer.take(bytes)
        return try await publish(writer, fileExtension: "jpg", description: description)
    }
}

/// An entry that is fresh for an hour.
func entry(_ key: String, _ blob: Blob, storedAt: WallTime) -> CacheEntry {
    CacheEntry(
        key: key, content: .blob(blob), etag: "\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
        storedAt: storedAt, freshUntil: storedAt.advanced(bySeconds: 3600),
        staleWhileRevalidateUntil: storedAt.advanced(bySeconds: 7200), staleIfErrorUntil: nil)
}

/// A failure that is over after a minute.
func failure(_ key: String, storedAt: WallTime) -> CacheEntry {
    CacheEntry(
        key: key, content: .failure(RememberedFailure(reason: "http-status", detail: "gone", httpStatus: 404)),
        storedAt: storedAt, freshUntil: storedAt.advanced(bySeconds: 60))
}

/// Changes a file behind the cache's back; the time is set too, as an editor's writing would.
func overwrite(_ path: String, with bytes: [UInt8]) throws {
    _ = try repeated("chmod") { unsafe chmod(path, 0o640) }
    let file = try descriptor("open") { unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC) }
    try FileSystemCalls.system.write(file.number, bytes.span, 0)
    let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
    _ = try repeated("futimens") { unsafe futimens(file.number, times) }
}

/// Bytes that differ from those of another seed.
func sample(_ seed: Int, count: Int = 5000) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed &* 7 &+ ($0 >> 8)) } + Array("\(seed)".utf8)
}

/// The SHA-256 of bytes.
func digest(_ bytes: [UInt8]) throws -> Digest {
    guard var hash = SHA256() else { throw CacheError.storageError("no SHA-256") }
    hash.update(bytes.span)
    guard let digest = hash.finish() else { throw CacheError.storageError("no SHA-256") }
    return digest
}

extension BlobWriter {
    /// `append` for an array.
    func take(_ bytes: [UInt8]) throws(CacheError) {
        try append(bytes.span)
    }
}
