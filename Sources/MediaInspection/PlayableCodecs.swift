import MediaTypes

/// The codecs that phones commonly play, by the first part of the name that a structure reader gives them.
///
/// Apple's "Supported media formats" of current iPhones and Android's table of the same name, reduced to what both, or an
/// iPhone of the last five years, play without a further program.
enum PlayableCodecs {
    /// H.264, and H.265 as `hvc1`; Apple does not play the `hev1` form.
    private static let films: Set<Substring> = ["avc1", "avc3", "hvc1"]
    /// AAC, MP3, Apple Lossless, FLAC, uncompressed sound, and Dolby Digital.
    private static let sounds: Set<Substring> = [
        "mp3", ".mp3", "alac", "fLaC", "ac-3", "ec-3", "lpcm", "twos", "sowt", "ulaw", "alaw", "ima4", "aac",
    ]
    /// What a format adds: QuickTime's own sample formats, and Motion JPEG.
    private static let additions: [MediaFormat: Set<Substring>] = [
        .mov: ["jpeg", "mjpa", "in24", "in32", "fl32", "fl64", "raw", "NONE", "samr"],
        .mp4: ["samr"], .m4a: ["samr"],
        .avi: ["MJPG", "mjpg", "AVDJ"],
        .mpeg: ["mpeg1video", "mpeg2video", "mp2"],
    ]
    /// Names that say nothing without the object type behind them (MP4RA): MPEG-4 part 2; AAC, MP3 and Dolby Digital. The bare
    /// name is that of a file which does not say more.
    private static let typed: [Substring: Set<Substring>] = [
        "mp4v": ["", "20"], "mp4a": ["", "40", "66", "67", "68", "69", "6B", "A5", "A6"],
    ]

    /// Whether phones commonly play `codec`; a picture's coding is its format, and has no codec.
    static func contains(_ codec: String, in format: MediaFormat) -> Bool {
        // Four characters may end in spaces, and a parameter follows a point; ".mp3" begins with its own.
        let stem = codec.first == "." ? codec[...] : codec.prefix { $0 != "." && $0 != " " }
        if let types = typed[stem] { return types.contains(codec.dropFirst(stem.count + 1).prefix { $0 != "." }) }
        return films.contains(stem) || sounds.contains(stem) || additions[format]?.contains(stem) ?? false
    }
}
