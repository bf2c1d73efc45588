import Glibc
import Synchronization

/// The open connections of one HTTP thread.
///
/// The lock is held across shutdown(2), which does not block: as long as it is held the socket's number cannot be closed
/// and given to somebody else.
final class ConnectionRegistry: Sendable {
    private let records = Mutex<[Int32: ConnectionRecord]>([:])

    /// Takes a new connection in.
    func add(_ record: ConnectionRecord) {
        records.withLock { $0[record.socket] = record }
    }

    /// Takes a connection out, before its socket is closed.
    func remove(_ record: ConnectionRecord) {
        records.withLock { _ = $0.removeValue(forKey: record.socket) }
    }

    /// Ends the connections whose time is over; their HTTP thread sees a hang-up.
    func shutDownOverdue(at now: Int64) {
        records.withLock { records in
            for record in records.values where record.isOverdue(at: now) { shutdown(record.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Ends reading on the connections that wait for a request. What the client has sent before is still read and
    /// answered; then the HTTP thread sees the end and closes.
    func endReadingOnIdle() {
        records.withLock { records in
            for record in records.values where record.isIdle { shutdown(record.socket, Int32(SHUT_RD)) }
        }
    }
}
