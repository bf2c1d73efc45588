import MediaTypes

/// The `fmt ` chunk: how the samples of a WAV are coded (WAVEFORMATEX, WAVEFORMATEXTENSIBLE).
struct WaveFormat {
    /// The registered format tag, taken out of the extensible form.
    let tag: UInt16
    /// Samples a second.
    let sampleRate: UInt32
    /// Bytes a second; a compressed stream's average, 0 where its writer did not know.
    let byteRate: UInt32
    /// Bytes that belong together.
    let blockAlign: UInt16
    /// Samples a channel in each block, of an ADPCM coding that says so; nil for others.
    private let blockSamples: UInt16?

    /// Format tags (RFC 2361) and the names they go by here; those with `isPCM` have one sample a block.
    private static let codecs: [UInt16: (name: String, isPCM: Bool)] = [
        0x0001: ("lpcm", true), 0x0002: ("adpcm", false), 0x0003: ("lpcm", true), 0x0006: ("alaw", true),
        0x0007: ("ulaw", true), 0x0011: ("ima4", false), 0x0014: ("g723", false), 0x0020: ("yamaha-adpcm", false),
        0x0031: ("gsm", false),
        0x0040: ("g721", false), 0x0042: ("g723.1", false), 0x0045: ("g726", false), 0x0050: ("mp2", false),
        0x0055: ("mp3", false),
        0x0064: ("g726", false), 0x00ff: ("aac", false), 0x0161: ("wma", false), 0x0162: ("wma", false),
        0x1600: ("aac", false), 0x1602: ("latm", false), 0x1610: ("aac", false), 0x2000: ("ac-3", false),
        0x2001: ("dts", false), 0x674f: ("vorbis", false), 0x6750: ("vorbis", false), 0x6751: ("vorbis", false),
        0xf1ac: ("flac", false),
    ]
    /// The tag that says that the real one begins the sub-format identifier.
    private static let extensible: UInt16 = 0xfffe

    /// Reads and checks the chunk body in `range`.
    ///
    /// - Throws: `MediaRefusal` of reason `corrupt` for a format without channels, rate or block size.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(MediaRefusal) {
        let start = range.lowerBound
        guard range.count >= 14, let named = bytes.u16le(start), let channels = bytes.u16le(start + 2),
            let rate = bytes.u32le(start + 4), let bytesPerSecond = bytes.u32le(start + 8),
            let align = bytes.u16le(start + 12)
        else { throw MediaRefusal(.corrupt, "a fmt chunk of \(range.count) bytes", format: .wav) }
        guard channels > 0, rate > 0, align > 0 else {
            throw MediaRefusal(.corrupt, "no channels, sample rate or block size", format: .wav)
        }
        let inner = range.count >= 40 ? bytes.u16le(start + 24) : nil
        tag = named == Self.extensible ? inner ?? 0 : named
        guard tag != 0 else { throw MediaRefusal(.corrupt, "a fmt chunk without a format tag", format: .wav) }
        sampleRate = rate
        byteRate = bytesPerSecond
        blockAlign = align
        // Behind the size of the extension: wSamplesPerBlock of ADPCMWAVEFORMAT, IMAADPCMWAVEFORMAT, GSM610WAVEFORMAT.
        let hasBlocks = [0x0002, 0x0011, 0x0031].contains(tag) && range.count >= 20
        blockSamples = hasBlocks ? bytes.u16le(start + 18).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// A short name of the coding; an unknown tag is spelt out.
    var codec: String { Self.codec(tag) }

    /// The same of any format tag: AVI uses them too.
    static func codec(_ tag: UInt16) -> String {
        guard let known = Self.codecs[tag] else {
            let digits = String(tag, radix: 16)
            return "wav-" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return known.name
    }

    /// The playing time of `length` bytes: by blocks where a block is one sample, else by the count of samples that
    /// the file declares, else by blocks of known length, else by the average rate; 0 where nothing says.
    ///
    /// None of these is believed beyond the sound that the bytes can hold.
    func microseconds(of length: Int, samples: UInt64?) -> UInt64 {
        let most = SampleDensity.mostSamples(codec, in: length)
        let length = UInt64(length)
        if Self.codecs[tag]?.isPCM ?? false {
            return Microseconds.of(length / UInt64(blockAlign), per: UInt64(sampleRate))
        }
        if let samples, samples > 0, samples <= most { return Microseconds.of(samples, per: UInt64(sampleRate)) }
        if let blockSamples {
            let held = min(UInt64(blockSamples), UInt64(blockAlign) * SampleDensity.samplesPerByte(codec))
            return Microseconds.of(length / UInt64(blockAlign), times: held, per: UInt64(sampleRate))
        }
        return min(Microseconds.of(length, per: UInt64(byteRate)), Microseconds.of(most, per: UInt64(sampleRate)))
    }
}
