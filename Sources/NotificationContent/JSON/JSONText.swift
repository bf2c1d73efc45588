/// Strings as JSON writes them (RFC 8259 section 7).
enum JSONText {
    /// Appends a string in quotes; only what must be escaped is.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        // Most strings need no escape: they are copied and looked at in one pass without a branch.
        guard appendPlain(text.utf8.span, to: &bytes) else {
            bytes.removeSubrange(start...)
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 { append(byte, to: &bytes) }
            bytes.append(UInt8(ascii: "\""))
            return
        }
    }

    /// Returns whether no byte would have needed an escape.
    private static func appendPlain(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        var escapes: UInt8 = 0
        bytes.append(addingCapacity: text.count + 2) { (output: inout OutputSpan<UInt8>) in
            output.append(UInt8(ascii: "\""))
            for index in text.indices {
                let byte = text[index]
                escapes |= byte < 0x20 ? 1 : 0
                escapes |= byte == UInt8(ascii: "\"") ? 1 : 0
                escapes |= byte == UInt8(ascii: "\\") ? 1 : 0
                output.append(byte)
            }
            output.append(UInt8(ascii: "\""))
        }
        return escapes == 0
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
