import CLinux
import Glibc
import Synchronization
import Telemetry

/// Something behind a Unix socket that reads HTTP requests and does what its script says, right or wrong.
///
/// It takes one connection after another; after the last one of the script the socket is closed.
package final class ScriptedDaemon: Sendable {
    /// What is done after a whole request has been read.
    package enum Step: Sendable {
        /// Sends bytes.
        case send(String)
        /// Says nothing until the client has closed.
        case silence
    }

    /// A request as it came.
    package struct Request: Sendable {
        /// The number of its connection, from 1.
        package let connection: Int
        /// Header and body.
        package let text: String
    }

    /// The socket's path.
    package let path: String
    private let listener: DescriptorHandle
    private let log = Mutex<[Request]>([])

    /// Listens at `path`; each element of `connections` is the script of one.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package init(_ path: String, _ connections: [[Step]]) throws {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SystemCallError.current("socket") }
        listener = DescriptorHandle(owning: number)
        self.path = path
        guard unsafe linux_unix_name(number, path, path.utf8.count, 0) == 0, listen(number, 16) == 0 else {
            throw SystemCallError.current("bind")
        }
        try startOwnedThread(named: "scripted") { [listener, weak self] in
            for (index, steps) in connections.enumerated() {
                let client = accept(listener.number, nil, nil)
                guard client >= 0 else { return }
                let connection = DescriptorHandle(owning: client)
                for step in steps {
                    guard let text = ScriptedDaemon.request(connection) else { break }
                    self?.log.withLock { $0.append(Request(connection: index + 1, text: text)) }
                    ScriptedDaemon.perform(step, on: connection)
                }
                if index == connections.count - 1 { shutdown(listener.number, Int32(SHUT_RDWR)) }
                shutdown(connection.number, Int32(SHUT_RDWR))
            }
        }
    }

    deinit {
        shutdown(listener.number, Int32(SHUT_RDWR))
    }

    /// The requests so far.
    package var requests: [Request] {
        log.withLock { $0 }
    }

    /// An answer with its true length.
    package static func answer(_ body: String, status: String = "200 OK", fields: String = "") -> Step {
        .send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)")
    }

    private static func perform(_ step: Step, on connection: DescriptorHandle) {
        switch step {
        case .send(let text):
            let bytes = Array(text.utf8)
            _ = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(connection.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
        case .silence:
            while receive(connection) != nil {}
        }
    }

    /// One whole request; nil if the client closes first.
    private static func request(_ connection: DescriptorHandle) -> String? {
        var text = ""
        while true {
            if let end = text.firstRange(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound].split(separator: "\r\n")
                let length = head.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
            guard let more = receive(connection) else { return nil }
            text += String(decoding: more, as: UTF8.self)
        }
    }

    private static func receive(_ connection: DescriptorHandle) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe recv(connection.number, $0.baseAddress, $0.count, 0)
        }
        return count > 0 ? buffer[..<count] : nil
    }
}
