/// The JSON documents of one input, in order: one alone, or several with white space between them (NDJSON too).
package struct JSONDocuments: Sendable {
    private let bytes: [UInt8]
    private var position = 0

    /// Begins at the input's first byte.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Where the next document lies; nil at the end of the input.
    ///
    /// A malformed document ends the sequence, since nothing says where the one after it would begin. The error's
    /// offset counts from the input's first byte.
    package mutating func next() throws(MalformedJSON) -> Range<Int>? {
        let start = JSONScanner.skipBlanks(bytes.span, from: position)
        guard start < bytes.count else { return nil }
        position = bytes.count
        let range = try JSONTokens(bytes, from: start).range(0)
        position = range.upperBound
        return range
    }
}
