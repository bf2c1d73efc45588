import Synchronization

/// Counts an origin's requests, for replies that change.
final class OriginCount: Sendable {
    private let count = Mutex(0)

    /// The number of this request, from 1.
    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
