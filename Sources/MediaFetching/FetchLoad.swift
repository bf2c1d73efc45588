import Synchronization

/// How much a fetcher has to do at the moment.
package struct FetchLoad: Sendable, Equatable {
    /// Transfers that libcurl works on.
    package var running: Int
    /// Fetches that wait for their turn in front of libcurl.
    package var waiting: Int
    /// Those of them that let the others go first.
    package var waitingAsBatch = 0
}

/// What a fetcher keeps from its origins, for metrics.
package struct WithheldCounts: Sendable, Equatable {
    /// The circuits of origins.
    package var circuits = CircuitCounts()
    /// Fetches that ended at once because their URL is left alone.
    package var byBackOff = 0
    /// Fetches that ended because their origin is.
    package var byCircuit = 0
}

/// The load as the loop's thread last told it; read from any thread. The numbers may be of different moments.
final class FetchLoadGauge: Sendable {
    private let running = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    private let waitingAsBatch = Atomic<Int>(0)
    private let withheld = Mutex(WithheldCounts())

    /// What is kept from origins, as the loop's thread last told.
    var currentWithheld: WithheldCounts {
        withheld.withLock { $0 }
    }

    /// Takes new counts.
    func set(_ counts: WithheldCounts) {
        withheld.withLock { $0 = counts }
    }

    /// The numbers at this moment.
    var current: FetchLoad {
        FetchLoad(
            running: running.load(ordering: .relaxed), waiting: waiting.load(ordering: .relaxed),
            waitingAsBatch: waitingAsBatch.load(ordering: .relaxed))
    }

    /// Takes new numbers.
    func set(_ load: FetchLoad) {
        running.store(load.running, ordering: .relaxed)
        waiting.store(load.waiting, ordering: .relaxed)
        waitingAsBatch.store(load.waitingAsBatch, ordering: .relaxed)
    }
}
