import Telemetry

/// Reads a blob's file and says whether it is what its name says.
struct BlobCheck: Sendable {
    /// What was found.
    enum Verdict: Sendable, Equatable {
        /// The content is right; this is what the file looks like.
        case right(FileStatus)
        /// The content is not what the name says.
        case wrong
        /// There is no file.
        case gone
        /// It could not be read; that proves nothing.
        case unreadable
    }

    let calls: FileSystemCalls

    /// Hashes the file of a blob; blocks.
    func examine(_ blob: StoredBlob) -> Verdict {
        do throws(SystemCallError) {
            // Its status is from before the hashing: a change after that moment is seen again by the next use.
            let file = try calls.openForReading(blob.blob.path)
            guard file.status.identity.bytes == blob.identity.bytes else { return .wrong }
            let digest = try file.handle.use { number throws(SystemCallError) in
                try SHA256.digest(ofDescriptor: number, limit: blob.identity.bytes)
            }
            return digest == blob.name.digest ? .right(file.status) : .wrong
        } catch {
            if error.meansGone { return .gone }
            return error.meansForeign ? .wrong : .unreadable
        }
    }
}
