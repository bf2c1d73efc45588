import Glibc
import Synchronization
package import Telemetry

/// Takes a body's bytes into a temporary file, hashing as they come.
///
/// Calls come one after another (the fetch loop's order); two at once throw. Dropping the last reference discards the
/// file and gives the promised room back.
package final class BlobWriter: Sendable {
    /// What a call takes out while it works, so that no lock is held while the disk is written to.
    private struct Progress: ~Copyable, Sendable {
        var hash: SHA256
        var bytes: Int64
    }

    /// Room for a body whose length nobody told.
    static let unknownLength: Int64 = 1 << 20

    let file: DescriptorHandle
    /// The name in `tmp/`; nil where the file system gives files without one.
    let temporaryPath: String?
    let reservation: RoomReservation
    private let calls: FileSystemCalls
    private let shortOfRoom: @Sendable () -> Void
    private let progress: Mutex<Progress?>
    private let written = Mutex<Int64>(0)

    init(
        file: DescriptorHandle, temporaryPath: String?, reservation: RoomReservation, calls: FileSystemCalls,
        shortOfRoom: @escaping @Sendable () -> Void
    ) throws(CacheError) {
        guard let hash = SHA256() else { throw .storageError("no SHA-256") }
        self.file = file
        self.temporaryPath = temporaryPath
        self.reservation = reservation
        self.calls = calls
        self.shortOfRoom = shortOfRoom
        progress = Mutex(Progress(hash: hash, bytes: 0))
    }

    deinit {
        guard let temporaryPath else { return }
        // Gone already after publishing; anything else is found by the next open, which empties `tmp/`.
        _ = Result { () throws(SystemCallError) in try calls.remove(temporaryPath) }
    }

    /// Bytes taken so far.
    package var bytesWritten: Int64 {
        written.withLock { $0 }
    }

    /// Takes the next bytes; blocks for as long as `pwrite(2)` into the page cache does.
    ///
    /// - Throws: `storageFull` or `storageError`; the writer takes nothing after that, not even a restart.
    package func append(_ bytes: Span<UInt8>) throws(CacheError) {
        var current = try takeProgress()
        let total = saturatingSum(current.bytes, Int64(bytes.count))
        guard reservation.cover(total) else {
            shortOfRoom()
            throw .storageFull("the cache is full")
        }
        do throws(SystemCallError) {
            defer { withExtendedLifetime(file) {} }
            try calls.write(file.number, bytes, current.bytes)
        } catch {
            throw CacheError(error)
        }
        current.hash.update(bytes)
        current.bytes = total
        putBack(current)
    }

    /// Forgets everything taken so far: the body begins again.
    package func restart() throws(CacheError) {
        _ = try takeProgress()
        guard let hash = SHA256() else { throw .storageError("no SHA-256") }
        do throws(SystemCallError) {
            try file.use(calls.empty)
        } catch {
            throw CacheError(error)
        }
        putBack(Progress(hash: hash, bytes: 0))
    }

    /// A read-only descriptor of the file as it is now, for the inspector.
    package func readOnlyDescriptor() throws(CacheError) -> DescriptorHandle {
        do throws(SystemCallError) {
            if let temporaryPath { return try calls.openForReading(temporaryPath).handle }
            return try file.use(calls.reopenForReading)
        } catch {
            throw CacheError(error)
        }
    }

    /// Ends the taking: digest and number of the bytes. The writer takes nothing after that.
    func finish() throws(CacheError) -> (digest: Digest, bytes: Int64) {
        let progress = try takeProgress()
        let bytes = progress.bytes
        // Empty files are the trace of crashes in other caches; none is ever a valid hit here.
        guard bytes > 0 else { throw .storageError("an empty body cannot be stored") }
        guard let digest = progress.hash.finish() else { throw .storageError("no SHA-256") }
        return (digest, bytes)
    }

    private func takeProgress() throws(CacheError) -> Progress {
        let taken = progress.withLock { progress -> Progress? in progress.take() }
        guard let taken else { throw .storageError("the writer has failed, has finished or is in use") }
        return taken
    }

    private func putBack(_ current: consuming Progress) {
        let bytes = current.bytes
        var slot: Progress? = consume current
        written.withLock { $0 = bytes }
        progress.withLock { swap(&$0, &slot) }
    }
}
