import Synchronization

/// A count that only grows; adding is one atomic addition from any thread.
package final class Counter: Sendable {
    private let count = Atomic<Int64>(0)

    /// A count of zero that no registry shows.
    package init() {}

    /// Adds `amount`, which must not be negative.
    package func add(_ amount: Int64 = 1) {
        // Nothing is ordered by a count, and wrapping takes centuries.
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    /// The count at this moment.
    package var value: Int64 {
        count.load(ordering: .relaxed)
    }
}
