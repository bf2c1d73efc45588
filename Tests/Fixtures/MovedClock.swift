import Synchronization
package import Telemetry

/// A clock that a test moves by hand; in between it stands still, or goes on with the machine's.
package final class MovedClock: Sendable {
    private struct State {
        var offset = Duration.zero
        var waiters: [(instant: ContinuousClock.Instant, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now
    private let wallStart = WallTime.now()
    private let isFrozen: Bool

    /// A clock at the present.
    package init(frozen isFrozen: Bool = true) {
        self.isFrozen = isFrozen
    }

    /// The instant at which the clock stands.
    package var now: ContinuousClock.Instant {
        let offset = state.withLock { $0.offset }
        return (isFrozen ? start : .now).advanced(by: offset)
    }

    /// How far the clock has been moved.
    package var moved: Duration {
        state.withLock { $0.offset }
    }

    /// Moves the clock on, and wakes those whose time has come.
    package func move(by duration: Duration) {
        let due = state.withLock { state in
            state.offset += duration
            let now = (isFrozen ? start : .now).advanced(by: state.offset)
            let due = state.waiters.filter { $0.instant <= now }
            state.waiters.removeAll { $0.instant <= now }
            return due
        }
        for waiter in due { waiter.continuation.resume() }
    }

    /// The clock for the parts under test. A wait ends when the clock is moved far enough, or its task is cancelled.
    package var clocks: Clocks {
        Clocks(
            monotonic: { self.now },
            wall: {
                let base = self.isFrozen ? self.wallStart : WallTime.now()
                return base.advanced(bySeconds: self.moved.components.seconds)
            },
            wait: { instant in
                while instant > self.now {
                    try Task.checkCancellation()
                    await self.suspend(until: instant)
                }
                try Task.checkCancellation()
            })
    }

    /// Suspends until the clock is moved to `instant`; now and then it ends early.
    private func suspend(until instant: ContinuousClock.Instant) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    let now = (isFrozen ? start : .now).advanced(by: state.offset)
                    guard !Task.isCancelled, instant > now else { return true }
                    state.waiters.append((instant, continuation))
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            let all = state.withLock { state in
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in all { waiter.continuation.resume() }
        }
    }
}
