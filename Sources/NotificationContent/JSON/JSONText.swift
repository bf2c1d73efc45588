/// Strings as JSON writes them (RFC 8259 section 7).
enum JSONText {
    /// Appends a string in quotes; only what must be escaped is.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        // Most strings need no escape and are copied as a whole.
        if isPlain(text.utf8.span) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { append(byte, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a member's name from the source, which needs no escape.
    static func append(name: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether no byte needs an escape.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            // Small letters and what lies above them, then digits and capital letters: one or two comparisons for most.
            if byte > 0x5C || byte &- 0x23 < 0x5C - 0x23 { continue }
            if byte == 0x20 || byte == 0x21 { continue }
            return false
        }
        return true
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        let letter: UInt8? =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            default: nil
            }
        if let letter {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(letter)
        } else if byte < 0x20 {
            bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        } else {
            bytes.append(byte)
        }
    }
}
