/// Which sound codecs make a file without pictures an `m4a`.
enum SoundCodecs {
    /// Formats that need no descriptor to be known: Apple Lossless, and the two names of MP3 in QuickTime.
    private static let formats: Set<FourCharacterCode> = ["alac", ".mp3", FourCharacterCode(0x6d73_0055)]

    /// Object types in an `esds` box: MPEG-2 AAC of three profiles, MPEG-2 and MPEG-1 audio (MP3).
    private static let objectTypes: Set<UInt8> = [0x66, 0x67, 0x68, 0x69, 0x6b]

    /// MPEG-4 audio object types of the AAC family (main, LC, SSR, LTP, SBR, scalable, the error resilient ones, LD,
    /// PS, ELD, USAC), and layer III.
    private static let audioObjectTypes: Set<UInt8> = [1, 2, 3, 4, 5, 6, 17, 19, 20, 23, 29, 34, 39, 42]

    /// Whether a phone plays the codec out of an MPEG-4 sound file.
    static func areSupported(format: FourCharacterCode, objectType: UInt8?, audioObjectType: UInt8?) -> Bool {
        if formats.contains(format) { return true }
        guard format == "mp4a", let objectType else { return false }
        guard objectType == 0x40 else { return objectTypes.contains(objectType) }
        return audioObjectType.map(audioObjectTypes.contains) ?? false
    }
}
