/// Well-formed bytes of bare audio streams, built field by field.
package enum AudioSamples {
    /// An MPEG audio frame: the four header bytes that the fields make, then zero bytes up to `length`.
    package static func mpegFrame(
        version: UInt8 = 3, layerBits: UInt8 = 1, checksum: Bool = false, bitRate: UInt8 = 9, sampleRate: UInt8 = 0,
        padded: Bool = false, mode: UInt8 = 0, emphasis: UInt8 = 0, length: Int = 417
    ) -> [UInt8] {
        let header: [UInt8] = [
            0xff, 0xe0 | version << 3 | layerBits << 1 | (checksum ? 0 : 1),
            bitRate << 4 | sampleRate << 2 | (padded ? 2 : 0), mode << 6 | emphasis,
        ]
        return header + [UInt8](repeating: 0, count: max(0, length - 4))
    }

    /// An ADTS frame of `length` bytes, its header included.
    package static func adtsFrame(
        mpeg2: Bool = false, profile: UInt8 = 1, rate: UInt8 = 4, channels: UInt8 = 2, length: Int = 100,
        blocks: UInt8 = 1, checksum: Bool = false
    ) -> [UInt8] {
        let header: [UInt8] = [
            0xff, 0xf0 | (mpeg2 ? 8 : 0) | (checksum ? 0 : 1), profile << 6 | rate << 2 | channels >> 2,
            channels << 6 | UInt8(length >> 11), UInt8(truncatingIfNeeded: length >> 3),
            UInt8(truncatingIfNeeded: length << 5) | 0x1f, 0xfc | (blocks - 1),
        ]
        return header + [UInt8](repeating: 0, count: max(0, length - 7))
    }

    /// An ID3v2 tag of `body` bytes behind its ten.
    package static func id3(body: Int, claiming size: Int? = nil, version: UInt8 = 4, footer: Bool = false) -> [UInt8] {
        let size = size ?? body
        let digits = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7f) }
        let head: [UInt8] = Array("ID3".utf8) + [version, 0, footer ? 0x10 : 0] + digits
        return head + [UInt8](repeating: 0x20, count: body) + [UInt8](repeating: 0x33, count: footer ? 10 : 0)
    }

    /// An ID3v1 tag.
    package static let id3v1: [UInt8] = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

    /// An APEv2 tag with header and footer around `items` bytes.
    package static func ape(items: Int) -> [UInt8] {
        let size = little(UInt64(items + 32), 4)
        func end(_ flags: UInt64) -> [UInt8] {
            Array("APETAGEX".utf8) + little(2_000, 4) + size + little(0, 4) + little(flags, 4) + little(0, 8)
        }
        return end(0xa000_0000) + [UInt8](repeating: 1, count: items) + end(0x8000_0000)
    }

    /// All parts in a row; a long chain of `+` takes the compiler minutes.
    package static func join(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    /// `count` copies of `bytes`.
    package static func times(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
        Array(repeatElement(bytes, count: count).joined())
    }

    /// An integer of `length` bytes, least significant first.
    package static func little(_ value: UInt64, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    /// An integer of `length` bytes, most significant first.
    package static func big(_ value: UInt64, _ length: Int) -> [UInt8] {
        little(value, length).reversed()
    }

    /// Text of at least `length` bytes.
    package static func text(_ length: Int) -> [UInt8] {
        times(length / 20 + 1, Array("this is not audio.. ".utf8))
    }
}
