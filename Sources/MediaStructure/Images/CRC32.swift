/// The cyclic redundancy check of PNG chunks (ISO 3309, PNG specification annex D).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
        }
    }

    /// The check of the bytes of `range`, which must lie inside the file.
    static func of(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
        let table = table
        var value = UInt32.max
        for offset in range {
            value = table[Int((value ^ UInt32(bytes[offset])) & 0xff)] ^ (value >> 8)
        }
        return ~value
    }
}
