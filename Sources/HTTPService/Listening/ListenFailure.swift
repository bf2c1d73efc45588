package import Telemetry

/// Why a server cannot listen somewhere.
package enum ListenFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another process answers on this Unix socket.
    case inUse(path: String)
    /// Something other than a socket has this name.
    case notASocket(path: String)
    /// The host has no address; the resolver's words.
    case unknownHost(String, reason: String)
    /// A descriptor that was passed in is no listening stream socket.
    case notListening(descriptor: Int32)
    /// A system call failed.
    case system(SystemCallError)
    /// The server library could not start its thread.
    case noWorker

    /// One sentence for a person.
    package var description: String {
        switch self {
        case .inUse(let path): "another process listens on \(path)"
        case .notASocket(let path): "\(path) exists and is no socket"
        case .unknownHost(let host, let reason): "\(host): \(reason)"
        case .notListening(let descriptor): "descriptor \(descriptor) is no listening stream socket"
        case .system(let error): error.description
        case .noWorker: "the HTTP threads cannot be started"
        }
    }
}
