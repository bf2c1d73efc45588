import Glibc
package import Telemetry

extension AttachmentCache {
    /// A blob and its file, open for reading; nil if it is not there or not right.
    ///
    /// The blob stays for ten minutes, and the open file is readable whatever becomes of its name.
    package func open(_ digest: Digest) async -> (Blob, DescriptorHandle)? {
        guard let blob = await blob(digest) else { return nil }
        noteReading(digest)
        let number = unsafe Glibc.open(blob.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        return (blob, DescriptorHandle(owning: number))
    }
}
