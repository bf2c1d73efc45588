import Synchronization

/// Entries that were looked up or stored lately, for answers on any thread without SQLite.
///
/// Invariant: what is found here is what the index says. Only the index's actor writes here, in the same step in which it
/// reads or changes the rows: it adds what `find` read and what a commit stored, and takes out what any statement changed
/// (`RowChange`), after the commit and before blobs' files go or anybody is told. A table whose index is replaced or
/// closed is emptied. What the index cannot know, a file changed by somebody else, shows in its size, time and inode,
/// which `AttachmentCache.fresh` compares at each use.
///
/// One lock: it is held for a hash and a comparison, some hundred nanoseconds of a request's ten thousand and more.
final class HotTable: Sendable {
    /// The most URLs.
    static let capacity = 8192

    /// The most blobs.
    static let blobCapacity = 256

    /// The most bytes of their contents.
    static let contentBytes = 2_097_152

    private let slots: Mutex<HotSlots>
    private let blobs: Mutex<HotBlobs>

    init(
        capacity: Int = HotTable.capacity, blobCapacity: Int = HotTable.blobCapacity,
        contentBytes: Int = HotTable.contentBytes
    ) {
        slots = Mutex(HotSlots(capacity: capacity))
        blobs = Mutex(HotBlobs(capacity: blobCapacity, budget: contentBytes))
    }

    /// How many entries there are.
    var count: Int {
        slots.withLock { $0.count }
    }

    /// The entry of a key, fresh or not; its file is not looked at.
    func entry(_ key: String) -> HotEntry? {
        slots.withLock { $0.find(key) }
    }

    /// The blob of a digest, if it was asked for by that lately; its file is not looked at.
    func blob(_ digest: Digest) -> (blob: HotBlob, content: HotContent?)? {
        blobs.withLock { $0.find(digest) }
    }

    /// Whether content of so many bytes may be kept now; makes room for it if need be.
    func makeRoom(for bytes: Int64) -> Bool {
        blobs.withLock { $0.makeRoom(for: bytes) }
    }

    /// Keeps a blob's content, if the blob is still the one of its digest and there is still room.
    func keep(_ content: HotContent, of blob: HotBlob) {
        blobs.withLock { $0.keep(content, of: blob) }
    }

    /// Keeps what was just read from the index.
    func remember(_ entry: HotEntry) {
        slots.withLock { $0.put(entry) }
    }

    /// The same of a blob.
    func remember(_ blob: HotBlob) {
        blobs.withLock { $0.put(blob) }
    }

    /// Follows changes of the rows in their order; of a change that failed only what it takes out.
    ///
    /// `boot` names this boot of the machine: content that an earlier one did not sync is not trusted unhashed.
    func follow(_ changes: [RowChange], committed: Bool, boot: String) {
        for change in changes {
            switch change {
            case .stored(let entry, let blob):
                let isTrusted = blob.map { $0.isTrusted(inBoot: boot) } ?? true
                if committed, isTrusted { remember(HotEntry(entry, blob)) } else { remove(entry.key) }
            case .entryRemoved(let key): remove(key)
            case .blobChanged(let id):
                slots.withLock { $0.remove(blob: id) }
                blobs.withLock { $0.remove(row: id) }
            case .entriesRemoved: removeAll()
            }
        }
    }

    /// Forgets everything.
    func removeAll() {
        slots.withLock { $0.removeAll() }
        blobs.withLock { $0.removeAll() }
    }

    private func remove(_ key: String) {
        slots.withLock { $0.remove(key) }
    }
}
