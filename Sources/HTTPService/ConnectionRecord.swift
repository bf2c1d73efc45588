import Glibc
import Synchronization

/// What other threads may know of a connection.
final class ConnectionRecord: Sendable {
    /// The socket; open while the record is in its registry.
    let socket: Int32
    private let deadline: Atomic<Int64>
    private let idle = Atomic(true)

    /// A connection that waits for its first request until `deadline`, in milliseconds of the server's clock.
    init(socket: Int32, deadline: Int64) {
        self.socket = socket
        self.deadline = Atomic(deadline)
    }

    /// Whether it is between two requests.
    var isIdle: Bool { idle.load(ordering: .relaxed) }

    /// A request has begun, which must be complete at `deadline`.
    func beginRequest(until deadline: Int64) {
        idle.store(false, ordering: .relaxed)
        self.deadline.store(deadline, ordering: .relaxed)
    }

    /// The request is complete; its answer may take any time.
    func endReceiving() {
        deadline.store(ServerClock.never, ordering: .relaxed)
    }

    /// The answer is out, and the next request line must be there at `deadline`.
    func endRequest(until deadline: Int64) {
        self.deadline.store(deadline, ordering: .relaxed)
        idle.store(true, ordering: .relaxed)
    }

    /// Whether its time is over at `now`.
    func isOverdue(at now: Int64) -> Bool {
        now >= deadline.load(ordering: .relaxed)
    }
}
