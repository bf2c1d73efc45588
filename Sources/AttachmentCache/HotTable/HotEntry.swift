package import Synchronization

/// An entry as the hot table keeps it: never changed, only replaced, so that what was derived from it holds as long as it.
package final class HotEntry: Sendable {
    /// The entry as it is in the index.
    package let entry: CacheEntry
    /// What the cache's user derived from the entry; forgotten with it. Nil at first.
    package let note = Mutex<(any AnyObject & Sendable)?>(nil)
    /// What the blob's file looked like when it was last known to be right; nil for a failure.
    let identity: FileIdentity?
    /// The blob's row; nil for a failure.
    let blobRow: Int64?

    /// An entry that names a blob, or a failure where `blob` is nil.
    init(_ entry: CacheEntry, _ blob: StoredBlob?) {
        var entry = entry
        // The row's own words of the blob, as a look-up would bring them.
        if let blob { entry.content = .blob(blob.blob) }
        self.entry = entry
        identity = blob?.identity
        blobRow = blob?.id
    }
}
