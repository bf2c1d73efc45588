@testable import MediaStructure

/// Well-formed bytes of MPEG video and program streams, built field by field.
enum MPEGSamples {
    static let slice: [UInt8] = [0, 0, 1, 1, 0x13, 0xf8, 0x7d, 0x29]
    static let sequenceEnd: [UInt8] = [0, 0, 1, 0xb7]
    static let programEnd: [UInt8] = [0, 0, 1, 0xb9]

    /// A sequence header with the low twelve bits of each size.
    static func sequence(_ width: Int = 176, _ height: Int = 144, rate: UInt8 = 3) -> [UInt8] {
        let size: [UInt8] = [
            UInt8(truncatingIfNeeded: width >> 4), UInt8(truncatingIfNeeded: width << 4) | UInt8(height >> 8 & 15),
            UInt8(truncatingIfNeeded: height),
        ]
        return [0, 0, 1, 0xb3] + size + [0x10 | rate, 0xff, 0xff, 0xe0, 0x18]
    }

    /// An MPEG-2 sequence extension.
    static func sequenceExtension(
        progressive: Bool = false, width: UInt8 = 0, height: UInt8 = 0, numerator: UInt8 = 0, denominator: UInt8 = 0
    ) -> [UInt8] {
        let chroma: UInt8 = 1
        return [
            0, 0, 1, 0xb5, 0x14, 0x80 | (progressive ? 8 : 0) | chroma << 1 | width >> 1,
            (width & 1) << 7 | height << 5, 1, 0, numerator << 5 | denominator,
        ]
    }

    /// A picture header of coding type 1.
    static func picture(_ reference: Int = 0) -> [UInt8] {
        [
            0, 0, 1, 0, UInt8(truncatingIfNeeded: reference >> 2), UInt8(truncatingIfNeeded: reference << 6) | 8, 0xff,
            0xf8,
        ]
    }

    /// An MPEG-2 picture coding extension.
    static func pictureExtension(structure: UInt8 = 3, topFirst: Bool = false, repeats: Bool = false) -> [UInt8] {
        [0, 0, 1, 0xb5, 0x8f, 0xff, 0xf0 | structure, (topFirst ? 0x80 : 0) | (repeats ? 2 : 0), 0x80]
    }

    /// An MPEG-1 elementary stream of `pictures` pictures at 25 a second.
    static func elementary(pictures: Int, _ header: [UInt8] = sequence()) -> [UInt8] {
        header + (0..<pictures).flatMap { picture($0) + slice }
    }

    static let pack1: [UInt8] = [0, 0, 1, 0xba, 0x21, 0, 1, 0, 1, 0xa1, 0x9a, 0x75]
    static func pack2(stuffing: UInt8 = 0) -> [UInt8] {
        [0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0x86, 0x66, 0xcf, 0xf8 | stuffing]
            + [UInt8](repeating: 0xff, count: Int(stuffing))
    }

    /// A time stamp in five bytes.
    static func stamp(_ ticks: UInt64, mark: UInt8 = 0x20) -> [UInt8] {
        [
            mark | UInt8(ticks >> 30 & 7) << 1 | 1, UInt8(truncatingIfNeeded: ticks >> 22),
            UInt8(truncatingIfNeeded: ticks >> 14) | 1, UInt8(truncatingIfNeeded: ticks >> 7),
            UInt8(truncatingIfNeeded: ticks << 1) | 1,
        ]
    }

    /// An MPEG-1 packet.
    static func packet1(_ stream: UInt8, at ticks: UInt64? = nil, _ payload: [UInt8], length: Int? = nil) -> [UInt8] {
        let body = (ticks.map { stamp($0) } ?? [0x0f]) + payload
        let size = length ?? body.count
        return [0, 0, 1, stream, UInt8(size >> 8), UInt8(size & 0xff)] + body
    }

    /// An MPEG-2 packet.
    static func packet2(_ stream: UInt8, at ticks: UInt64? = nil, scrambling: UInt8 = 0, _ payload: [UInt8]) -> [UInt8]
    {
        let fields = ticks.map { stamp($0) } ?? []
        let body: [UInt8] =
            [0x80 | scrambling << 4, ticks == nil ? 0 : 0x80, UInt8(fields.count + 1)] + fields + [0xff] + payload
        return [0, 0, 1, stream, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
    }
}
