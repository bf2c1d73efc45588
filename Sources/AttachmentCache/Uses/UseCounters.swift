/// How often blobs were used, two bits for each of 4,194,304 places; blobs whose tags agree share one. No disk, no lock.
///
/// Fixed in size (1 MiB) whatever the cache holds. A place that two blobs share makes one of them look busier than it is,
/// which costs a little room and no correctness.
struct UseCounters: Sendable {
    /// The most that is counted.
    static let most: UInt8 = 3
    /// Bytes of one chunk, the unit of writing.
    static let chunkBytes = 4096
    /// Chunks.
    static let chunks = 256
    private static let placesMask = UInt64(chunks * chunkBytes * 4 - 1)

    private var bytes = [UInt8](repeating: 0, count: chunks * chunkBytes)
    private var dirty = [Bool](repeating: false, count: chunks)

    /// Uses of a blob, at most `most`.
    func uses(_ tag: BlobTag) -> UInt8 {
        let (byte, shift) = UseCounters.place(tag)
        return bytes[byte] >> shift & 3
    }

    /// Counts a use.
    mutating func count(_ tag: BlobTag) {
        let uses = uses(tag)
        if uses < UseCounters.most { set(tag, uses + 1) }
    }

    /// Sets the uses of a blob.
    mutating func set(_ tag: BlobTag, _ uses: UInt8) {
        let (byte, shift) = UseCounters.place(tag)
        bytes[byte] = bytes[byte] & ~(3 << shift) | min(uses, UseCounters.most) << shift
        dirty[byte / UseCounters.chunkBytes] = true
    }

    /// The chunks that changed since the last call.
    mutating func takeChanged() -> [(chunk: Int, bytes: [UInt8])] {
        var changed: [(chunk: Int, bytes: [UInt8])] = []
        for chunk in dirty.indices where dirty[chunk] {
            let start = chunk * UseCounters.chunkBytes
            changed.append((chunk, Array(bytes[start..<start + UseCounters.chunkBytes])))
            dirty[chunk] = false
        }
        return changed
    }

    /// Adds what an earlier process counted: the larger of the two for each blob. Ignores a chunk that does not fit.
    mutating func merge(_ chunk: Int64, _ stored: [UInt8]) {
        guard let chunk = Int(exactly: chunk), dirty.indices.contains(chunk), stored.count == UseCounters.chunkBytes
        else { return }
        let start = chunk * UseCounters.chunkBytes
        for offset in stored.indices where stored[offset] != 0 {
            let (old, new) = (stored[offset], bytes[start + offset])
            var merged: UInt8 = 0
            for shift in stride(from: UInt8(0), to: 8, by: 2) {
                merged |= max(old >> shift & 3, new >> shift & 3) << shift
            }
            bytes[start + offset] = merged
        }
    }

    private static func place(_ tag: BlobTag) -> (byte: Int, shift: UInt8) {
        let place = Int(truncatingIfNeeded: tag.high & placesMask)
        return (place / 4, UInt8(place % 4 * 2))
    }
}
