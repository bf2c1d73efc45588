import Glibc
import Telemetry

/// Gives a finished temporary file its place among the blobs. The one file that says in which order.
///
/// 1. The writer's hash and length are final (`BlobWriter.finish`).
/// 2. Mode 0440: nobody changes a blob in place.
/// 3. Size, time and inode are read, by which later uses recognise the file.
/// 4. The file gets its name (`linkat`); the shard's folder is made if it is missing. Nobody is led to it yet: that takes a row.
///    A name that is taken has the same content, or a damaged one: it is hashed, and reused or replaced.
/// 5. Content and name are put on the disk (`GroupSync`), unless durability is `none`; an error here is final.
/// 6. The index gets the blob's row (`CacheIndex`).
/// 7. The index gets the entry's row, and its log is put on the disk. Only then is anything acknowledged.
///
/// Up to step 4 a crash or an error leaves a nameless file that vanishes by itself, or a name in `tmp/` that the next
/// open removes. Between 4 and 7 it leaves a blob without a row or entry, whole after a crash and perhaps torn after a power
/// loss: it is hashed before its first use, or collected later.
struct BlobPlacer: Sendable {
    /// A blob in its place, and whether it was there before.
    struct Placed: Sendable {
        var name: BlobName
        var path: String
        var status: FileStatus
        var reused: Bool
        /// The file that has the name: the writer's, or the one that had it before.
        var file: DescriptorHandle
    }

    let layout: CacheLayout
    let calls: FileSystemCalls
    let newFolders: NewFolders

    /// Steps 2 to 4; blocks on the disk, so an owned thread calls it.
    func place(_ writer: BlobWriter, as name: BlobName, bytes: Int64) throws(CacheError) -> Placed {
        do throws(SystemCallError) {
            let status = try writer.file.use { number throws(SystemCallError) in
                try calls.setMode(number, 0o440)
                return try calls.status(number)
            }
            guard status.identity.bytes == bytes else { throw SystemCallError("fstat", code: EIO) }
            return try give(writer, name, status)
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
        return Placed(name: name, path: path, status: status, reused: false, file: writer.file)
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
        return Placed(name: name, path: path, status: status, reused: false, file: writer.file)
    }

    /// The name is taken: the same content is reused, anything else gives way.
    private func meet(_ writer: BlobWriter, _ name: BlobName, _ ours: FileStatus) throws(SystemCallError) -> Placed {
        let path = layout.path(name)
        if let (file, status) = try? existing(path, name.digest, bytes: ours.identity.bytes) {
            // It may come from a time of durability `none`, so that it is put on the disk as well.
            return Placed(name: name, path: path, status: status, reused: true, file: file)
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
        return Placed(name: name, path: path, status: ours, reused: false, file: writer.file)
    }

    /// A file that has the digest, and its status; throws for one that does not, or cannot be read.
    private func existing(
        _ path: String, _ digest: Digest, bytes: Int64
    ) throws(SystemCallError) -> (DescriptorHandle, FileStatus) {
        let file = try calls.openForReading(path).handle
        let status = try file.use { number throws(SystemCallError) in
            let found = try SHA256.digest(ofDescriptor: number, limit: bytes)
            guard found == digest else { throw SystemCallError("read", code: EILSEQ) }
            return try calls.status(number)
        }
        return (file, status)
    }

    private func link(_ writer: BlobWriter, _ path: String) throws(SystemCallError) {
        if let temporaryPath = writer.temporaryPath {
            try calls.linkNamed(temporaryPath, path)
        } else {
            try writer.file.use { number throws(SystemCallError) in try calls.linkUnnamed(number, path) }
        }
    }
}
