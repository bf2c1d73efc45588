import Glibc
import HTTPService
import Telemetry

extension CommandError {
    /// A daemon's failure with its exit status and its cure.
    init(_ failure: DaemonFailure, at path: String) {
        let cause = "\(OutcomeLine.printable(path)): \(OutcomeLine.printable(failure.detail))"
        switch failure {
        case .unreachable(let error) where error.code == EACCES || error.code == EPERM:
            self.init(.permission, cause, cure: "join the group that the socket belongs to")
        case .unreachable:
            self.init(.unreachable, cause, cure: "start 'attachd serve', or give --socket the path on which it listens")
        case .interrupted, .late:
            self.init(.unreachable, cause, cure: "look at the daemon's log, then try again")
        case .malformed:
            self.init(.unreachable, cause, cure: "use the attachd that the daemon was started from")
        case .problem(status: 413, _, _):
            self.init(.malformed, cause, cure: "resolve it without the daemon, with another --cache-dir")
        case .problem(status: 503, _, retryAfter: nil):
            self.init(.inputOutput, cause, cure: "look at the daemon's log, and at the disk that holds its cache")
        case .problem(status: 429, _, let seconds), .problem(status: 503, _, let seconds):
            self.init(.busy, cause, cure: "try again in \(seconds ?? 1) s")
        case .problem:
            self.init(.unreachable, cause, cure: "use the attachd that the daemon was started from")
        }
    }
}
