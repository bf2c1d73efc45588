/// The path and the query of a request, split and decoded (RFC 9110 section 7.1, RFC 3986).
///
/// Decoding happens once, after splitting, and what could be read in two ways is refused: an escaped slash or NUL, a dot
/// segment, bytes that are no UTF-8.
package struct RequestTarget: Sendable, Hashable {
    /// Why a target is no use.
    package enum Refusal: Error, Sendable, Hashable {
        /// Neither a path nor an absolute http URL.
        case malformed
        /// A byte that may not stand there, or a `%` without two digits.
        case badEscape
        /// `.` or `..`, an escaped slash or control character, or bytes that are no UTF-8.
        case ambiguous
        /// More than 64 segments or query items.
        case tooMany
    }

    /// One `name=value` of a query.
    package struct QueryItem: Sendable, Hashable {
        /// The decoded name.
        package var name: String
        /// The decoded value; empty without `=`.
        package var value: String
    }

    /// The decoded segments between slashes: none for `/`, a last empty one for a trailing slash.
    package var segments: [String]
    /// The decoded query, in order.
    package var query: [QueryItem]

    /// Splits a request target as it was sent.
    package init(_ bytes: some BidirectionalCollection<UInt8>) throws(Refusal) {
        try self.init(slice: Array(bytes)[...])
    }

    init(slice bytes: ArraySlice<UInt8>) throws(Refusal) {
        segments = []
        query = []
        var rest = RequestTarget.withoutAuthority(bytes)
        guard rest.first == 0x2f else { throw .malformed }
        rest = rest.dropFirst()
        segments.reserveCapacity(4)
        var start = rest.startIndex
        var position = start
        while position < rest.endIndex, rest[position] != 0x3f {
            if rest[position] == 0x2f {
                try add(segment: rest[start..<position])
                start = position + 1
            }
            position += 1
        }
        if start < position || !segments.isEmpty { try add(segment: rest[start..<position]) }
        if position < rest.endIndex { try read(query: rest[(position + 1)...]) }
    }

    /// The value of a query item; nil if it is absent. Routes refuse repeated names before anybody asks.
    package func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    private mutating func add(segment: ArraySlice<UInt8>) throws(Refusal) {
        guard segments.count < 64 else { throw .tooMany }
        let text = try RequestTarget.decoded(segment)
        guard text != ".", text != ".." else { throw .ambiguous }
        segments.append(text)
    }

    private mutating func read(query bytes: ArraySlice<UInt8>) throws(Refusal) {
        for item in bytes.split(separator: 0x26, omittingEmptySubsequences: true) {
            guard query.count < 64 else { throw .tooMany }
            let equals = item.firstIndex(of: 0x3d) ?? item.endIndex
            query.append(
                QueryItem(
                    name: try RequestTarget.decoded(item[..<equals]),
                    value: try RequestTarget.decoded(item[equals...].dropFirst())))
        }
    }

    /// Cuts the scheme and authority off an absolute URL, which a client may send to any server.
    private static func withoutAuthority(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let scheme = "http://".utf8
        guard bytes.count > scheme.count, HTTPSyntax.equalIgnoringCase(bytes.prefix(scheme.count), scheme) else {
            return bytes
        }
        let rest = bytes.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: 0x2f) else { return [0x2f] }
        return rest[slash...]
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> String {
        let span = bytes.span
        var isPlain = true
        var isAllowed = true
        for index in span.indices {
            let byte = span[index]
            isPlain = isPlain && byte != 0x25
            isAllowed = isAllowed && byte > 0x20 && byte < 0x7f && byte != 0x23
        }
        if isPlain {
            guard isAllowed, let text = try? UTF8Span(validating: span) else { throw .badEscape }
            return String(copying: text)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            guard byte > 0x20, byte < 0x7f, byte != 0x23 else { throw .badEscape }
            guard byte == 0x25 else {
                result.append(byte)
                position += 1
                continue
            }
            guard position + 2 < bytes.endIndex, let high = HTTPSyntax.nibble(bytes[position + 1]),
                let low = HTTPSyntax.nibble(bytes[position + 2])
            else { throw .badEscape }
            let value = high << 4 | low
            guard value >= 0x20, value != 0x7f, value != 0x2f else { throw .ambiguous }
            result.append(value)
            position += 3
        }
        guard let text = String(validating: result, as: UTF8.self) else { throw .ambiguous }
        return text
    }
}
