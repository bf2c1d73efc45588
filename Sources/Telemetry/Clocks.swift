/// The two clocks that decisions may read; nothing else in the project reads the time.
///
/// A value of closures, so that a test hands in clocks that it moves by hand.
package struct Clocks: Sendable {
    /// Monotonic time, for deadlines and durations.
    package var monotonic: @Sendable () -> ContinuousClock.Instant
    /// Wall-clock time, for HTTP freshness and for what is shown to people.
    package var wall: @Sendable () -> WallTime

    /// Makes a pair of clocks from two closures.
    package init(
        monotonic: @escaping @Sendable () -> ContinuousClock.Instant, wall: @escaping @Sendable () -> WallTime
    ) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The machine's clocks: `CLOCK_BOOTTIME` (through `ContinuousClock`) and `CLOCK_REALTIME`.
    package static let system = Clocks(monotonic: { ContinuousClock.now }, wall: { WallTime.now() })
}
