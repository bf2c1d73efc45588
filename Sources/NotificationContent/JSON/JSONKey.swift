/// A member's name as the reader looks for it: its bytes inline, so that comparing and passing it costs no memory
/// management.
package struct JSONKey: Sendable, Hashable, ExpressibleByStringLiteral {
    /// How many bytes a name may have.
    package static let lengthLimit = 64

    /// How many bytes it has.
    let length: Int
    /// A number from 0 to 63 that depends on the name; names with different numbers differ.
    let number: UInt8
    /// The number as one of 64 bits.
    let bit: UInt64
    private let first: UInt8
    private var words: InlineWords = .init()

    /// Makes a key. A name longer than the limit is a programmer's error and traps.
    package init(_ name: String) {
        length = name.utf8.count
        precondition(length <= Self.lengthLimit, "a name to look for is too long")
        number = Self.number(length: length, last: name.utf8.last ?? 0)
        bit = 1 << UInt64(number)
        first = name.utf8.first ?? 0
        for (index, byte) in name.utf8.enumerated() { words.set(byte, at: index) }
    }

    /// Makes a key where its name is written in the source.
    package init(stringLiteral name: String) {
        self.init(name)
    }

    /// The name.
    package var text: String {
        String(decoding: (0..<length).map { words.byte(at: $0) }, as: UTF8.self)
    }

    /// Whether the bytes from `start` on begin with the name; so many must be there.
    func matches(_ bytes: [UInt8], from start: Int) -> Bool {
        // Names of one length mostly differ in their first letter.
        guard length == 0 || bytes[start] == first else { return false }
        for index in 0..<length where bytes[start + index] != words.byte(at: index) { return false }
        return true
    }

    /// The number of a name of so many bytes that ends in `last`.
    static func number(length: Int, last: UInt8) -> UInt8 {
        (UInt8(truncatingIfNeeded: length &* 5) ^ last) & 63
    }
}

/// 64 bytes.
private struct InlineWords: Sendable, Hashable {
    private var low: SIMD32<UInt8> = .zero
    private var high: SIMD32<UInt8> = .zero

    func byte(at index: Int) -> UInt8 {
        index < 32 ? low[index] : high[index - 32]
    }

    mutating func set(_ byte: UInt8, at index: Int) {
        if index < 32 { low[index] = byte } else { high[index - 32] = byte }
    }
}
