import Synchronization

/// The priority of one fetch, which may change for as long as the fetch waits for a connection.
///
/// A change is made in two steps, so that whoever decides under a lock need not call the fetcher there: `set` decides, and
/// `MediaFetcher.reorder` tells the fetcher to look again. Lock order: taken last, for a few instructions only.
package final class FetchUrgency: Sendable {
    private struct State {
        var priority: FetchPriority
        var fetch: UInt64?
    }

    private let state: Mutex<State>

    /// The urgency of a fetch that is still to begin.
    package init(_ priority: FetchPriority = .interactive) {
        state = Mutex(State(priority: priority))
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
