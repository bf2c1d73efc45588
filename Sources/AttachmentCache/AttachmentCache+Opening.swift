package import Telemetry

extension AttachmentCache {
    /// A blob and its file, open for reading; nil if it is not there or not right.
    ///
    /// The blob stays for ten minutes, and the open file is readable whatever becomes of its name.
    package func open(_ digest: Digest) async -> (Blob, DescriptorHandle)? {
        guard let blob = await blob(digest) else { return nil }
        noteReading(digest)
        return (try? calls.openForReading(blob.path)).map { (blob, $0.handle) }
    }
}
