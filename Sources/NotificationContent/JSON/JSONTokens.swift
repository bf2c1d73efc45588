/// A validated index over one JSON document (RFC 8259): where each value lies, with its bytes kept as they are.
///
/// A token is addressed by its number; 0 is the document's value. A container's children follow it directly, an
/// object's as name, value, name, value. Numbers are never converted unless they are read.
package struct JSONTokens: Sendable {
    /// The kinds of values; a name is a `string`.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case object
        case array
        case string
        case number
        case `true`
        case `false`
        case null
    }

    /// 16 bytes a token, so that four share a cache line.
    struct Token: Sendable {
        var start: UInt32
        var end: UInt32
        /// The first token after this one and all it contains; the enclosing container's number while it is open.
        var next: UInt32
        var kind: Kind
        /// Whether a string has an escape, so that its bytes are not its text.
        var isEscaped = false
        /// Of a string the number of its bit as a name (`JSONKey.number`).
        var nameNumber: UInt8 = 0
    }

    /// How many containers may lie inside one another.
    package static let depthLimit = 64

    /// What the index is made of, behind one reference: an index is passed on often.
    private final class Parts: Sendable {
        let bytes: [UInt8]
        let tokens: [Token]
        let hasBlanks: Bool

        init(bytes: [UInt8], tokens: [Token], hasBlanks: Bool) {
            self.bytes = bytes
            self.tokens = tokens
            self.hasBlanks = hasBlanks
        }
    }

    private let parts: Parts

    /// The input, with whatever stands before and behind the document.
    package var bytes: [UInt8] { parts.bytes }
    /// Whether white space stands between the document's tokens.
    var hasBlanks: Bool { parts.hasBlanks }
    private var tokens: [Token] { parts.tokens }

    /// Indexes an input that is one document, white space around it allowed.
    ///
    /// Strict: UTF-8 is checked, a byte order mark refused; a `\u` escape of half a surrogate pair is accepted.
    package init(_ bytes: [UInt8]) throws(MalformedJSON) {
        self = try JSONTokens(bytes, depthLimit: JSONTokens.depthLimit)
    }

    /// The same for a document in which other documents were put, so that it may be deeper than they.
    init(_ bytes: [UInt8], depthLimit: Int) throws(MalformedJSON) {
        self = try JSONTokens(bytes, from: 0, depthLimit: depthLimit)
        let rest = JSONScanner.skipBlanks(bytes.span, from: range(0).upperBound)
        guard rest == bytes.count else {
            throw MalformedJSON(offset: rest, "something follows the end of the JSON document")
        }
    }

    /// Indexes the document that begins at `offset` or after white space there; it ends at `range(0).upperBound`.
    package init(_ bytes: [UInt8], from offset: Int) throws(MalformedJSON) {
        self = try JSONTokens(bytes, from: offset, depthLimit: JSONTokens.depthLimit)
    }

    private init(_ bytes: [UInt8], from offset: Int, depthLimit: Int) throws(MalformedJSON) {
        guard bytes.count < Int(UInt32.max) else {
            throw MalformedJSON(offset: 0, "the input is larger than 4 GiB")
        }
        var scanner = JSONScanner(expecting: bytes.count - offset, depthLimit: depthLimit)
        try scanner.scan(bytes.span, from: offset)
        parts = Parts(bytes: bytes, tokens: scanner.tokens, hasBlanks: scanner.hasBlanks)
    }

    /// How many tokens there are; never 0.
    package var count: Int { tokens.count }

    /// What a token is.
    package func kind(_ token: Int) -> Kind {
        tokens[token].kind
    }

    /// Where a token lies in `bytes`; a string's quotes are included.
    package func range(_ token: Int) -> Range<Int> {
        Int(tokens[token].start)..<Int(tokens[token].end)
    }

    /// The first token after a value and all that it contains: its next sibling if it has one.
    package func next(_ token: Int) -> Int {
        Int(tokens[token].next)
    }

    /// Whether a value's bytes are its compact form.
    func isCompact(_ token: Int) -> Bool {
        !hasBlanks || tokens[token].kind.rawValue >= Kind.string.rawValue
    }

    /// Whether a string has an escape.
    func isEscaped(_ token: Int) -> Bool {
        tokens[token].isEscaped
    }

    /// The value of an object's member; nil if there is none or the token is no object. Of duplicates the last counts.
    package func member(_ key: JSONKey, of object: Int) -> Int? {
        guard tokens[object].kind == .object else { return nil }
        return lastMember(key, from: object + 1, to: Int(tokens[object].next), in: tokens.span)
    }

    private func lastMember(_ key: JSONKey, from first: Int, to end: Int, in tokens: Span<Token>) -> Int? {
        var found: Int?
        var name = first
        while name < end {
            let token = tokens[name]
            if token.nameNumber == key.number || token.isEscaped, isName(name, key) { found = name + 1 }
            name = Int(tokens[name + 1].next)
        }
        return found
    }

    /// Calls `body` with the name and the value of each member in document order, duplicates included; nothing if the
    /// token is no object.
    package func forEachMember(of object: Int, _ body: (_ name: Int, _ value: Int) -> Void) {
        guard tokens[object].kind == .object else { return }
        let end = Int(tokens[object].next)
        var name = object + 1
        while name < end {
            body(name, name + 1)
            name = Int(tokens[name + 1].next)
        }
    }

    /// Calls `body` with each element in order; nothing if the token is no array.
    package func forEachElement(of array: Int, _ body: (_ element: Int) -> Void) {
        guard tokens[array].kind == .array else { return }
        let end = Int(tokens[array].next)
        var element = array + 1
        while element < end {
            body(element)
            element = Int(tokens[element].next)
        }
    }

    /// The bit of a string as a name; all of them if it has an escape and its text is not at hand.
    func nameBit(_ name: Int) -> UInt64 {
        let token = tokens[name]
        return token.isEscaped ? .max : 1 << UInt64(token.nameNumber)
    }

    /// The bits of an object's names together: a key whose bit is not among them names no member.
    func nameBits(of object: Int) -> UInt64 {
        guard tokens[object].kind == .object else { return 0 }
        return nameBits(from: object + 1, to: Int(tokens[object].next), in: tokens.span)
    }

    private func nameBits(from first: Int, to end: Int, in tokens: Span<Token>) -> UInt64 {
        var bits: UInt64 = 0
        var name = first
        while name < end {
            let token = tokens[name]
            bits |= token.isEscaped ? .max : 1 << UInt64(token.nameNumber)
            name = Int(tokens[name + 1].next)
        }
        return bits
    }

    /// Whether a string's text is that of a key, byte by byte.
    func isName(_ name: Int, _ key: JSONKey) -> Bool {
        let token = tokens[name]
        // Two bytes are the quotes.
        if Int(token.end - token.start) == key.length + 2 { return key.matches(bytes, from: Int(token.start) + 1) }
        guard token.isEscaped else { return false }
        let decoded = decoded(name).bytes
        return decoded.count == key.length && key.matches(decoded, from: 0)
    }
}
