import Telemetry

/// A server's own time: milliseconds since it was made, as its threads store them in atomics.
struct ServerClock: Sendable {
    /// Later than any time.
    static let never = Int64.max

    private let start = ContinuousClock.now

    /// The present time.
    func now() -> Int64 {
        milliseconds(at: ContinuousClock.now)
    }

    /// The time at `instant`.
    func milliseconds(at instant: ContinuousClock.Instant) -> Int64 {
        start.duration(to: instant).milliseconds
    }

    /// The time `duration` after `time`; saturates.
    static func time(_ time: Int64, plus duration: Duration) -> Int64 {
        let (sum, overflow) = time.addingReportingOverflow(duration.milliseconds)
        return overflow ? never : sum
    }
}
