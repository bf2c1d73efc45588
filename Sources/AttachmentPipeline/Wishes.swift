import MediaFetching
import NotificationContent
import Synchronization
import Telemetry

/// What one request asks for, and what has become of it so far.
///
/// One object for all who work on it, and for the reason that `FlightNotes` gives.
final class Wishes: Sendable {
    let references: [MediaReference]
    let policy: JudgingPolicy
    let request: FlightTable.RequestID
    let priority: FetchPriority
    let deadline: Deadline
    private let known: Mutex<[Outcome?]>

    init(
        _ references: [MediaReference], _ policy: JudgingPolicy, _ request: FlightTable.RequestID,
        _ priority: FetchPriority, _ deadline: Deadline
    ) {
        self.references = references
        self.policy = policy
        self.request = request
        self.priority = priority
        self.deadline = deadline
        known = Mutex(Array(repeating: nil, count: references.count))
    }

    /// One outcome a reference, nil where there is none.
    var outcomes: [Outcome?] {
        known.withLock { $0 }
    }

    /// Takes note of the outcome of a reference.
    func note(_ outcome: Outcome, of index: Int) {
        known.withLock { $0[index] = outcome }
    }

    /// Whether a reference is attached.
    func isAttached(_ index: Int) -> Bool {
        known.withLock { outcomes in
            if case .attached = outcomes[index] { true } else { false }
        }
    }
}
