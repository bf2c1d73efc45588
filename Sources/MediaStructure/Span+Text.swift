/// Comparison of ASCII text that may be written in any case, as markup may.
extension Span<UInt8> {
    /// Whether `pattern`, which is in lower case, stands at `offset` in any case.
    func matchesIgnoringCase(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard has(pattern.count, at: offset) else { return false }
        for index in pattern.indices {
            let byte = self[offset + index]
            guard ((0x41...0x5a).contains(byte) ? byte | 0x20 : byte) == pattern[index] else { return false }
        }
        return true
    }
}
