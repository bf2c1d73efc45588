import Synchronization

/// Counts across tasks.
final class Tally: Sendable {
    private let value = Mutex(0)

    /// The count.
    var count: Int { value.withLock { $0 } }

    /// Counts one more and returns the new count.
    func add() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
