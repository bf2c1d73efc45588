import Synchronization
package import Telemetry

/// The priority of one fetch, which may change for as long as the fetch waits for a connection.
///
/// A change is made in two steps, so that whoever decides under a lock need not call the fetcher there: `set` decides, and
/// `MediaFetcher.reorder` tells the fetcher to look again. Lock order: taken last, for a few instructions only.
package final class FetchUrgency: Sendable {
    private struct State {
        var priority: FetchPriority
        var fetch: UInt64?
        var patience: ContinuousClock.Instant?
    }

    private let state: Mutex<State>

    /// The urgency of a fetch that is still to begin.
    ///
    /// - Parameters:
    ///   - priority: The priority to begin with.
    ///   - patience: When who asked has gone; nil for never before the fetch's own deadline.
    package init(_ priority: FetchPriority = .interactive, patience: Deadline? = nil) {
        state = Mutex(State(priority: priority, patience: patience?.instant))
    }

    /// Somebody else asks, who waits until `deadline`: retries are worth while for as long as anybody waits.
    package func extend(to deadline: Deadline) {
        state.withLock { state in
            if let patience = state.patience { state.patience = max(patience, deadline.instant) }
        }
    }

    /// When the last who asked has gone; nil for never before the fetch's own deadline.
    var patience: ContinuousClock.Instant? {
        state.withLock { $0.patience }
    }

    /// The priority at this moment.
    package var priority: FetchPriority {
        state.withLock { $0.priority }
    }

    /// Changes the priority; a fetch that waits already keeps its place until `MediaFetcher.reorder`.
    package func set(_ priority: FetchPriority) {
        state.withLock { $0.priority = priority }
    }

    /// The number of the fetch; nil before it begins.
    var fetch: UInt64? {
        state.withLock { $0.fetch }
    }

    /// The fetch begins under a number: every priority set before is seen by it, every later one can be told to it.
    func begin(as fetch: UInt64) {
        state.withLock { $0.fetch = fetch }
    }
}
