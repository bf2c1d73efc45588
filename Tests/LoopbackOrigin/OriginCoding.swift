/// Codings of bodies without a compressor: stored blocks (RFC 1951 section 3.2.4), which every decoder takes.
package enum OriginCoding {
    /// A gzip stream (RFC 1952) of one member.
    package static func gzip(_ body: [UInt8]) -> [UInt8] {
        [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + stored(body) + littleEndian(checksum(body))
            + littleEndian(UInt32(truncatingIfNeeded: body.count))
    }

    /// A zlib stream (RFC 1950), which is what `deflate` means in HTTP.
    package static func deflate(_ body: [UInt8]) -> [UInt8] {
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in body {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return [0x78, 0x01] + stored(body) + littleEndian((b << 16 | a).byteSwapped)
    }

    private static func stored(_ body: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = body[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let low = UInt8(block.count & 0xff)
            let high = UInt8(block.count >> 8)
            result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return result
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32 (RFC 1952 section 8).
    private static func checksum(_ body: [UInt8]) -> UInt32 {
        ~body.reduce(~0 as UInt32) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }
}
