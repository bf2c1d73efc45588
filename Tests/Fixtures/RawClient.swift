import CLinux
import Glibc
import Telemetry

/// A client that sends exactly the bytes it is told to, and reads answers; blocking calls run on threads of its own.
package final class RawClient: Sendable {
    /// Where a server is.
    package enum Place: Sendable {
        /// A Unix socket at a path.
        case unixSocket(String)
        /// A port of 127.0.0.1.
        case loopback(UInt16)
    }

    private static let threads: OwnedThreads? = try? OwnedThreads(count: 256, name: "raw-client")
    private static let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private let socket: DescriptorHandle
    private let buffer = ReceiveBuffer()

    /// Connects; a read that gets nothing for 10 minutes fails instead of hanging the suite.
    package init(_ place: Place) throws {
        switch place {
        case .unixSocket(let path):
            socket = DescriptorHandle(owning: Glibc.socket(AF_UNIX, RawClient.streamType, 0))
            guard unsafe linux_unix_name(socket.number, path, path.utf8.count, 1) == 0 else {
                throw SystemCallError.current("connect")
            }
        case .loopback(let port):
            socket = DescriptorHandle(owning: Glibc.socket(AF_INET, RawClient.streamType, 0))
            guard linux_connect_loopback(socket.number, port) == 0 else { throw SystemCallError.current("connect") }
        }
        var limit = timeval()
        limit.tv_sec = 600
        _ = unsafe setsockopt(
            socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends all of the bytes; false if the server has closed.
    @discardableResult
    package func send(_ bytes: [UInt8]) async -> Bool {
        guard let threads = RawClient.threads else { return false }
        return await threads.run { [socket] in
            var sent = 0
            while sent < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { bytes in
                    unsafe Glibc.send(
                        socket.number, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Sends a text.
    @discardableResult
    package func send(_ text: String) async -> Bool {
        await send(Array(text.utf8))
    }

    /// The next answer; nil once the server has closed without one, or after 10 minutes of silence.
    package func answer(toHead: Bool = false) async -> RawAnswer? {
        guard let threads = RawClient.threads else { return nil }
        return await threads.run { [self] in
            while true {
                if let (answer, count) = RawAnswer.parse(buffer.bytes, toHead: toHead) {
                    buffer.drop(count)
                    return answer
                }
                guard receive() else { return nil }
            }
        }
    }

    /// Everything up to the server's closing; nil if it does not close within 10 minutes.
    package func rest() async -> [UInt8]? {
        guard let threads = RawClient.threads else { return nil }
        return await threads.run { [self] in
            while receive() {}
            return buffer.hasTimedOut ? nil : buffer.bytes
        }
    }

    /// Whether the server closes without sending anything more.
    package func isClosedSilently() async -> Bool {
        await rest().map(\.isEmpty) ?? false
    }

    /// Closes the sending half.
    package func endSending() {
        shutdown(socket.number, Int32(SHUT_WR))
    }

    /// Closes both halves at once.
    package func leave() {
        shutdown(socket.number, Int32(SHUT_RDWR))
    }

    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(socket.number, $0.baseAddress, $0.count, 0) }
        guard count > 0 else {
            if count < 0, errno == EAGAIN { buffer.noteTimeout() }
            return false
        }
        buffer.add(chunk[..<count])
        return true
    }
}
