/// The rules for names of metrics: those of Prometheus, held to what this project uses.
enum MetricName {
    /// What names begin with: the program, or the process metrics that all programs call alike.
    private static let prefixes = ["attachd_", "process_"]
    /// Units that are no base units, and ends that the exposition adds itself.
    private static let forbiddenEnds = [
        "_milliseconds", "_ms", "_minutes", "_kilobytes", "_megabytes", "_percent", "_bucket", "_sum", "_count",
    ]

    /// What is wrong with a name; nil if nothing is.
    static func problem(of name: String, _ kind: MetricFamily.Kind) -> String? {
        guard prefixes.contains(where: { name.hasPrefix($0) && name.count > $0.count }), isLabelName(name) else {
            return "a metric's name is attachd_ or process_ and then a-z, 0-9 and _: \(name)"
        }
        if (kind == .counter) != name.hasSuffix("_total") { return "counters, and only they, end in _total: \(name)" }
        if kind == .histogram, !name.hasSuffix("_seconds") { return "a histogram of times ends in _seconds: \(name)" }
        let stem = kind == .counter ? String(name.dropLast("_total".count)) : name
        if let end = forbiddenEnds.first(where: { stem.hasSuffix($0) }) { return "\(end) must not end \(name)" }
        return nil
    }

    /// Whether a text can be the name of a label.
    static func isLabelName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7a).contains(first), !name.hasPrefix("__") else { return false }
        return name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    }
}
