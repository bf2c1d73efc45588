/// The most sound that bytes can hold, by their coding: what a count that a file claims is held against.
enum SampleDensity {
    /// Samples a channel in one byte, for codings of a known least rate, by the names that the readers give them.
    ///
    /// ADPCM has two to four bits a sample. GSM has 320 samples in 65 bytes, G.723.1 has 240 in the four of a silent frame.
    /// The shortest frame of MPEG audio is one of 8 kbit/s at 24 kHz: 1,152 samples in 48 bytes.
    private static let perByte: [String: UInt64] = [
        "lpcm": 1, "alaw": 1, "ulaw": 1, "adpcm": 2, "g721": 2, "ima4": 4, "yamaha-adpcm": 4, "g723": 4, "g726": 4,
        "gsm": 5, "g723.1": 60, "mp2": 24, "mp3": 24,
    ]
    /// The same for any other coding: the longest block of Vorbis, in a packet of one byte that says "silence".
    private static let anyPerByte: UInt64 = 8_192

    /// Samples a channel that one byte of the coding can hold.
    static func samplesPerByte(_ codec: String) -> UInt64 {
        perByte[codec] ?? anyPerByte
    }

    /// Samples a channel that `length` bytes, not negative, can hold; the largest value for what does not fit.
    static func mostSamples(_ codec: String, in length: Int) -> UInt64 {
        let (most, overflow) = UInt64(clamping: length).multipliedReportingOverflow(by: samplesPerByte(codec))
        return overflow ? .max : most
    }
}
