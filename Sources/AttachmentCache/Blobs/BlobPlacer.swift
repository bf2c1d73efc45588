import Glibc
import Synchronization
import Telemetry

/// Gives a finished temporary file its place among the blobs. The one file that says in which order.
///
/// 1. The writer's hash and length are final (`BlobWriter.finish`).
/// 2. Mode 0440: nobody changes a blob in place.
/// 3. The content is put on the disk (`fdatasync`), unless durability is `none`; an error here is final.
/// 4. Size, time and inode are read, by which later uses recognise the file.
/// 5. The file gets its name (`linkat`); the shard's folder is made if it is missing. From here on it can be seen.
///    A name that is taken has the same content, or a damaged one: it is hashed, and reused or replaced.
/// 6. The shard's folder is put on the disk (`fsync`), unless durability is `none`.
/// 7. The index gets the blob's row (`CacheIndex`).
/// 8. The index gets the entry's row, and its log is put on the disk. Only then is anything acknowledged.
///
/// Up to step 5 a crash or an error leaves a nameless file that vanishes by itself, or a name in `tmp/` that the next
/// open removes. Between 5 and 8 it leaves a whole blob without a row or entry, which is adopted or collected later.
struct BlobPlacer: Sendable {
    /// A blob in its place, and whether it was there before.
    struct Placed: Sendable {
        var name: BlobName
        var path: String
        var status: FileStatus
        var reused: Bool
    }

    let layout: CacheLayout
    let durability: CacheConfiguration.Durability
    let calls: FileSystemCalls
    let newFolders = NewFolders()

    /// Steps 2 to 6; blocks on the disk, so an owned thread calls it.
    func place(_ writer: BlobWriter, as name: BlobName, bytes: Int64) throws(CacheError) -> Placed {
        do throws(SystemCallError) {
            let status = try writer.file.use { number throws(SystemCallError) in
                try calls.setMode(number, 0o440)
                if durability != .none { try calls.syncData(number) }
                return try calls.status(number)
            }
            guard status.identity.bytes == bytes else { throw SystemCallError("fstat", code: EIO) }
            let placed = try give(writer, name, status)
            try settle(layout.shard(name.digest))
            return placed
        } catch {
            throw CacheError(error)
        }
    }

    private func give(
        _ writer: BlobWriter, _ name: BlobName, _ status: FileStatus
    ) throws(SystemCallError) -> Placed {
        let path = layout.path(name)
        do throws(SystemCallError) {
            try link(writer, path)
        } catch  where error.code == ENOENT {
            newFolders.add(layout.shard(name.digest))
            _ = try calls.makeFolder(layout.shard(name.digest))
            return try give(afterMakingFolder: writer, name, status)
        } catch  where error.code == EEXIST {
            return try meet(writer, name, status)
        }
        return Placed(name: name, path: path, status: status, reused: false)
    }

    private func give(
        afterMakingFolder writer: BlobWriter, _ name: BlobName, _ status: FileStatus
    ) throws(SystemCallError) -> Placed {
        let path = layout.path(name)
        do throws(SystemCallError) {
            try link(writer, path)
        } catch  where error.code == EEXIST {
            return try meet(writer, name, status)
        }
        return Placed(name: name, path: path, status: status, reused: false)
    }

    /// The name is taken: the same content is reused, anything else gives way.
    private func meet(_ writer: BlobWriter, _ name: BlobName, _ ours: FileStatus) throws(SystemCallError) -> Placed {
        let path = layout.path(name)
        if let status = try? existing(path, name.digest, bytes: ours.identity.bytes) {
            return Placed(name: name, path: path, status: status, reused: true)
        }
        let aside = layout.temporary + "/replace-" + name.text
        // Left by an attempt that failed between the two calls.
        _ = Result { () throws(SystemCallError) in try calls.remove(aside) }
        try link(writer, aside)
        do throws(SystemCallError) {
            try calls.rename(aside, path)
        } catch {
            _ = Result { () throws(SystemCallError) in try calls.remove(aside) }
            throw error
        }
        return Placed(name: name, path: path, status: ours, reused: false)
    }

    /// The status of a file that has the digest; throws for one that does not, or cannot be read or synced.
    private func existing(
        _ path: String, _ digest: Digest, bytes: Int64
    ) throws(SystemCallError) -> FileStatus {
        let file = try calls.openForReading(path).handle
        return try file.use { number throws(SystemCallError) in
            let found = try SHA256.digest(ofDescriptor: number, limit: bytes)
            guard found == digest else { throw SystemCallError("read", code: EILSEQ) }
            // It may come from a time of durability `none`.
            if durability != .none { try calls.syncData(number) }
            return try calls.status(number)
        }
    }

    private func link(_ writer: BlobWriter, _ path: String) throws(SystemCallError) {
        if let temporaryPath = writer.temporaryPath {
            try calls.linkNamed(temporaryPath, path)
        } else {
            try writer.file.use { number throws(SystemCallError) in try calls.linkUnnamed(number, path) }
        }
    }

    /// A folder's sync is done by who placed the blob, so that the disk works for all who wait at once; one after another in
    /// the index it would take most of the time.
    private func settle(_ folder: String) throws(SystemCallError) {
        guard durability != .none else { return }
        if newFolders.contains(folder) {
            try calls.syncFolder(layout.shards)
            newFolders.remove(folder)
        }
        try calls.syncFolder(folder)
    }
}

/// Shards that were made and of which it is not known that their own name is on the disk.
///
/// Somebody else may place a blob in one before who made it has seen to that, and then has to.
final class NewFolders: Sendable {
    private let folders = Mutex<Set<String>>([])

    /// Adds a folder; before it is made.
    func add(_ folder: String) {
        _ = folders.withLock { $0.insert(folder) }
    }

    /// Whether a folder is one of them.
    func contains(_ folder: String) -> Bool {
        folders.withLock { $0.contains(folder) }
    }

    /// Takes a folder out, whose name is on the disk now.
    func remove(_ folder: String) {
        _ = folders.withLock { $0.remove(folder) }
    }
}
