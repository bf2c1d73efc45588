extension Duration {
    /// The duration in whole milliseconds, rounded toward zero; the largest `Int64` for one that has more.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : product + attoseconds / 1_000_000_000_000_000
    }
}
