/// A member's name as the reader looks for it: encoded once, compared as bytes.
package struct JSONKey: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name.
    package let text: String
    /// Its UTF-8 bytes.
    let bytes: [UInt8]

    /// Makes a key from a name known only at run time.
    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }
}
