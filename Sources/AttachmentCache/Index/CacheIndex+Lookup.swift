import Telemetry

extension CacheIndex {
    /// An entry, and whether its blob's file is the one that was last found right. An object, so that whoever waits with
    /// it has a reference in its frame, and not every field once for each copy.
    final class FoundEntry: Sendable {
        let entry: CacheEntry
        let blob: StoredBlob?
        let isSound: Bool

        init(entry: CacheEntry, blob: StoredBlob?, isSound: Bool) {
            self.entry = entry
            self.blob = blob
            self.isSound = isSound
        }

        /// Whether the entry may be used as it is.
        var isReady: Bool { isSound || blob == nil }
    }

    /// A blob, and the same of its file.
    struct FoundBlob: Sendable {
        var blob: StoredBlob
        var isSound: Bool
    }

    /// The entry of a key, with one look (`lstat`) at its blob's file; what is sound goes into the hot table.
    @inline(never)
    func find(_ key: String, boot: String) throws(CacheError) -> FoundEntry? {
        guard let stored = try entry(key) else { return nil }
        let sound = stored.blob.map { isSound($0, boot: boot) } ?? true
        if sound { hot.remember(HotEntry(stored.entry, stored.blob)) }
        return FoundEntry(entry: stored.entry, blob: stored.blob, isSound: sound)
    }

    /// The blob of a digest, with one look at its file; what is sound goes into the hot table.
    func find(_ digest: Digest, boot: String) throws(CacheError) -> FoundBlob? {
        guard let stored = try blob(digest) else { return nil }
        let sound = isSound(stored, boot: boot)
        if sound { hot.remember(HotBlob(stored)) }
        return FoundBlob(blob: stored, isSound: sound)
    }

    /// Does what an examination of a blob's file asks for. Returns whether the blob may be used.
    func act(on verdict: BlobCheck.Verdict, _ blob: StoredBlob) throws(CacheError) -> Bool {
        switch verdict {
        case .right(let status):
            counters.update { $0.rehashed += 1 }
            try confirm(blob, status)
            return true
        case .wrong:
            if try drop(blob) { counters.update { $0.corrupt += 1 } }
            return false
        case .gone:
            if try drop(blob) { counters.update { $0.missing += 1 } }
            return false
        case .unreadable:
            return false
        }
    }

    /// Whether size, time and inode are those on record, and the content was on the disk or written in this boot.
    private func isSound(_ blob: StoredBlob, boot: String) -> Bool {
        guard blob.isTrusted(inBoot: boot) else { return false }
        guard let status = try? calls.statusAt(blob.blob.path) else { return false }
        return status.isRegular && status.identity == blob.identity
    }
}
