/// A value in an exposition, in base units, exact: no binary fraction is rounded on the way.
package enum MetricNumber: Sendable, Equatable {
    /// How often, or how much at the moment.
    case integer(Int64)
    /// A time in nanoseconds, shown in seconds.
    case nanoseconds(Int64)
    /// A time in milliseconds, shown in seconds: for points in time, which nanoseconds would hold to the year 2262.
    case milliseconds(Int64)

    /// Decimal digits: `3`, `0.0125`, `-2`.
    package var text: String {
        switch self {
        case .integer(let number): String(number)
        case .nanoseconds(let number): MetricNumber.decimal(number, digits: 9)
        case .milliseconds(let number): MetricNumber.decimal(number, digits: 3)
        }
    }

    /// `number` with a point before the last `digits`, without zeros at the end.
    private static func decimal(_ number: Int64, digits: Int) -> String {
        var figures = String(number.magnitude)
        figures = String(repeating: "0", count: max(0, digits + 1 - figures.count)) + figures
        var fraction = figures.suffix(digits)
        let whole = figures.dropLast(digits)
        while fraction.last == "0" { fraction.removeLast() }
        return (number < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded down and held to what an `Int64` takes.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard !overflow, !carry else { return seconds < 0 ? .min : .max }
        return sum
    }
}
