import MediaTypes

/// Proves WAV: RIFF/WAVE, Broadcast Wave, and RF64/BW64 with 64-bit sizes.
///
/// Big-endian RIFX is recognized here so as to be refused by name; other RIFF forms (AVI, WebP) are not.
enum WAVReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.matches("WAVE", at: 8) else { return false }
        return bytes.matches("RIFF", at: 0) || bytes.matches("RF64", at: 0) || bytes.matches("BW64", at: 0)
            || bytes.matches("RIFX", at: 0)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        guard !bytes.matches("RIFX", at: 0) else {
            throw MediaRefusal(.unsupportedType, "RIFX, the big-endian form of WAV")
        }
        let layout = try RIFFLayout(bytes)
        let format = try WaveFormat(bytes, layout.format)
        guard !layout.data.isEmpty else {
            throw MediaRefusal(.corrupt, "the data chunk holds no samples", format: .wav)
        }
        let trailing = try ForeignContent.trailing(bytes, from: layout.end, of: .wav)
        return InspectedMedia(
            format: .wav, durationMicroseconds: format.microseconds(of: layout.data.count, samples: layout.samples),
            codecs: [format.codec], trailingBytes: trailing)
    }
}
