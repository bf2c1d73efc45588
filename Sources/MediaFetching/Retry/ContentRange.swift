/// A Content-Range header of one part in bytes (RFC 9110 section 14.4), its total known.
struct ContentRange: Sendable, Equatable {
    /// The first and the last byte's positions.
    let first: Int64
    let last: Int64
    /// The length of the whole.
    let total: Int64

    /// Reads `bytes 5-9/10`; nil for every other form, and for positions that no body of that length has.
    init?(_ value: String) {
        let parts = value.trimmingBlanks.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let fields = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard fields.count == 2, let total = ContentRange.number(fields[1]) else { return nil }
        let ends = fields[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ContentRange.number(ends[0]), let last = ContentRange.number(ends[1]),
            first <= last, last < total
        else { return nil }
        self.first = first
        self.last = last
        self.total = total
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int64(text)
    }
}
