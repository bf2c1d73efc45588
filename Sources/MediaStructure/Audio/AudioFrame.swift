/// One frame of a bare audio stream, as its header describes it.
struct AudioFrame: Equatable {
    /// Bytes from this header to the next one.
    var length: Int
    /// Sound samples a channel.
    var samples: Int
    /// Samples a second.
    var rate: Int
    /// What stays the same in all frames of a stream, in the syntax's own coding.
    var stream: UInt32
}

/// How the frames of a bare audio stream are written.
enum FrameSyntax: Equatable {
    /// MPEG-1, MPEG-2 or MPEG-2.5 audio of one layer, 1 to 3.
    case mpegAudio(layer: Int)
    /// AAC in ADTS frames.
    case adts
    /// AAC in LOAS frames (LATM).
    case loas

    /// The bytes that a header needs to be read.
    var headerLength: Int {
        switch self {
        case .mpegAudio: MPEGAudioHeader.length
        case .adts: ADTSHeader.length
        case .loas: 3
        }
    }

    /// The frame whose header stands at `offset`; nil if none does or the file ends within the header.
    func frame(_ bytes: Span<UInt8>, at offset: Int) -> AudioFrame? {
        switch self {
        case .mpegAudio(let layer):
            guard let header = MPEGAudioHeader(bytes, at: offset), header.layer == layer else { return nil }
            return header.frame
        case .adts:
            return ADTSHeader(bytes, at: offset)?.frame
        case .loas:
            return Self.loasFrame(bytes, at: offset)
        }
    }

    /// ISO/IEC 14496-3, 1.7.2: eleven bits of sync word, thirteen of length. The rate lies deeper and is not needed.
    private static func loasFrame(_ bytes: Span<UInt8>, at offset: Int) -> AudioFrame? {
        guard let word = bytes.u24be(offset), word >> 13 == 0x2b7, word & 0x1fff > 0 else { return nil }
        return AudioFrame(length: 3 + Int(word & 0x1fff), samples: 0, rate: 1, stream: 0)
    }
}
