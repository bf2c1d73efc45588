import Synchronization

/// Ends a streamed answer from another thread, whether its connection is there already or not.
final class StreamStop: Sendable {
    private struct State {
        var connection: UnixConnection?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Names the connection; false if it must not be used any more.
    func mayUse(_ connection: UnixConnection) -> Bool {
        state.withLock { state in
            state.connection = connection
            return !state.isStopped
        }
    }

    /// Ends the connection, now or as soon as it is there.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.connection?.shutDown()
        }
    }
}
