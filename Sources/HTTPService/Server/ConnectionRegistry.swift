import CLinux
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

    /// Ends the connections whose time is over (their HTTP thread sees a hang-up), and wakes the HTTP thread for those
    /// whose client has closed its half.
    ///
    /// libmicrohttpd takes a read that fills only a part of its buffer for the last one until the next edge of epoll(7),
    /// and so misses an end that came with the data. Ending our reading too makes that edge, and loses nothing.
    func check(at now: Int64) {
        records.withLock { records in
            guard !records.isEmpty else { return }
            for record in records.values where record.isOverdue(at: now) { shutdown(record.socket, Int32(SHUT_RDWR)) }
            var polled = records.keys.map { pollfd(fd: $0, events: linux_poll_half_closed, revents: 0) }
            guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return }
            for entry in polled where entry.revents & linux_poll_half_closed != 0 { shutdown(entry.fd, Int32(SHUT_RD)) }
        }
    }

    /// Ends every connection.
    func endAll() {
        records.withLock { records in
            for record in records.values { shutdown(record.socket, Int32(SHUT_RDWR)) }
        }
    }

    /// One look of a drain at all connections.
    func endReadingOnIdle() {
        records.withLock { records in
            for record in records.values { record.endReadingIfIdle() }
        }
    }

    /// Ends the connection whose chunked body has filled the memory of its connection, before the server library can
    /// answer it with a 500. Only from inside of the library, on the connections' HTTP thread.
    func endOverflowing() {
        records.withLock { records in
            let suspects = records.values.filter(\.isReceivingChunks)
            for record in suspects where suspects.count == 1 || !record.connection.hasRoom() {
                shutdown(record.socket, Int32(SHUT_RDWR))
            }
        }
    }
}
