/// Writes one JSON document by appending; what it has written is always valid JSON once its containers are closed.
///
/// Compact, or indented by two spaces. Asking for a member outside an object, or for a bare value inside one, is a
/// programmer's error and traps.
package struct JSONWriter: Sendable {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []
    /// Whether the document is laid out for people.
    package let isPretty: Bool
    /// How many containers are open.
    var depth = 0
    /// Whether the innermost open container has nothing in it yet.
    private var isFirst = true
    private var isAfterName = false
    /// Whether the member whose name is being written is its object's first.
    private var wasFirst = false
    /// One bit an open container, the innermost lowest; set for an object.
    private var objects: UInt64 = 0

    /// Begins a document; `capacity` is a guess of its length in bytes.
    package init(pretty: Bool = false, capacity: Int = 512) {
        isPretty = pretty
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    /// Opens an object, for those to whom a closure is too dear: a closure holds a copy of what it uses. The object's
    /// members and `endObject` must follow.
    mutating func beginObject() {
        open(UInt8(ascii: "{"), isObject: true)
    }

    /// Opens an object that is a member.
    mutating func beginObject(_ name: String) {
        self.name(name)
        beginObject()
    }

    /// Closes the innermost open container, an object.
    mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Opens an array that is a member; its elements and `endArray` must follow.
    mutating func beginArray(_ name: String) {
        self.name(name)
        open(UInt8(ascii: "["), isObject: false)
    }

    /// Closes the innermost open container, an array.
    mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    /// Writes an array whose elements `body` writes.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["), isObject: false)
        body(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes a value: the document's own, or an array's next element.
    package mutating func value(_ value: some JSONValue) {
        value.write(to: &self)
    }

    /// Writes a member of the open object; nothing if the value is nil. Names come from the source, never from an
    /// input, and have nothing that JSON escapes.
    package mutating func member(_ name: String, _ value: (some JSONValue)?) {
        guard let value else { return }
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member that is an object.
    package mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// Writes a member that is an array.
    package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        array(body)
    }

    /// Writes a member that is an array of the given values.
    package mutating func array(_ name: String, of values: some Sequence<some JSONValue>) {
        array(name) { writer in
            for value in values { value.write(to: &writer) }
        }
    }

    /// Writes a member's name, of letters, digits and the like only; a value must follow.
    mutating func name(_ name: String) {
        beginName()
        JSONText.append(name: name.utf8.span, afterComma: !isPretty && !wasFirst, to: &bytes)
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    /// Writes a member's name from bytes that are one valid JSON string between a comma and a colon.
    mutating func name(_ encoded: [UInt8]) {
        beginName()
        if isPretty || wasFirst {
            bytes.append(contentsOf: encoded[1...])
        } else {
            bytes.append(contentsOf: encoded)
        }
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    /// Writes a member that is a value of another document, with its tokens unchanged.
    mutating func member(_ name: String, _ document: JSONTokens, _ token: Int) {
        self.name(name)
        value(document, token)
    }

    /// The same; the name is one valid JSON string between a comma and a colon.
    mutating func member(_ name: [UInt8], _ document: JSONTokens, _ token: Int) {
        self.name(name)
        value(document, token)
    }

    /// Writes a member of another document's object, name and value with their tokens unchanged.
    mutating func member(of document: JSONTokens, name: Int, value: Int) {
        beginName()
        if !isPretty && !wasFirst { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: document.bytes[document.range(name)])
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        self.value(document, value)
    }

    /// Writes a value of another document with its tokens unchanged.
    mutating func value(_ document: JSONTokens, _ token: Int) {
        guard !isPretty, document.isCompact(token) else {
            let layout: JSONTokens.Layout = isPretty ? .pretty(depth: depth) : .compact
            return fragment { document.append(token, to: &$0, layout: layout) }
        }
        begin()
        bytes.append(contentsOf: document.bytes[document.range(token)])
    }

    /// Writes a string.
    mutating func string(_ text: String) {
        begin()
        JSONText.append(text, to: &bytes)
    }

    /// Writes a value from bytes that are one valid JSON value, laid out for this depth.
    mutating func fragment(_ appendValue: (inout [UInt8]) -> Void) {
        begin()
        appendValue(&bytes)
    }

    /// Begins a new line inside the open container, when laid out for people.
    static func breakLine(_ bytes: inout [UInt8], depth: Int) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    /// Separates a name from what stands before it; without lines the comma is left to who writes the name.
    private mutating func beginName() {
        precondition(objects & 1 == 1 && !isAfterName, "a member belongs into an object")
        wasFirst = isFirst
        if isPretty { separate() }
        isFirst = false
        isAfterName = true
    }

    private mutating func begin() {
        if isAfterName {
            isAfterName = false
            return
        }
        precondition(objects & 1 == 0, "a value in an object needs a name")
        if depth > 0 { separate() }
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        if isPretty { Self.breakLine(&bytes, depth: depth) }
    }

    private mutating func open(_ bracket: UInt8, isObject: Bool) {
        begin()
        bytes.append(bracket)
        precondition(depth < UInt64.bitWidth, "too many containers lie in one another")
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        isFirst = true
    }

    private mutating func close(_ bracket: UInt8) {
        precondition(!isAfterName, "a value should follow a member's name")
        depth -= 1
        objects >>= 1
        if isPretty && !isFirst { Self.breakLine(&bytes, depth: depth) }
        isFirst = false
        bytes.append(bracket)
    }
}
