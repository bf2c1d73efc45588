import Glibc

/// How a process ended (`waitpid(2)`).
package enum InspectorEnd: Sendable, Equatable, CustomStringConvertible {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal: 9 from us or from the memory killer, 4 or 11 for a crash, 31 for a forbidden system call.
    case signalled(Int32)

    /// Reads `waitpid`'s status word; the C macros that do so are not imported.
    init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }

    /// `exited with status 1`, `was ended by signal 9`.
    package var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
    }
}
