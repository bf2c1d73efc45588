import CLinux
import Glibc
import Synchronization

/// What other threads may know of a connection.
final class ConnectionRecord: Sendable {
    /// Where a connection is, as far as the end of a drain goes.
    private enum Phase {
        static let idle: UInt8 = 0
        /// Found idle by one look of a drain.
        static let idleForLong: UInt8 = 1
        static let busy: UInt8 = 2
        /// Reading has been ended by us, or is about to be.
        static let ended: UInt8 = 3
    }

    /// The connection; its socket is open while the record is in its registry.
    let connection: ConnectionHandle
    /// The socket.
    let socket: Int32
    private let deadline: Atomic<Int64>
    private let phase = Atomic<UInt8>(Phase.idle)
    private let receivesChunks = Atomic(false)

    /// A connection that waits for its first request until `deadline`, in milliseconds of the server's clock.
    init(connection: ConnectionHandle, deadline: Int64) {
        self.connection = connection
        socket = connection.socket
        self.deadline = Atomic(deadline)
    }

    /// Whether a chunked body is on its way in; only for the HTTP thread.
    var isReceivingChunks: Bool {
        get { receivesChunks.load(ordering: .relaxed) }
        set { receivesChunks.store(newValue, ordering: .relaxed) }
    }

    /// A request has begun, which must be complete at `deadline`. Returns whether reading has been ended before.
    func beginRequest(until deadline: Int64) -> Bool {
        self.deadline.store(deadline, ordering: .relaxed)
        return phase.exchange(Phase.busy, ordering: .acquiringAndReleasing) == Phase.ended
    }

    /// The request is complete; its answer may take any time.
    func endReceiving() {
        deadline.store(ServerClock.never, ordering: .relaxed)
        receivesChunks.store(false, ordering: .relaxed)
    }

    /// The answer is out, and the next request line must be there at `deadline`.
    func endRequest(until deadline: Int64) {
        self.deadline.store(deadline, ordering: .relaxed)
        receivesChunks.store(false, ordering: .relaxed)
        phase.store(Phase.idle, ordering: .releasing)
    }

    /// One look of a drain. The second in a row that finds the connection idle, with nothing unread, ends its reading:
    /// the client's next write fails at once, and the HTTP thread closes. Two looks, because a request may have been
    /// read whose line the HTTP thread has not come to yet.
    func endReadingIfIdle() {
        if phase.compareExchange(expected: Phase.idle, desired: Phase.idleForLong, ordering: .relaxed).exchanged {
            return
        }
        guard linux_unread(socket) == 0 else { return }
        let (isIdle, _) = phase.compareExchange(
            expected: Phase.idleForLong, desired: Phase.ended, ordering: .acquiringAndReleasing)
        if isIdle { shutdown(socket, Int32(SHUT_RD)) }
    }

    /// Whether its time is over at `now`.
    func isOverdue(at now: Int64) -> Bool {
        now >= deadline.load(ordering: .relaxed)
    }
}
