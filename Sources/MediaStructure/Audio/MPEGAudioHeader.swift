/// The four bytes at the head of an MPEG audio frame (ISO/IEC 11172-3, 2.4.1.3; 13818-3; MPEG-2.5 by convention).
struct MPEGAudioHeader: Equatable {
    /// Bytes of the header itself.
    static let length = 4

    /// The generation of the standard, by the two bits that name it.
    enum Version: UInt8 {
        case mpeg25 = 0
        case mpeg2 = 2
        case mpeg1 = 3
    }

    /// The generation of the standard.
    let version: Version
    /// 1, 2 or 3.
    let layer: Int
    /// Whether a checksum of two bytes follows the header.
    let hasChecksum: Bool
    /// Kilobits a second.
    let bitRate: Int
    /// Samples a second.
    let sampleRate: Int
    /// Whether the frame is one slot longer.
    let isPadded: Bool
    /// Whether one channel is coded.
    let isMono: Bool

    /// Kilobits a second by index 1 to 14, one row for each pair of generation and layer.
    private static let bitRates: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    /// Samples a second of MPEG-1; MPEG-2 has half, MPEG-2.5 a quarter.
    private static let sampleRates = [44_100, 48_000, 32_000]

    /// Reads the header at `offset`; nil for anything reserved, and for the free format, which names no length.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        guard bytes.has(Self.length, at: offset), bytes[offset] == 0xff else { return nil }
        let second = bytes[offset + 1]
        let third = bytes[offset + 2]
        let fourth = bytes[offset + 3]
        guard second & 0xe0 == 0xe0, let version = Version(rawValue: second >> 3 & 3), second & 6 != 0 else {
            return nil
        }
        let rateIndex = Int(third >> 4)
        let sampleIndex = Int(third >> 2 & 3)
        guard 1...14 ~= rateIndex, sampleIndex < 3, fourth & 3 != 2 else { return nil }
        layer = 4 - Int(second >> 1 & 3)
        let row = version == .mpeg1 ? layer - 1 : layer == 1 ? 3 : 4
        self.version = version
        hasChecksum = second & 1 == 0
        bitRate = Self.bitRates[row][rateIndex - 1]
        sampleRate = Self.sampleRates[sampleIndex] / (version == .mpeg1 ? 1 : version == .mpeg2 ? 2 : 4)
        isPadded = third & 2 != 0
        isMono = fourth >> 6 == 3
    }

    /// What the header says of its frame. Generation, layer and sample rate make the stream; channels may change.
    var frame: AudioFrame {
        let pad = isPadded ? 1 : 0
        let bits = bitRate * 1_000
        let halved = layer == 3 && version != .mpeg1
        let samples = layer == 1 ? 384 : halved ? 576 : 1_152
        let length = layer == 1 ? (12 * bits / sampleRate + pad) * 4 : samples / 8 * bits / sampleRate + pad
        let stream = UInt32(version.rawValue) << 20 | UInt32(layer) << 18 | UInt32(sampleRate)
        return AudioFrame(length: length, samples: samples, rate: sampleRate, stream: stream)
    }

    /// Whether the layer III frame at `offset` holds an encoder's table of contents instead of sound.
    ///
    /// `Xing` and `Info` stand behind the side information (some writers count the checksum, some do not), `VBRI` at a
    /// fixed place.
    func isTableOfContents(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        let side = version == .mpeg1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        for place in [offset + 4 + side, offset + 6 + side]
        where bytes.matches("Xing", at: place) || bytes.matches("Info", at: place) {
            return true
        }
        return bytes.matches("VBRI", at: offset + 36)
    }
}
