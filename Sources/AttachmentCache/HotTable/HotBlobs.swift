package import Synchronization

/// A blob as the hot table keeps it: never changed, only replaced or forgotten.
package final class HotBlob: Sendable {
    /// Bytes of a blob whose content is kept beside it.
    static let keptBytes: Int64 = 8_192

    /// What callers see.
    package let blob: Blob
    /// What the cache's user derived from the blob; forgotten with it. Nil at first.
    package let note = Mutex<(any AnyObject & Sendable)?>(nil)
    /// The blob's row.
    let row: Int64
    /// What its file looked like when its content was last known to be right.
    let identity: FileIdentity
    /// The content of a small blob, read from a file of that identity; nil until somebody has read it.
    let content = Mutex<[UInt8]?>(nil)

    init(_ stored: StoredBlob) {
        row = stored.id
        blob = stored.blob
        identity = stored.identity
    }
}

/// A bounded table of blobs by digest, the oldest going first: pure, not synchronised.
///
/// With the content of small ones it takes at most `capacity` times `HotBlob.keptBytes`.
struct HotBlobs {
    /// The most blobs.
    let capacity: Int
    private var blobs: [Digest: HotBlob] = [:]
    private var order: [Digest] = []
    private var hand = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// How many blobs there are.
    var count: Int { blobs.count }

    /// The blob of a digest.
    func find(_ digest: Digest) -> HotBlob? {
        blobs[digest]
    }

    /// Keeps a blob, in place of the old one of its digest or, where there is no room, of the oldest.
    mutating func put(_ blob: HotBlob) {
        let digest = blob.blob.digest
        if blobs.updateValue(blob, forKey: digest) != nil { return }
        if order.count < capacity {
            order.append(digest)
        } else {
            blobs[order[hand]] = nil
            order[hand] = digest
            hand = (hand + 1) % capacity
        }
    }

    /// Forgets the blob of a row.
    mutating func remove(row: Int64) {
        guard let found = blobs.first(where: { $0.value.row == row }) else { return }
        blobs[found.key] = nil
        guard let position = order.firstIndex(of: found.key) else { return }
        let last = order.removeLast()
        if position < order.count { order[position] = last }
        if hand >= order.count { hand = 0 }
    }

    /// Forgets everything.
    mutating func removeAll() {
        self = HotBlobs(capacity: capacity)
    }
}
