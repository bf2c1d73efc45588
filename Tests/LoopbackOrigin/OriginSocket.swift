import Glibc
import Telemetry

/// The system calls of the origin: the only file of this module that touches pointers.
///
/// Every call that waits also watches a stop descriptor, so that no thread outlives its origin.
enum OriginSocket {
    /// What ended a wait.
    enum Event {
        /// The descriptor can be read or written.
        case ready
        /// The origin stops.
        case stopped
        /// The time was over.
        case timedOut
    }

    /// A socket that has an address of loopback, and its port: the one asked for, or for 0 one that the system chose.
    static func bound(
        address host: UInt32 = 0x7f00_0001, port: UInt16 = 0
    ) throws(SystemCallError) -> (socket: DescriptorHandle, port: UInt16) {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .current("socket") }
        let handle = DescriptorHandle(owning: number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        var reuse: Int32 = 1
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        address.sin_addr.s_addr = host.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(number, pointer, length) == 0 && getsockname(number, pointer, &length) == 0
            }
        }
        guard isBound else { throw .current("bind") }
        return (handle, UInt16(bigEndian: address.sin_port))
    }

    /// Lets connections come to a socket.
    static func listen(_ socket: DescriptorHandle) throws(SystemCallError) {
        guard Glibc.listen(socket.number, 512) == 0 else { throw .current("listen") }
        // A client that goes between poll and accept must not hold the thread.
        _ = fcntl(socket.number, F_SETFL, O_NONBLOCK)
    }

    /// A pipe: what closes or fills the second end wakes whoever polls the first. The first end does not block.
    static func pipe() throws(SystemCallError) -> (reader: DescriptorHandle, writer: DescriptorHandle) {
        var ends: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .current("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (DescriptorHandle(owning: ends[0]), DescriptorHandle(owning: ends[1]))
    }

    /// Waits until `descriptor` is ready or the origin stops; forever if `milliseconds` is negative.
    static func wait(
        _ descriptor: Int32, toWrite: Bool = false, stop: DescriptorHandle, milliseconds: Int32 = -1
    ) -> Event {
        var polled = [
            pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0),
            pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if count < 0 || polled[1].revents != 0 { return .stopped }
            return count == 0 ? .timedOut : .ready
        }
    }

    /// Waits until `gate` can be read; `stopped` too if the client of `connection` goes.
    static func wait(gate: DescriptorHandle, connection: DescriptorHandle, stop: DescriptorHandle) -> Event {
        var polled = [
            pollfd(fd: gate.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.number, events: peerClosed, revents: 0),
        ]
        while true {
            let count = unsafe poll(&polled, nfds_t(polled.count), -1)
            if count < 0, errno == EINTR { continue }
            return count < 0 || polled[1].revents != 0 || polled[2].revents != 0 ? .stopped : .ready
        }
    }

    /// POLLRDHUP of poll(2), which glibc's headers show under _GNU_SOURCE alone.
    private static let peerClosed: Int16 = 0x2000

    /// The next connection; nil if the client has gone already.
    static func accept(_ listener: DescriptorHandle) -> DescriptorHandle? {
        let number = Glibc.accept(listener.number, nil, nil)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        var one: Int32 = 1
        _ = unsafe setsockopt(
            number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return DescriptorHandle(owning: number)
    }

    /// Opens a file for reading, following no symbolic link; nil if that fails.
    static func open(_ path: String) -> DescriptorHandle? {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        return number >= 0 ? DescriptorHandle(owning: number) : nil
    }

    /// Reads what is there, at most 16 KiB; empty at the end, on an error, and when nothing is there.
    static func read(_ descriptor: DescriptorHandle, atMost count: Int = 16_384) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let length: Int = unsafe Glibc.read(descriptor.number, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, length)))
    }

    /// Sends as much of `bytes` as fits without blocking; -1 if the client has gone.
    static func send(_ descriptor: DescriptorHandle, _ bytes: ArraySlice<UInt8>) -> Int {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count: Int = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor.number, $0.baseAddress, $0.count, flags)
        }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : count
    }

    /// Writes one byte into a pipe.
    static func writeByte(_ descriptor: DescriptorHandle) {
        var byte: UInt8 = 1
        _ = unsafe write(descriptor.number, &byte, 1)
    }

    /// Makes the end of the connection a reset (RST) instead of an orderly one.
    static func resetOnClose(_ descriptor: DescriptorHandle) {
        var value = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            descriptor.number, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }
}
