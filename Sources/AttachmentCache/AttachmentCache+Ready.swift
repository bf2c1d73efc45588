package import Telemetry

/// A blob that can be sent at once.
package struct ReadyBlob: Sendable {
    /// Where its bytes are.
    package enum Content: Sendable {
        /// All of them in memory.
        case memory(HotContent)
        /// The file, open for reading.
        case file(DescriptorHandle)
    }

    /// The blob.
    package let found: HotBlob
    /// Its bytes.
    package let content: Content
}

extension AttachmentCache {
    /// A blob of which `open` knew lately, with its bytes; nil sends the caller to `open`.
    ///
    /// Callable from any thread; does not wait. A file whose size, time or inode is not the recorded one is never served.
    /// Costs a table look-up and one `lstat` for a blob whose content is in memory, and otherwise `open` and `fstat`. No
    /// file is held open beyond the caller's use of it: what is evicted gives its room back.
    package func ready(_ digest: Digest) -> ReadyBlob? {
        guard let (found, kept) = index.hot.blob(digest) else { return nil }
        let content: ReadyBlob.Content
        if let kept {
            guard let status = try? calls.statusAt(found.blob.path), status.isRegular, status.identity == found.identity
            else { return nil }
            content = .memory(kept)
        } else {
            guard let file = try? calls.openForReading(found.blob.path), file.status.identity == found.identity else {
                return nil
            }
            content = read(found, file.handle).map { .memory($0) } ?? .file(file.handle)
        }
        noteReading(digest)
        return ReadyBlob(found: found, content: content)
    }

    /// Reads a blob's content into memory and keeps it; nil where there is no room for it, and for a file that ends early.
    private func read(_ found: HotBlob, _ file: DescriptorHandle) -> HotContent? {
        guard index.hot.makeRoom(for: found.blob.bytes) else { return nil }
        let bytes = try? file.use { number throws(SystemCallError) in
            try calls.read(number, Int(found.blob.bytes))
        }
        guard let bytes, bytes.count == found.blob.bytes else { return nil }
        let content = HotContent(BlobBytes(bytes))
        index.hot.keep(content, of: found)
        return content
    }
}
