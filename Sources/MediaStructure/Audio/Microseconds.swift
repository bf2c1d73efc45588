/// Playing times, out of counts and rates that a file names.
enum Microseconds {
    /// The time that `count` units last at `rate` units a second, rounded down; 0 for no rate, the largest value for
    /// one that does not fit.
    static func of(_ count: UInt64, per rate: UInt64) -> UInt64 {
        of(count, times: 1, per: rate)
    }

    /// The time that `count` units of `size` ticks last at `rate` ticks a second, with the same rounding and ends.
    static func of(_ count: UInt64, times size: UInt64, per rate: UInt64) -> UInt64 {
        guard rate > 0 else { return 0 }
        let (scaled, overflow) = size.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return .max }
        let product = count.multipliedFullWidth(by: scaled)
        guard product.high < rate else { return .max }
        return rate.dividingFullWidth(product).quotient
    }
}
