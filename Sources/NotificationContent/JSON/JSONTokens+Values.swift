extension JSONTokens {
    /// A string's text; nil for another kind. Half a surrogate pair becomes U+FFFD.
    package func text(_ token: Int) -> String? {
        guard kind(token) == .string else { return nil }
        let range = range(token)
        guard isEscaped(token) else {
            return String(decoding: bytes[range.lowerBound + 1..<range.upperBound - 1], as: UTF8.self)
        }
        return String(decoding: decoded(token).bytes, as: UTF8.self)
    }

    /// A number's value; nil for another kind, or if it is too large for a `Double`.
    package func number(_ token: Int) -> Double? {
        guard kind(token) == .number else { return nil }
        if let value = shortNumber(range(token)) { return value }
        guard let value = Double(String(decoding: bytes[range(token)], as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    /// The value of up to 15 digits with a point among them or without; nil for anything else.
    ///
    /// A `Double` holds the digits and the power of ten exactly, so that the quotient is the nearest number there is.
    private func shortNumber(_ range: Range<Int>) -> Double? {
        guard range.count <= 16 else { return nil }
        var digits = 0
        var scale = 0
        for byte in bytes[range] {
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ Int(digit)
                scale = scale &* 10
            } else if byte == UInt8(ascii: "."), scale == 0 {
                scale = 1
            } else {
                return nil
            }
        }
        guard scale > 0 else { return range.count <= 15 ? Double(digits) : nil }
        return Double(digits) / Double(scale)
    }

    /// Whether a value says yes: `true`, or a number that equals 1.
    package func isTrue(_ token: Int) -> Bool {
        kind(token) == .true || number(token) == 1
    }

    /// A string's text as UTF-8, and whether it is the whole of it: false where half a surrogate pair was replaced.
    func decoded(_ token: Int) -> (bytes: [UInt8], isLossless: Bool) {
        let range = range(token)
        let end = range.upperBound - 1
        var position = range.lowerBound + 1
        guard isEscaped(token) else { return (Array(bytes[position..<end]), true) }
        var result: [UInt8] = []
        result.reserveCapacity(end - position)
        var isLossless = true
        while position < end {
            guard bytes[position] == UInt8(ascii: "\\") else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let letter = bytes[position + 1]
            if letter != UInt8(ascii: "u") {
                result.append(Self.meaning(ofEscape: letter))
                position += 2
                continue
            }
            var value = codeUnit(at: position + 2)
            position += 6
            if value & 0xFC00 == 0xD800, position + 6 <= end, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                let low = codeUnit(at: position + 2)
                if low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
                    position += 6
                }
            }
            if let scalar = Unicode.Scalar(value) {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                isLossless = false
                result.append(contentsOf: UTF8.encodedReplacementCharacter)
            }
        }
        return (result, isLossless)
    }

    /// The four hexadecimal digits at a place where the scanner has seen them.
    private func codeUnit(at position: Int) -> UInt32 {
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            let digit = byte <= UInt8(ascii: "9") ? byte & 0x0F : (byte & 0x0F) + 9
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func meaning(ofEscape letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}
