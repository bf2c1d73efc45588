/// Strings as JSON writes them (RFC 8259 section 7).
enum JSONText {
    /// Appends a string in quotes; only what must be escaped is.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        // Most strings need no escape: they are looked at and copied in one pass, with one check of the room.
        guard appendPlain(text.utf8.span, to: &bytes) else {
            bytes.removeSubrange(start...)
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 { append(byte, to: &bytes) }
            bytes.append(UInt8(ascii: "\""))
            return
        }
    }

    /// Appends a member's name from the source, which needs no escape, with the colon behind it.
    static func append(name: Span<UInt8>, afterComma: Bool, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: name.count + 4) { (output: inout OutputSpan<UInt8>) in
            if afterComma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            for index in name.indices { output.append(name[index]) }
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
        }
    }

    /// Appends a string up to its end, or to the first byte that needs an escape; returns whether there was none.
    private static func appendPlain(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        var isPlain = true
        bytes.append(addingCapacity: text.count + 2) { (output: inout OutputSpan<UInt8>) in
            output.append(UInt8(ascii: "\""))
            for index in text.indices {
                let byte = text[index]
                guard Self.isPlain(byte) else {
                    isPlain = false
                    return
                }
                output.append(byte)
            }
            output.append(UInt8(ascii: "\""))
        }
        return isPlain
    }

    /// Whether a byte needs no escape: first small letters and what lies above them, then digits and capital letters,
    /// so that one or two comparisons do for most.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x5C || byte &- 0x23 < 0x5C - 0x23 || byte == 0x20 || byte == 0x21
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
