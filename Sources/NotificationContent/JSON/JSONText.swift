/// Strings as JSON writes them (RFC 8259 section 7).
enum JSONText {
    /// Appends a string in quotes; only what must be escaped is.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        // Most strings need no escape and are copied as a whole.
        guard appendPlain(text.utf8.span, to: &bytes) else {
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
            copy(name, to: &output)
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
        }
    }

    /// Appends decimal digits.
    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        var rest = UInt64(number.magnitude)
        // No 64 bits have more digits.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        for index in start..<digits.count { bytes.append(digits[index]) }
    }

    /// Appends a string if no byte of it needs an escape; returns whether that is so.
    private static func appendPlain(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
        guard isPlain(text) else { return false }
        bytes.append(addingCapacity: text.count + 2) { (output: inout OutputSpan<UInt8>) in
            output.append(UInt8(ascii: "\""))
            copy(text, to: &output)
            output.append(UInt8(ascii: "\""))
        }
        return true
    }

    /// A loop of this form becomes one that copies many bytes at once.
    private static func copy(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        var index = 0
        while index < bytes.count {
            output.append(bytes[index])
            index &+= 1
        }
    }

    /// Whether no byte needs an escape.
    ///
    /// The least bytes are sought, with no way out before the end: a loop of this form looks at many bytes at once.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        var least = UInt8.max
        var leastFromQuote = UInt8.max
        var leastFromBackslash = UInt8.max
        var index = 0
        while index < text.count {
            let byte = text[index]
            least = min(least, byte)
            leastFromQuote = min(leastFromQuote, byte ^ UInt8(ascii: "\""))
            leastFromBackslash = min(leastFromBackslash, byte ^ UInt8(ascii: "\\"))
            index &+= 1
        }
        return least >= 0x20 && leastFromQuote != 0 && leastFromBackslash != 0
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
