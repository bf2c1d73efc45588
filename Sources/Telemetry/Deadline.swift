/// The instant after which an answer is worthless; passed down the whole chain, converted from a duration once.
package struct Deadline: Sendable, Hashable, Comparable {
    /// The instant itself.
    package let instant: ContinuousClock.Instant

    /// A deadline at `instant`.
    package init(at instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    /// A deadline `duration` from now on `clocks`.
    package static func after(_ duration: Duration, on clocks: Clocks) -> Deadline {
        Deadline(at: clocks.monotonic().advanced(by: duration))
    }

    /// The time left at `now`; zero once it has passed, never negative.
    package func remaining(at now: ContinuousClock.Instant) -> Duration {
        max(.zero, now.duration(to: instant))
    }

    /// Whether the deadline has come at `now`.
    package func hasPassed(at now: ContinuousClock.Instant) -> Bool {
        now >= instant
    }

    /// Orders deadlines by their instant.
    package static func < (left: Deadline, right: Deadline) -> Bool {
        left.instant < right.instant
    }
}
