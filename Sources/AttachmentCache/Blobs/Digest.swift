/// A SHA-256 value.
package struct Digest: Sendable, Hashable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A digest of exactly 32 bytes; nil for another count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// A digest written as 64 hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: String) {
        self.init(hexadecimal: Substring(text))
    }

    /// The same from a part of a text.
    package init?(hexadecimal text: Substring) {
        func nibble(_ character: UInt8) -> UInt8? {
            switch character {
            case 0x30...0x39: character - 0x30
            case 0x61...0x66: character - 0x61 + 10
            default: nil
            }
        }
        let digits = text.utf8.span
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for index in 0..<32 {
            guard let high = nibble(digits[2 * index]), let low = nibble(digits[2 * index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// Eight bytes of a digest tell it from others as well as all of them.
    package func hash(into hasher: inout Hasher) {
        var word: UInt64 = 0
        for byte in bytes.prefix(8) { word = word &<< 8 | UInt64(byte) }
        hasher.combine(word)
    }

    /// 64 lower-case hexadecimal digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
