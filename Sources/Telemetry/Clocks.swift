/// The clocks that decisions may read and wait on; nothing else in the project reads the time.
///
/// A value of closures, so that a test hands in clocks that it moves by hand.
package struct Clocks: Sendable {
    /// Monotonic time, for deadlines and durations.
    package var monotonic: @Sendable () -> ContinuousClock.Instant
    /// Wall-clock time, for HTTP freshness and for what is shown to people.
    package var wall: @Sendable () -> WallTime
    /// Waits until an instant of the monotonic clock; throws `CancellationError` when the task is cancelled first.
    package var wait: @Sendable (ContinuousClock.Instant) async throws -> Void

    /// Makes clocks from closures; by default waiting follows the machine's clock.
    package init(
        monotonic: @escaping @Sendable () -> ContinuousClock.Instant, wall: @escaping @Sendable () -> WallTime,
        wait: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = { instant in
            try await ContinuousClock().sleep(until: instant)
        }
    ) {
        self.monotonic = monotonic
        self.wall = wall
        self.wait = wait
    }

    /// The machine's clocks: `CLOCK_BOOTTIME` (through `ContinuousClock`) and `CLOCK_REALTIME`.
    package static let system = Clocks(monotonic: { ContinuousClock.now }, wall: { WallTime.now() })
}
