/// The seven bytes at the head of an ADTS frame (ISO/IEC 13818-7, 6.2; 14496-3, 1.A.2.2).
struct ADTSHeader: Equatable {
    /// Bytes of the header itself; a checksum adds two.
    static let length = 7

    /// Whether MPEG-2 rather than MPEG-4 defines the stream.
    let isMPEG2: Bool
    /// Two bits: Main, Low Complexity, Scalable Sampling Rate, Long Term Prediction.
    let profile: UInt8
    /// Samples a second.
    let sampleRate: Int
    /// 0 where the stream itself describes its channels.
    let channels: UInt8
    /// Bytes of the whole frame.
    let frameLength: Int
    /// Blocks of 1,024 samples in the frame, 1 to 4.
    let blocks: Int

    /// Samples a second by index.
    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// Whether the four bytes at `offset` can begin a header: sync word, layer 0, a sample rate that exists.
    static func begins(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        guard bytes.has(4, at: offset), bytes[offset] == 0xff else { return false }
        return bytes[offset + 1] & 0xf6 == 0xf0 && Int(bytes[offset + 2] >> 2 & 15) < sampleRates.count
    }

    /// Reads the header at `offset`; nil for anything reserved and for a frame shorter than its own header.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        guard bytes.has(Self.length, at: offset), Self.begins(bytes, at: offset) else { return nil }
        let fixed = bytes[offset + 1]
        let third = bytes[offset + 2]
        let fourth = bytes[offset + 3]
        frameLength = Int(fourth & 3) << 11 | Int(bytes[offset + 4]) << 3 | Int(bytes[offset + 5] >> 5)
        let headerLength = fixed & 1 == 0 ? Self.length + 2 : Self.length
        guard frameLength >= headerLength else { return nil }
        isMPEG2 = fixed & 8 != 0
        profile = third >> 6
        sampleRate = Self.sampleRates[Int(third >> 2 & 15)]
        channels = (third & 1) << 2 | fourth >> 6
        blocks = Int(bytes[offset + 6] & 3) + 1
    }

    /// What the header says of its frame. Generation, profile, sample rate and channels make the stream.
    var frame: AudioFrame {
        let flags = (isMPEG2 ? 0x20 : 0) | UInt32(profile) << 3 | UInt32(channels)
        return AudioFrame(
            length: frameLength, samples: blocks * 1_024, rate: sampleRate, stream: flags << 20 | UInt32(sampleRate))
    }

    /// The RFC 6381 name: the MPEG-4 audio object type, or the object type indication of MPEG-2 AAC.
    var codec: String {
        guard isMPEG2 else { return "mp4a.40.\(profile + 1)" }
        return ["mp4a.66", "mp4a.67", "mp4a.68", "mp4a.67"][Int(profile)]
    }
}
