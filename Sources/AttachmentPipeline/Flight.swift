import MediaFetching
import MediaInspection
import Synchronization
import Telemetry

/// One flight in the air: where it goes, who judges it, and how far it is.
final class Flight: Sendable {
    let target: FetchTarget
    let policy: JudgingPolicy
    let began: ContinuousClock.Instant
    /// How urgent its fetch is; changes with who waits for it.
    let urgency: FetchUrgency
    private let current = Mutex(FlightPhase.lookup)

    init(
        to target: FetchTarget, judgedBy policy: JudgingPolicy, began: ContinuousClock.Instant,
        _ priority: FetchPriority, wantedUntil deadline: Deadline
    ) {
        self.target = target
        self.policy = policy
        self.began = began
        urgency = FetchUrgency(priority, patience: deadline)
    }

    /// What makes others join it.
    var key: FlightKey {
        FlightKey(url: target.cacheKey, policy: policy.fingerprint)
    }

    /// What it is doing.
    var phase: FlightPhase {
        current.withLock { $0 }
    }

    /// Notes that another phase begins.
    func enter(_ phase: FlightPhase) {
        current.withLock { $0 = phase }
    }

    /// What an operator sees of it.
    func summary(waiters: Int, now: ContinuousClock.Instant) -> FlightSummary {
        FlightSummary(
            url: target.redacted, policy: policy.policy.name, phase: phase, age: max(.zero, began.duration(to: now)),
            waiters: waiters)
    }
}
