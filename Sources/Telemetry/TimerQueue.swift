/// When whom to wake: a binary heap of instants and numbers.
///
/// Entries are never taken out early. One whose owner has gone is dropped when its time comes, or when such entries
/// become the most.
package struct TimerQueue: Sendable {
    private struct Entry: Sendable {
        var instant: ContinuousClock.Instant
        var id: UInt64
    }

    private var heap: [Entry] = []

    /// An empty queue.
    package init() {}

    /// The earliest instant; nil if there is none.
    package var next: ContinuousClock.Instant? { heap.first?.instant }

    /// The entries held.
    package var count: Int { heap.count }

    /// Adds an entry.
    package mutating func schedule(_ id: UInt64, at instant: ContinuousClock.Instant) {
        heap.append(Entry(instant: instant, id: id))
        var child = heap.count - 1
        while child > 0, heap[child].instant < heap[(child - 1) / 2].instant {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest entry if its time has come at `now`.
    package mutating func popDue(at now: ContinuousClock.Instant) -> UInt64? {
        guard let first = heap.first, first.instant <= now, let last = heap.popLast() else { return nil }
        if heap.isEmpty { return first.id }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].instant < heap[least].instant {
                least = child
            }
            if least == parent { return first.id }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    /// Drops the entries of owners that have gone, if they may be the most: `live` owners are left.
    package mutating func compact(live: Int, isLive: (UInt64) -> Bool) {
        guard heap.count > 1024, heap.count / 4 > live else { return }
        let kept = heap.filter { isLive($0.id) }
        heap.removeAll(keepingCapacity: true)
        for entry in kept { schedule(entry.id, at: entry.instant) }
    }
}
