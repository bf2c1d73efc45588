import NotificationContent

/// Which references of a payload stand in for which: pure.
enum FallbackChains {
    /// Each reference that is no fallback, with the fallbacks directly behind it, as ranges of indexes. A fallback with
    /// nothing before it begins a chain of its own.
    static func of(_ references: [MediaReference]) -> [Range<Int>] {
        var chains: [Range<Int>] = []
        for (index, reference) in references.enumerated() {
            if reference.role == .fallback, let last = chains.last {
                chains[chains.count - 1] = last.lowerBound..<index + 1
            } else {
                chains.append(index..<index + 1)
            }
        }
        return chains
    }
}
