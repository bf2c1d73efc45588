import Glibc
import Synchronization
package import Telemetry

/// Takes a body's bytes into a temporary file.
///
/// They are hashed once they are all there, from the file and by a thread for the disk: the thread that takes them is the one
/// that all transfers share, and the digest is that of the bytes which the inspector sees.
/// Calls come one after another (the fetch loop's order); two at once throw. Dropping the last reference discards the
/// file and gives the promised room back.
package final class BlobWriter: Sendable {
    /// Room for a body whose length nobody told.
    static let unknownLength: Int64 = 1 << 20

    let file: DescriptorHandle
    /// The name in `tmp/`; nil where the file system gives files without one.
    let temporaryPath: String?
    let reservation: RoomReservation
    private let calls: FileSystemCalls
    private let shortOfRoom: @Sendable () -> Void
    /// Bytes taken so far; a call takes the number out while it works, so that no lock is held while the disk is written to.
    private let progress = Mutex<Int64?>(0)
    private let written = Mutex<Int64>(0)

    init(
        file: DescriptorHandle, temporaryPath: String?, reservation: RoomReservation, calls: FileSystemCalls,
        shortOfRoom: @escaping @Sendable () -> Void
    ) {
        self.file = file
        self.temporaryPath = temporaryPath
        self.reservation = reservation
        self.calls = calls
        self.shortOfRoom = shortOfRoom
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
        let start = try takeProgress()
        let total = saturatingSum(start, Int64(bytes.count))
        guard reservation.cover(total) else {
            shortOfRoom()
            throw .storageFull("the cache is full")
        }
        do throws(SystemCallError) {
            defer { withExtendedLifetime(file) {} }
            try calls.write(file.number, bytes, start)
        } catch {
            throw CacheError(error)
        }
        putBack(total)
    }

    /// Forgets everything taken so far: the body begins again.
    package func restart() throws(CacheError) {
        _ = try takeProgress()
        do throws(SystemCallError) {
            try file.use(calls.empty)
        } catch {
            throw CacheError(error)
        }
        putBack(0)
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

    /// Ends the taking: digest and number of the bytes. Reads and hashes them all, so an owned thread calls it. The writer takes
    /// nothing after that.
    func finish() throws(CacheError) -> (digest: Digest, bytes: Int64) {
        let bytes = try takeProgress()
        // Empty files are the trace of crashes in other caches; none is ever a valid hit here.
        guard bytes > 0 else { throw .storageError("an empty body cannot be stored") }
        do throws(SystemCallError) {
            let digest = try file.use { number throws(SystemCallError) in
                try SHA256.digest(ofDescriptor: number, limit: bytes)
            }
            return (digest, bytes)
        } catch {
            throw CacheError(error)
        }
    }

    private func takeProgress() throws(CacheError) -> Int64 {
        guard let taken = progress.withLock({ $0.take() }) else {
            throw .storageError("the writer has failed, has finished or is in use")
        }
        return taken
    }

    private func putBack(_ bytes: Int64) {
        written.withLock { $0 = bytes }
        progress.withLock { $0 = bytes }
    }
}
