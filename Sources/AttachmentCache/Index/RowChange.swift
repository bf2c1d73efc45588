/// What a statement did to the index's rows. Whatever writes rows notes it, so that no path can forget the hot table.
enum RowChange: Sendable {
    /// The entry of a key now reads so.
    case stored(CacheEntry, StoredBlob?)
    /// The key has no entry any more.
    case entryRemoved(key: String)
    /// The blob's row was written or removed, the entries that name it with it.
    case blobChanged(id: Int64)
    /// Entries were removed without being named.
    case entriesRemoved
}
