/// Which blobs go when room is needed: S3-FIFO (Yang and others, SOSP 2023), measured in bytes. No disk, no index.
///
/// What is new enters the small queue. Seen at its head, a blob that was used twice moves to the main queue, any other
/// goes; so a batch of URLs that nobody asks for passes through a tenth of the cache and leaves the rest alone. In the main
/// queue a use buys another round. What went from the small queue is remembered (`GhostRing`) and enters the main queue
/// if it comes back. Pinned blobs are never shown to these decisions.
struct S3FIFO: Sendable {
    /// The two queues; the number is the index's column.
    enum Queue: Int64, Sendable {
        /// For what is new.
        case small = 0
        /// For what was used.
        case main = 1
    }

    /// A blob at the head of its queue.
    struct Candidate: Sendable, Equatable {
        /// Its row in the index.
        var id: Int64
        /// Its file name.
        var name: BlobName
        /// Bytes of disk that removing it frees.
        var allocated: Int64
        /// Its queue.
        var queue: Queue
        /// Uses that were counted, at most 3.
        var uses: UInt8
    }

    /// What becomes of a candidate.
    enum Fate: Sendable, Equatable {
        /// It goes.
        case evicted
        /// It goes to the end of a queue, with so many uses left.
        case moved(Queue, uses: UInt8)
    }

    /// Per cent of the limit above which the small queue is the one to give.
    static let smallShare: Int64 = 10
    /// Uses that a blob needs to leave the small queue for the main one.
    static let usesForMain: UInt8 = 2

    /// The queue that gives: the small one above its share, else the main one; the other where it has nothing to give.
    static func queue(smallBytes: Int64, limit: Int64, smallIsEmpty: Bool, mainIsEmpty: Bool) -> Queue? {
        if smallIsEmpty { return mainIsEmpty ? nil : .main }
        if mainIsEmpty { return .small }
        return smallBytes > EvictionPlan.mark(smallShare, of: limit) ? .small : .main
    }

    /// What becomes of the blob at the head of a queue.
    static func fate(of candidate: Candidate) -> Fate {
        switch candidate.queue {
        case .small where candidate.uses >= usesForMain: .moved(.main, uses: 0)
        case .main where candidate.uses > 0: .moved(.main, uses: candidate.uses - 1)
        case .small, .main: .evicted
        }
    }
}
