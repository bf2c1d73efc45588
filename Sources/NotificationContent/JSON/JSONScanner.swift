/// One pass over a document's bytes that checks the grammar of RFC 8259 and notes each token; no recursion.
struct JSONScanner {
    private(set) var tokens: [JSONTokens.Token] = []
    /// Whether white space was seen between tokens.
    private(set) var hasBlanks = false
    /// The innermost open container; its token's `next` holds the one around it until it is closed.
    private var open = Self.none
    private var depth = 0

    private let depthLimit: Int

    private static let none = UInt32.max

    init(expecting byteCount: Int, depthLimit: Int = JSONTokens.depthLimit) {
        self.depthLimit = depthLimit
        tokens.reserveCapacity(max(4, min(byteCount / 12, 4_096)))
    }

    /// Scans one document, white space before it allowed; stops behind its last byte.
    mutating func scan(_ bytes: Span<UInt8>, from offset: Int) throws(MalformedJSON) {
        var position = Self.skipBlanks(bytes, from: offset)
        guard position < bytes.count else {
            throw MalformedJSON(offset: position, "there is no JSON document here, the input is empty")
        }
        if bytes[position] == 0xEF {
            throw MalformedJSON(offset: position, "a byte order mark stands before the JSON document")
        }
        repeat {
            try scanValue(bytes, &position)
        } while try closeContainers(bytes, &position)
    }

    /// The first position from `offset` on that holds no white space.
    static func skipBlanks(_ bytes: Span<UInt8>, from offset: Int) -> Int {
        var position = offset
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return position
            }
        }
        return position
    }

    /// Scans opening brackets up to and including the first value that is complete.
    private mutating func scanValue(_ bytes: Span<UInt8>, _ position: inout Int) throws(MalformedJSON) {
        while true {
            guard position < bytes.count else {
                throw MalformedJSON(offset: position, "the input ends where a value should stand")
            }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                return try scanString(bytes, &position)
            case UInt8(ascii: "{"):
                try push(.object, &position)
                skip(bytes, &position)
                if position < bytes.count, bytes[position] == UInt8(ascii: "}") { return pop(&position) }
                try scanName(bytes, &position)
            case UInt8(ascii: "["):
                try push(.array, &position)
                skip(bytes, &position)
                if position < bytes.count, bytes[position] == UInt8(ascii: "]") { return pop(&position) }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = position
                position = try JSONGrammar.endOfNumber(bytes, from: start)
                return append(.number, start, position)
            case UInt8(ascii: "t"):
                return try scanWord("true", .true, bytes, &position)
            case UInt8(ascii: "f"):
                return try scanWord("false", .false, bytes, &position)
            case UInt8(ascii: "n"):
                return try scanWord("null", .null, bytes, &position)
            default:
                throw MalformedJSON(offset: position, "no JSON value begins with this byte")
            }
        }
    }

    /// Behind a complete value: closes what ends here and passes a comma. Returns whether another value must follow.
    private mutating func closeContainers(_ bytes: Span<UInt8>, _ position: inout Int) throws(MalformedJSON) -> Bool {
        while open != Self.none {
            skip(bytes, &position)
            let isObject = tokens[Int(open)].kind == .object
            guard position < bytes.count else {
                throw MalformedJSON(offset: position, "the input ends inside an \(isObject ? "object" : "array")")
            }
            switch bytes[position] {
            case UInt8(ascii: ","):
                position += 1
                skip(bytes, &position)
                if isObject { try scanName(bytes, &position) }
                return true
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                pop(&position)
            default:
                throw MalformedJSON(
                    offset: position,
                    isObject ? "a comma or } should stand here" : "a comma or ] should stand here")
            }
        }
        return false
    }

    /// Scans a member's name and the colon behind it.
    private mutating func scanName(_ bytes: Span<UInt8>, _ position: inout Int) throws(MalformedJSON) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw MalformedJSON(offset: position, "a member's name in quotes should stand here")
        }
        try scanString(bytes, &position)
        skip(bytes, &position)
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            throw MalformedJSON(offset: position, "a colon should follow the member's name")
        }
        position += 1
        skip(bytes, &position)
    }

    private mutating func scanString(_ bytes: Span<UInt8>, _ position: inout Int) throws(MalformedJSON) {
        let start = position
        var isEscaped = false
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                let length = position - start - 1
                position += 1
                // The input is under 4 GiB, so that positions fit.
                tokens.append(
                    JSONTokens.Token(
                        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: position),
                        next: UInt32(truncatingIfNeeded: tokens.count + 1), kind: .string, isEscaped: isEscaped,
                        nameNumber: JSONKey.number(length: length, last: length > 0 ? bytes[position - 2] : 0)))
                return
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                position = try JSONGrammar.endOfEscape(bytes, from: position)
            } else if byte >= 0x80 {
                position = try JSONGrammar.endOfSequence(bytes, from: position)
            } else if byte >= 0x20 {
                position += 1
            } else {
                throw MalformedJSON(offset: position, "a control character in a string must be escaped")
            }
        }
        throw MalformedJSON(offset: position, "the input ends inside a string")
    }

    private mutating func scanWord(
        _ word: StaticString, _ kind: JSONTokens.Kind, _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(MalformedJSON) {
        let start = position
        for expected in word.description.utf8 {
            guard position < bytes.count, bytes[position] == expected else {
                throw MalformedJSON(offset: position, "this word should read \(word)")
            }
            position += 1
        }
        append(kind, start, position)
    }

    private mutating func skip(_ bytes: Span<UInt8>, _ position: inout Int) {
        let start = position
        position = Self.skipBlanks(bytes, from: start)
        if position != start { hasBlanks = true }
    }

    private mutating func append(_ kind: JSONTokens.Kind, _ start: Int, _ end: Int) {
        // The input is under 4 GiB, so that positions fit.
        tokens.append(
            JSONTokens.Token(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: tokens.count + 1), kind: kind))
    }

    private mutating func push(_ kind: JSONTokens.Kind, _ position: inout Int) throws(MalformedJSON) {
        guard depth < depthLimit else {
            throw MalformedJSON(offset: position, "more than \(depthLimit) containers lie in one another")
        }
        depth += 1
        let index = UInt32(truncatingIfNeeded: tokens.count)
        append(kind, position, position)
        tokens[Int(index)].next = open
        open = index
        position += 1
    }

    private mutating func pop(_ position: inout Int) {
        position += 1
        let index = Int(open)
        open = tokens[index].next
        tokens[index].end = UInt32(truncatingIfNeeded: position)
        tokens[index].next = UInt32(truncatingIfNeeded: tokens.count)
        depth -= 1
    }
}
