package import Synchronization

/// The whole content of a blob in memory, read from a file of the recorded size, time and inode.
package final class HotContent: Sendable {
    /// The bytes. They may outlive this object, in an answer that is on its way.
    package let bytes: BlobBytes
    /// What the cache's user derived from the content; forgotten with it. Nil at first. What stands there must not refer to
    /// this object.
    package let note = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Keeps bytes.
    package init(_ bytes: BlobBytes) {
        self.bytes = bytes
    }
}
