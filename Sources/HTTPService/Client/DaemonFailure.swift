package import Telemetry

/// Why a daemon gave no answer that its client can use.
package enum DaemonFailure: Error, Sendable, Equatable {
    /// Nobody answers at the socket.
    case unreachable(SystemCallError)
    /// The connection ended before the answer did.
    case interrupted
    /// The answer did not come in time.
    case late
    /// What came is no answer of a daemon of ours; one sentence without a full stop.
    case malformed(String)
    /// The daemon refused: its status, its sentence, and after how many seconds another try may be worth while.
    case problem(status: Int, detail: String, retryAfter: Int?)

    /// One sentence for a person, without a full stop; the socket's path is the caller's to name.
    package var detail: String {
        switch self {
        case .unreachable(let error): "no daemon answers (\(SystemCallError.message(error.code)))"
        case .interrupted: "the daemon ended in the middle of a request"
        case .late: "the daemon did not answer in time"
        case .malformed(let detail): "what answers is no daemon of this version: \(detail)"
        case .problem(_, let detail, _): "the daemon refuses: \(detail)"
        }
    }
}
