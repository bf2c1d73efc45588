import CLinux
import Glibc
import Telemetry

/// A client's connection to a Unix socket; every call blocks its thread, until its deadline at most.
///
/// One thread at a time uses it, and any may end it. All system calls of the client are here.
final class UnixConnection: Sendable {
    private let socket: DescriptorHandle
    private let clocks: Clocks

    /// Connects (`connect(2)`).
    ///
    /// - Throws: `DaemonFailure.unreachable`, with `EAGAIN` where the socket's queue stays full until the deadline.
    init(path: String, by deadline: Deadline, clocks: Clocks) throws(DaemonFailure) {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .unreachable(.current("socket")) }
        socket = DescriptorHandle(owning: number)
        self.clocks = clocks
        // The wait for a place in a full queue is the kernel's; poll(2) knows nothing of it.
        let left = deadline.remaining(at: clocks.monotonic()).components
        var limit = timeval()
        limit.tv_sec = Int(left.seconds)
        limit.tv_usec = max(1, Int(left.attoseconds / 1_000_000_000_000))
        _ = unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while unsafe linux_unix_name(number, path, path.utf8.count, 1) != 0 {
            guard errno == EINTR else { throw .unreachable(.current("connect")) }
        }
    }

    /// Sends all of the bytes (`send(2)`).
    ///
    /// - Throws: `late` at the deadline, `interrupted` when the other side has closed.
    func send(_ bytes: [UInt8], by deadline: Deadline) throws(DaemonFailure) {
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT, by: deadline)
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return unsafe Glibc.send(
                    socket.number, rest.baseAddress, rest.count, linux_message_no_signal | linux_message_dont_wait)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR && errno != EAGAIN {
                throw .interrupted
            }
        }
    }

    /// What comes next, at most 64 KiB (`recv(2)`); empty once the other side has closed.
    ///
    /// - Throws: `late` at the deadline. A connection that was reset counts as closed.
    func receive(by deadline: Deadline) throws(DaemonFailure) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            try wait(for: POLLIN, by: deadline)
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe recv(socket.number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            chunk.removeLast(chunk.count - max(0, count))
            return chunk
        }
    }

    /// Ends the connection (`shutdown(2)`), and with it every wait on it; from any thread.
    func shutDown() {
        shutdown(socket.number, Int32(SHUT_RDWR))
    }

    /// Waits for one event (`poll(2)`); errors and the other side's closing end the wait too.
    private func wait(for event: Int32, by deadline: Deadline) throws(DaemonFailure) {
        while true {
            let left = deadline.remaining(at: clocks.monotonic())
            guard left > .zero else { throw .late }
            // Rounded up, so that the last wait does not spin; a long one is taken in parts.
            let milliseconds = min(left.milliseconds, 60_000) + 1
            var entry = pollfd(fd: socket.number, events: Int16(event), revents: 0)
            if unsafe poll(&entry, 1, Int32(milliseconds)) > 0 { return }
        }
    }
}
