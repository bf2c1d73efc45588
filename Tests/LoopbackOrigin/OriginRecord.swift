import Synchronization

/// What an origin has seen so far.
package struct OriginTally: Sendable {
    /// Every request, in the order of arrival.
    package fileprivate(set) var requests: [OriginRequest] = []
    /// Connections accepted.
    package fileprivate(set) var connections = 0
    /// Connections open now.
    package fileprivate(set) var openConnections = 0
    /// The most connections that were open at once.
    package fileprivate(set) var mostOpenConnections = 0
    /// Requests being answered now.
    package fileprivate(set) var requestsInProgress = 0
    /// The most requests that were being answered at once.
    package fileprivate(set) var mostRequestsInProgress = 0
}

/// Keeps the tally and wakes those who wait for it to reach something.
final class OriginRecord: Sendable {
    private struct Waiter {
        let condition: @Sendable (OriginTally) -> Bool
        let continuation: CheckedContinuation<OriginTally, Never>
    }

    private struct State {
        var tally = OriginTally()
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    var tally: OriginTally {
        state.withLock { $0.tally }
    }

    /// Suspends until the tally meets a condition, which is asked at once and after each change.
    func wait(until condition: @escaping @Sendable (OriginTally) -> Bool) async -> OriginTally {
        await withCheckedContinuation { continuation in
            let met = state.withLock { state -> OriginTally? in
                if condition(state.tally) { return state.tally }
                state.waiters.append(Waiter(condition: condition, continuation: continuation))
                return nil
            }
            if let met { continuation.resume(returning: met) }
        }
    }

    /// Counts a connection; returns its number.
    func opened() -> Int {
        change { tally in
            tally.connections += 1
            tally.openConnections += 1
            tally.mostOpenConnections = max(tally.mostOpenConnections, tally.openConnections)
        }.connections
    }

    func closed() {
        change { $0.openConnections -= 1 }
    }

    func began(_ request: OriginRequest) {
        change { tally in
            tally.requests.append(request)
            tally.requestsInProgress += 1
            tally.mostRequestsInProgress = max(tally.mostRequestsInProgress, tally.requestsInProgress)
        }
    }

    func ended() {
        change { $0.requestsInProgress -= 1 }
    }

    @discardableResult
    private func change(_ body: (inout OriginTally) -> Void) -> OriginTally {
        let (tally, met) = state.withLock { state -> (OriginTally, [Waiter]) in
            body(&state.tally)
            let tally = state.tally
            let met = state.waiters.filter { $0.condition(tally) }
            if !met.isEmpty { state.waiters.removeAll { $0.condition(tally) } }
            return (tally, met)
        }
        for waiter in met { waiter.continuation.resume(returning: tally) }
        return tally
    }
}
