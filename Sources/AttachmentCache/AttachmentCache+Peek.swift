import Telemetry

extension AttachmentCache {
    /// Keys looked up in one turn at the index, so that nobody waits for more than a fraction of a millisecond.
    private static let peekBatch = 64

    /// What is known of each key, in their order; nil for nothing, and for a blob whose file is not the one on record.
    ///
    /// Leaves the hot table as it is, and counts no use: a list of a million keys says nothing of what notifications ask
    /// for. An index that cannot be read knows nothing, and is logged.
    package func peek(_ keys: [String]) async -> [CacheEntry?] {
        var entries: [CacheEntry?] = []
        entries.reserveCapacity(keys.count)
        for start in stride(from: 0, to: keys.count, by: AttachmentCache.peekBatch) {
            let part = keys[start..<min(start + AttachmentCache.peekBatch, keys.count)]
            do throws(CacheError) {
                entries += try await index.peek(part, boot: boot)
            } catch {
                log.event(.error, "the cache could not be read", [("detail", error.detail)])
                entries += part.map { _ in nil }
            }
        }
        return entries
    }
}

extension CacheIndex {
    /// The entry of each key, with one look (`lstat`) at its blob's file; nil where that is not the one on record.
    func peek(_ keys: ArraySlice<String>, boot: String) throws(CacheError) -> [CacheEntry?] {
        var entries: [CacheEntry?] = []
        for key in keys {
            guard var stored = try entry(key) else {
                entries.append(nil)
                continue
            }
            if let blob = stored.blob {
                guard blob.isTrusted(inBoot: boot), let status = try? calls.statusAt(blob.blob.path),
                    status.isRegular, status.identity == blob.identity
                else {
                    entries.append(nil)
                    continue
                }
                stored.entry.content = .blob(blob.blob)
            }
            entries.append(stored.entry)
        }
        return entries
    }
}
