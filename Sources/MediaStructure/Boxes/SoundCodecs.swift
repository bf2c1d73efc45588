/// Which sound codecs make a file without pictures an `m4a`.
enum SoundCodecs {
    /// How far a sample description alone proves a supported codec.
    enum Support {
        /// Not at all.
        case none
        /// MPEG audio of some layer: the samples must show that it is the third.
        case layerThree
        /// Wholly.
        case whole
    }

    /// Formats that need no descriptor to be known: Apple Lossless, and the two names of MP3 in QuickTime.
    private static let formats: Set<FourCharacterCode> = ["alac", ".mp3", FourCharacterCode(0x6d73_0055)]

    /// Object types in an `esds` box: MPEG-2 AAC of three profiles.
    private static let objectTypes: Set<UInt8> = [0x66, 0x67, 0x68]

    /// Object types of MPEG-2 and MPEG-1 audio, any layer.
    private static let layeredObjectTypes: Set<UInt8> = [0x69, 0x6b]

    /// MPEG-4 audio object types of the AAC family (main, LC, SSR, LTP, SBR, scalable, the error resilient ones, LD,
    /// PS, ELD, USAC), and layer III.
    private static let audioObjectTypes: Set<UInt8> = [1, 2, 3, 4, 5, 6, 17, 19, 20, 23, 29, 34, 39, 42]

    /// Whether a phone plays the codec out of an MPEG-4 sound file.
    static func support(format: FourCharacterCode, objectType: UInt8?, audioObjectType: UInt8?) -> Support {
        if formats.contains(format) { return .whole }
        guard format == "mp4a", let objectType else { return .none }
        if layeredObjectTypes.contains(objectType) { return .layerThree }
        guard objectType == 0x40 else { return objectTypes.contains(objectType) ? .whole : .none }
        return audioObjectType.map(audioObjectTypes.contains) ?? false ? .whole : .none
    }

    /// Whether an MPEG audio frame of layer III begins at `offset` (ISO/IEC 11172-3 section 2.4.1.3).
    static func isLayerThree(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        guard let head = bytes.u16be(offset) else { return false }
        return head >> 5 == 0x7ff && head >> 1 & 3 == 1
    }
}
