package import Synchronization

/// A blob as the hot table keeps it: never changed, only replaced or forgotten.
package final class HotBlob: Sendable {
    /// What callers see.
    package let blob: Blob
    /// What the cache's user derived from the blob; forgotten with it. Nil at first.
    package let note = Mutex<(any AnyObject & Sendable)?>(nil)
    /// The blob's row.
    let row: Int64
    /// What its file looked like when its content was last known to be right.
    let identity: FileIdentity

    init(_ stored: StoredBlob) {
        row = stored.id
        blob = stored.blob
        identity = stored.identity
    }
}

/// A bounded table of blobs by digest, the oldest going first, with the content of some of them beside it: pure, not
/// synchronised.
///
/// Contents have a budget of their own. When it is spent, a hand goes round: content that was asked for since it last
/// passed stays, and whoever wanted room goes without this time; content that was not makes room. So a pass over many
/// blobs, each asked for once, does not drive out what is asked for all the time.
struct HotBlobs {
    /// The largest content that is kept.
    static let largestContent = 65_536

    /// The most blobs.
    let capacity: Int
    /// The most bytes of contents.
    let budget: Int
    /// Bytes of the contents that are kept.
    private(set) var contentBytes = 0
    private var places: [Digest: Place] = [:]
    private var order: [Digest] = []
    private var hand = 0
    private var contentHand = 0

    private struct Place {
        var blob: HotBlob
        var content: HotContent?
        /// The content was asked for since the hand last passed.
        var isUsed = false
    }

    init(capacity: Int, budget: Int) {
        self.capacity = max(1, capacity)
        self.budget = max(0, budget)
    }

    /// How many blobs there are.
    var count: Int { places.count }

    /// The blob of a digest, with its content where that is kept, which counts as a use.
    mutating func find(_ digest: Digest) -> (blob: HotBlob, content: HotContent?)? {
        guard let position = places.index(forKey: digest) else { return nil }
        let place = places.values[position]
        if place.content != nil, !place.isUsed { places.values[position].isUsed = true }
        return (place.blob, place.content)
    }

    /// Keeps a blob, in place of the old one of its digest or, where there is no room, of the oldest.
    mutating func put(_ blob: HotBlob) {
        let digest = blob.blob.digest
        if places[digest] != nil {
            dropContent(of: digest)
            places[digest]?.blob = blob
            return
        }
        if order.count < capacity {
            order.append(digest)
        } else {
            forget(order[hand])
            order[hand] = digest
            hand = (hand + 1) % capacity
        }
        places[digest] = Place(blob: blob)
    }

    /// Whether content of so many bytes may be kept now; makes room for it if need be.
    mutating func makeRoom(for bytes: Int64) -> Bool {
        guard let bytes = Int(exactly: bytes), bytes > 0, bytes <= min(HotBlobs.largestContent, budget) else {
            return false
        }
        // Once round at most: each step passes one blob.
        for _ in 0..<order.count {
            guard contentBytes > budget - bytes else { return true }
            if contentHand >= order.count { contentHand = 0 }
            let digest = order[contentHand]
            contentHand += 1
            guard let place = places[digest], place.content != nil else { continue }
            guard !place.isUsed else {
                places[digest]?.isUsed = false
                return false
            }
            dropContent(of: digest)
        }
        return contentBytes <= budget - bytes
    }

    /// Keeps the content of a blob that is still in the table, where the budget allows it.
    mutating func keep(_ content: HotContent, of blob: HotBlob) {
        let digest = blob.blob.digest
        guard let place = places[digest], place.blob === blob, place.content == nil,
            content.bytes.count <= budget - contentBytes
        else { return }
        places[digest]?.content = content
        places[digest]?.isUsed = false
        contentBytes += content.bytes.count
    }

    /// Forgets the blob of a row.
    mutating func remove(row: Int64) {
        guard let found = places.first(where: { $0.value.blob.row == row }) else { return }
        forget(found.key)
        guard let position = order.firstIndex(of: found.key) else { return }
        let last = order.removeLast()
        if position < order.count { order[position] = last }
        if hand >= order.count { hand = 0 }
    }

    /// Forgets everything.
    mutating func removeAll() {
        self = HotBlobs(capacity: capacity, budget: budget)
    }

    private mutating func forget(_ digest: Digest) {
        dropContent(of: digest)
        places[digest] = nil
    }

    private mutating func dropContent(of digest: Digest) {
        guard let content = places[digest]?.content else { return }
        contentBytes -= content.bytes.count
        places[digest]?.content = nil
        places[digest]?.isUsed = false
    }
}
