/// A W3C trace context of version 00 (`traceparent`), echoed in answers and written in log lines.
package struct TraceParent: Sendable, Hashable {
    /// The whole value, such as `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
    package let text: String

    /// A value of exactly the standard's form, lower-case, neither identifier zero; nil for anything else.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x2d, omittingEmptySubsequences: false)
        guard parts.count == 4, parts.map(\.count) == [2, 32, 16, 2] else { return nil }
        let digits = parts.allSatisfy { part in
            part.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        }
        guard digits, parts[0].elementsEqual("00".utf8), !parts[1].allSatisfy({ $0 == 0x30 }),
            !parts[2].allSatisfy({ $0 == 0x30 })
        else { return nil }
        self.text = text
    }

    /// The 32 digits that all parts of one trace share.
    package var traceIdentifier: String {
        String(decoding: text.utf8.dropFirst(3).prefix(32), as: UTF8.self)
    }
}
