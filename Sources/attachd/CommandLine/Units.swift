/// Sizes and durations as options write them.
enum Units {
    private static let sizeFactors: [(suffix: String, factor: Int64)] = [
        ("", 1), ("B", 1), ("K", 1000), ("M", 1_000_000), ("G", 1_000_000_000),
        ("Ki", 1024), ("Mi", 1_048_576), ("Gi", 1_073_741_824),
        ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
    ]

    private static let durationFactors: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// A whole number with an optional unit: `10485760`, `10MiB`, `10G`, `64M`; nil for anything else or above 2^62.
    static func count(_ text: String) -> Int64? {
        guard let (digits, suffix) = split(text), !digits.contains("."), let number = Int64(digits) else { return nil }
        guard let factor = sizeFactors.first(where: { $0.suffix == suffix })?.factor else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow || product > 1 << 62 ? nil : product
    }

    /// A duration with a unit: `29s`, `500ms`, `1.5s`, `7d`; nil for anything else, longer than ten years, or finer
    /// than a microsecond.
    static func duration(_ text: String) -> Duration? {
        guard let (digits, suffix) = split(text), digits.utf8.count <= 18, let number = Double(digits) else {
            return nil
        }
        guard let factor = durationFactors.first(where: { $0.suffix == suffix })?.milliseconds else { return nil }
        let milliseconds = number * Double(factor)
        guard milliseconds <= 3.2e11 else { return nil }
        return .microseconds(Int64((milliseconds * 1000).rounded()))
    }

    /// Splits `10MiB` into its digits (with at most one point) and the rest; nil unless digits come first.
    private static func split(_ text: String) -> (digits: String, suffix: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let first = digits.first, first != ".", digits.last != ".", digits.filter({ $0 == "." }).count <= 1 else {
            return nil
        }
        return (String(digits), String(text[digits.endIndex...]))
    }
}
