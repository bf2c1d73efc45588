/// What went from the small queue lately, as hashes; forgotten by a restart. No disk, no lock.
///
/// Bounded in number, and in the bytes that the blobs had: longer than the cache itself would hold them, a memory of them
/// says nothing.
struct GhostRing: Sendable {
    private struct Ghost {
        var hash: UInt64
        var bytes: Int64
    }

    /// The most hashes.
    let capacity: Int
    /// The most bytes of the blobs they stand for.
    let byteLimit: Int64
    private var ring: [Ghost] = []
    /// Where the next one goes once the ring is full length, and where the oldest is.
    private var oldest = 0
    private var count = 0
    private var bytes: Int64 = 0
    /// How often each hash is in the ring.
    private var present: [UInt64: Int] = [:]

    /// An empty ring; memory is taken as it fills.
    init(capacity: Int, byteLimit: Int64) {
        self.capacity = max(1, capacity)
        self.byteLimit = max(0, byteLimit)
    }

    /// Whether a blob of this hash went lately.
    func contains(_ hash: UInt64) -> Bool {
        present[hash] != nil
    }

    /// Remembers a blob; the oldest memories give way.
    mutating func insert(_ hash: UInt64, bytes size: Int64) {
        let size = max(0, size)
        while count > 0, count == capacity || size > byteLimit - bytes { removeOldest() }
        guard size <= byteLimit else { return }
        let place = (oldest + count) % capacity
        let ghost = Ghost(hash: hash, bytes: size)
        if place < ring.count { ring[place] = ghost } else { ring.append(ghost) }
        count += 1
        bytes += size
        present[hash, default: 0] += 1
    }

    private mutating func removeOldest() {
        let ghost = ring[oldest]
        oldest = (oldest + 1) % capacity
        count -= 1
        bytes -= ghost.bytes
        guard let times = present[ghost.hash] else { return }
        present[ghost.hash] = times > 1 ? times - 1 : nil
    }
}
