/// Takes candidates from the heads of both queues in turn, as the small queue's share asks. No disk, no index.
struct EvictionRound {
    private var smallBytes: Int64
    private let limit: Int64
    private var small: ArraySlice<S3FIFO.Candidate>
    private var main: ArraySlice<S3FIFO.Candidate>
    private let smallIsEmpty: Bool
    private let mainIsEmpty: Bool

    /// A round over what stands at the heads of the queues, the first to go first.
    ///
    /// - Parameters:
    ///   - smallBytes: bytes of disk of the whole small queue.
    ///   - limit: the most bytes of the cache.
    ///   - small: the head of the small queue.
    ///   - main: the head of the main queue.
    init(smallBytes: Int64, limit: Int64, small: [S3FIFO.Candidate], main: [S3FIFO.Candidate]) {
        self.smallBytes = smallBytes
        self.limit = limit
        self.small = small[...]
        self.main = main[...]
        smallIsEmpty = small.isEmpty
        mainIsEmpty = main.isEmpty
    }

    /// The next candidate; nil where the queue that should give has none left here, so that its head is read anew.
    mutating func next() -> S3FIFO.Candidate? {
        let queue = S3FIFO.queue(
            smallBytes: smallBytes, limit: limit, smallIsEmpty: smallIsEmpty, mainIsEmpty: mainIsEmpty)
        return switch queue {
        case .small: small.popFirst()
        case .main: main.popFirst()
        case nil: nil
        }
    }

    /// Notes that a candidate is no longer in its queue.
    mutating func left(_ candidate: S3FIFO.Candidate) {
        if candidate.queue == .small { smallBytes = max(0, smallBytes - max(0, candidate.allocated)) }
    }
}
