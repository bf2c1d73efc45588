/// A header field of a response; no value of it can break out of its line.
package struct HeaderField: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The value.
    package let value: String

    /// A field; nil unless the name is a token and the value is free of control characters (CR and LF among them).
    package init?(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(HTTPSyntax.isTokenByte), value.utf8.allSatisfy(HTTPSyntax.isValueByte)
        else { return nil }
        self.name = name
        self.value = value
    }

    /// A field whose name and value stand in the source; a bad one stops the program at its first use.
    package init(fixed name: StaticString, _ value: StaticString) {
        self.name = "\(name)"
        self.value = "\(value)"
        precondition(self.name.utf8.allSatisfy(HTTPSyntax.isTokenByte), "a field name in the source is no token")
        precondition(self.value.utf8.allSatisfy(HTTPSyntax.isValueByte), "a field value in the source has controls")
    }

    /// A field of a whole number.
    package init(fixed name: StaticString, number: Int64) {
        self.name = "\(name)"
        self.value = String(number)
    }

    /// `Content-Type: application/json`.
    package static let json = HeaderField(fixed: "Content-Type", "application/json")
    /// `Content-Type: application/x-ndjson`.
    package static let lines = HeaderField(fixed: "Content-Type", "application/x-ndjson")
    /// `Content-Type: application/problem+json`.
    package static let problem = HeaderField(fixed: "Content-Type", "application/problem+json")
    /// `Content-Type: text/plain; charset=utf-8`.
    package static let text = HeaderField(fixed: "Content-Type", "text/plain; charset=utf-8")
    /// `X-Content-Type-Options: nosniff`.
    package static let noSniff = HeaderField(fixed: "X-Content-Type-Options", "nosniff")
    /// `Cache-Control: no-store`.
    package static let noStore = HeaderField(fixed: "Cache-Control", "no-store")
    /// `Accept-Ranges: bytes`.
    package static let acceptRanges = HeaderField(fixed: "Accept-Ranges", "bytes")
    /// `Cache-Control: public, max-age=31536000, immutable`.
    package static let immutable = HeaderField(fixed: "Cache-Control", "public, max-age=31536000, immutable")
}
