/// A PNG file built chunk by chunk.
package struct PNGFile: Sendable {
    package private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// A file of its signature alone.
    package init() {}

    /// Two bytes of a zlib head and a stored, empty block.
    package static let imageData: [UInt8] = [0x78, 0x01, 0x01, 0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01]

    /// A chunk with its check; `damage` is mixed into the check.
    package func chunk(_ type: String, _ data: [UInt8] = [], damage: UInt32 = 0) -> PNGFile {
        let body = Array(type.utf8) + data
        var copy = self
        copy.bytes += Self.big(UInt32(data.count)) + body + Self.big(Self.check(body) ^ damage)
        return copy
    }

    package func header(
        _ width: UInt32, _ height: UInt32, depth: UInt8 = 8, colour: UInt8 = 2, tail: [UInt8] = [0, 0, 0]
    )
        -> PNGFile
    {
        chunk("IHDR", Self.big(width) + Self.big(height) + [depth, colour] + tail)
    }

    package func image(_ data: [UInt8] = imageData) -> PNGFile { chunk("IDAT", data) }

    package func animation(_ frames: UInt32) -> PNGFile { chunk("acTL", Self.big(frames) + Self.big(0)) }

    package func frameControl() -> PNGFile { chunk("fcTL", [UInt8](repeating: 0, count: 26)) }

    package func end() -> PNGFile { chunk("IEND") }

    package static func big(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 0xff), UInt8(value >> 8 & 0xff), UInt8(value & 0xff)]
    }

    /// The check of ISO 3309, bit by bit, so that it shares nothing with the reader's table.
    private static func check(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = (value >> 1) ^ (value & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return ~value
    }
}
