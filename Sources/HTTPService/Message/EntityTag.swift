/// A strong entity tag, and the conditions that clients make of it (RFC 9110, sections 8.8.3 and 13.1).
package struct EntityTag: Sendable, Hashable {
    /// What stands between the quotes: letters, digits and other visible characters but the quote.
    package let opaque: String

    /// A tag; nil for a text that cannot be one.
    package init?(_ opaque: String) {
        guard opaque.utf8.allSatisfy({ $0 >= 0x21 && $0 != 0x22 && $0 != 0x7f }) else { return nil }
        self.opaque = opaque
    }

    /// With its quotes, as in `ETag`.
    package var quoted: String { "\"\(opaque)\"" }

    /// Whether `If-None-Match` names this tag or any: the answer is then 304. Weak comparison.
    package func matchesAny(ofIfNoneMatch fields: [ArraySlice<UInt8>]) -> Bool {
        for field in fields {
            var rest = HTTPSyntax.trimmed(field)
            if rest.elementsEqual("*".utf8) { return true }
            while !rest.isEmpty {
                if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
                guard rest.first == 0x22, let end = rest.dropFirst().firstIndex(of: 0x22) else { break }
                if rest[(rest.startIndex + 1)..<end].elementsEqual(opaque.utf8) { return true }
                rest = HTTPSyntax.trimmed(rest[(end + 1)...])
                guard rest.first == 0x2c else { break }
                rest = HTTPSyntax.trimmed(rest.dropFirst())
            }
        }
        return false
    }

    /// Whether `If-Range` lets a range be answered: there is none, or exactly one with this tag, strongly compared. A
    /// date never does, since blobs have no modification time.
    package func allowsRange(ifRange fields: [ArraySlice<UInt8>]) -> Bool {
        guard let field = fields.first else { return true }
        return fields.count == 1 && HTTPSyntax.trimmed(field).elementsEqual(quoted.utf8)
    }
}
