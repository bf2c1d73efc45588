package import Telemetry

/// Why no inspector can be had.
package enum InspectorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The executable lies in none of the paths tried.
    case executableMissing([String])
    /// A system call failed.
    case system(SystemCallError)
    /// The process ended before it was ready: how, and its last words.
    case ended(InspectorEnd, lastWords: String)
    /// The process cannot close the locks that are demanded: its words.
    case unlocked(String)
    /// The process was not ready in time.
    case notReady
    /// The process is of another version, or is none of ours.
    case foreign
    /// The pool has been shut down.
    case shutDown

    /// One sentence for a person.
    package var description: String {
        switch self {
        case .executableMissing(let paths): "attachd-inspector is at none of \(paths.joined(separator: ", "))"
        case .system(let error): "the inspector cannot be started: \(error)"
        case .ended(let end, let words):
            "the inspector was not ready: it \(end)" + (words.isEmpty ? "" : " and said: \(words)")
        case .unlocked(let words): "the inspector cannot lock itself in as --require-sandbox demands: \(words)"
        case .notReady: "the inspector was not ready in time"
        case .foreign: "the inspector speaks another version's language"
        case .shutDown: "the inspectors have been shut down"
        }
    }
}
