/// Strings as JSON writes them (RFC 8259 section 7).
enum JSONText {
    /// Appends a string in quotes; only what must be escaped is.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if isPlain(text.utf8) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { append(byte, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: String.UTF8View) -> Bool {
        let text = text.span
        var isPlain = true
        // Without a way out in between, so that the compiler can compare many bytes at once.
        for index in text.indices {
            let byte = text[index]
            isPlain = isPlain && byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        return isPlain
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
