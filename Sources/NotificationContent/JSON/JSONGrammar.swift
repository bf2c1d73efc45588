/// The parts of a token: each function checks one of them and returns where it ends.
enum JSONGrammar {
    /// The end of the number that begins at `start` (RFC 8259 section 6).
    static func endOfNumber(_ bytes: Span<UInt8>, from start: Int) throws(MalformedJSON) -> Int {
        var position = start
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let integer = position
        position = try endOfDigits(bytes, from: integer)
        if position > integer + 1, bytes[integer] == UInt8(ascii: "0") {
            throw MalformedJSON(offset: integer, "a number must not begin with a needless zero")
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position = try endOfDigits(bytes, from: position + 1)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            position = try endOfDigits(bytes, from: position)
        }
        return position
    }

    /// The end of the escape that begins at `start` with a backslash (RFC 8259 section 7).
    static func endOfEscape(_ bytes: Span<UInt8>, from start: Int) throws(MalformedJSON) -> Int {
        guard start + 1 < bytes.count else {
            throw MalformedJSON(offset: bytes.count, "the input ends inside a string")
        }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            for position in start + 2..<start + 6 {
                guard position < bytes.count, isHexadecimal(bytes[position]) else {
                    throw MalformedJSON(offset: position, "four hexadecimal digits should follow \\u")
                }
            }
            return start + 6
        default:
            throw MalformedJSON(offset: start + 1, "there is no such escape in JSON")
        }
    }

    /// The end of the character outside ASCII that begins at `start` (RFC 3629 section 4).
    static func endOfSequence(_ bytes: Span<UInt8>, from start: Int) throws(MalformedJSON) -> Int {
        let first = bytes[start]
        // Only the second byte's range depends on the first: no overlong form, no surrogate, nothing over U+10FFFF.
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 0 else { throw MalformedJSON(offset: start, "this byte is not UTF-8") }
        for position in start + 1..<start + length {
            let allowed = position == start + 1 ? second : 0x80...0xBF
            guard position < bytes.count, allowed.contains(bytes[position]) else {
                throw MalformedJSON(offset: start, "the bytes from here on are not UTF-8")
            }
        }
        return start + length
    }

    private static func endOfDigits(_ bytes: Span<UInt8>, from start: Int) throws(MalformedJSON) -> Int {
        var position = start
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
        guard position > start else { throw MalformedJSON(offset: start, "a digit should stand here") }
        return position
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
}
