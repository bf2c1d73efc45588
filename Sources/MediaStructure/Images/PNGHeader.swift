/// A PNG picture's IHDR chunk.
struct PNGHeader {
    /// A pixel's make-up, by its number in the file, with the sample depths that go with it.
    private static let depths: [UInt8: [UInt8]] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// 1 to 2^31 - 1.
    let width: UInt32
    /// 1 to 2^31 - 1.
    let height: UInt32
    let depth: UInt8
    let colourType: UInt8

    /// Reads the 13 bytes at `offset`; nil when any of them is none of the values that the specification allows.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        guard let width = bytes.u32be(offset), let height = bytes.u32be(offset + 4), let depth = bytes.u8(offset + 8),
            let colourType = bytes.u8(offset + 9), let compression = bytes.u8(offset + 10),
            let filter = bytes.u8(offset + 11), let interlace = bytes.u8(offset + 12)
        else { return nil }
        let sides = 1...UInt32(Int32.max)
        guard sides.contains(width), sides.contains(height), Self.depths[colourType]?.contains(depth) == true,
            compression == 0, filter == 0, interlace <= 1
        else { return nil }
        self.width = width
        self.height = height
        self.depth = depth
        self.colourType = colourType
    }

    /// Width times height; 31 bits each, so it cannot overflow.
    var pixels: UInt64 { UInt64(width) * UInt64(height) }

    /// Whether each pixel carries its own opacity.
    var hasAlphaChannel: Bool { colourType == 4 || colourType == 6 }

    /// Whether pixels are indexes into a palette, which must then exist.
    var isIndexed: Bool { colourType == 3 }

    /// Whether a palette of so many entries may stand beside this header.
    func allowsPalette(entries: Int) -> Bool {
        guard colourType & 2 == 2 else { return false }
        return entries >= 1 && entries <= (isIndexed ? 1 << Int(depth) : 256)
    }
}
