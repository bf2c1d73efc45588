import Synchronization

/// Counts events that tests wait for.
final class Signal: Sendable {
    private struct State {
        var count = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    /// One more event.
    func raise() {
        let ready = state.withLock { state in
            state.count += 1
            let ready = state.waiting.filter { $0.count <= state.count }
            state.waiting.removeAll { $0.count <= state.count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns once there have been `count` events.
    func wait(for count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.count < count { state.waiting.append((count, continuation)) }
                return state.count >= count
            }
            if isReady { continuation.resume() }
        }
    }

    /// Returns once the calling task is cancelled.
    static func cancellation() async {
        let signal = Signal()
        await withTaskCancellationHandler {
            await signal.wait()
        } onCancel: {
            signal.raise()
        }
    }
}
