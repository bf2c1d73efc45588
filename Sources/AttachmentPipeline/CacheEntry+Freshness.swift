import AttachmentCache
import MediaFetching

extension CacheEntry {
    /// An entry of an answer that may be kept for as long as its freshness says.
    init(key: String, content: Content, etag: String?, lastModified: String?, _ freshness: Freshness) {
        self.init(
            key: key, content: content, etag: etag, lastModified: lastModified, storedAt: freshness.receivedAt,
            freshUntil: freshness.freshUntil, staleWhileRevalidateUntil: freshness.staleWhileRevalidateUntil,
            staleIfErrorUntil: freshness.staleIfErrorUntil)
    }
}

extension Freshness {
    /// This record, of a 304, for the entry that it confirms; a lifetime of the 304's own is shortened by chance, one that
    /// goes on as it was stored has been.
    func confirming(_ entry: CacheEntry, jitteredFor key: String) -> Freshness {
        jittered(for: key).confirming(
            Freshness(
                noStore: false, freshUntil: entry.freshUntil,
                staleWhileRevalidateUntil: entry.staleWhileRevalidateUntil,
                staleIfErrorUntil: entry.staleIfErrorUntil, receivedAt: entry.storedAt))
    }
}
