import MediaTypes

/// The COMM chunk of an AIFF or AIFF-C file: how its samples are coded, and how many there are.
struct AIFFDescription {
    /// Channels, above 0.
    let channels: UInt64
    /// Sample frames; of a coding in packets, the packets. 0 where a writer into a pipe did not know.
    let frames: UInt64
    /// Bits a sample.
    let sampleBits: UInt64
    /// Samples a second, times 65,536; above 0.
    let scaledRate: UInt64
    /// The coding's name.
    let codec: String
    private let coding: Coding

    /// How a coding lays out its samples.
    private enum Coding {
        /// Whole samples, in bytes each; nil for as many as the bits need.
        case samples(bytes: UInt64?)
        /// Packets of `bytes` a channel that hold `frames` sample frames.
        case packets(bytes: UInt64, frames: UInt64)
        /// Not known: only the count of frames says how long it plays.
        case other
    }

    /// AIFF-C's compression types and what they are called here.
    private static let codings: [String: (name: String, coding: Coding)] = [
        "NONE": ("lpcm", .samples(bytes: nil)), "twos": ("lpcm", .samples(bytes: nil)),
        "sowt": ("lpcm", .samples(bytes: nil)), "raw ": ("lpcm", .samples(bytes: nil)),
        "in24": ("lpcm", .samples(bytes: 3)), "in32": ("lpcm", .samples(bytes: 4)),
        "fl32": ("lpcm", .samples(bytes: 4)), "FL32": ("lpcm", .samples(bytes: 4)),
        "fl64": ("lpcm", .samples(bytes: 8)), "FL64": ("lpcm", .samples(bytes: 8)),
        "alaw": ("alaw", .samples(bytes: 1)), "ALAW": ("alaw", .samples(bytes: 1)),
        "ulaw": ("ulaw", .samples(bytes: 1)), "ULAW": ("ulaw", .samples(bytes: 1)),
        "ima4": ("ima4", .packets(bytes: 34, frames: 64)), "GSM ": ("gsm", .packets(bytes: 33, frames: 160)),
        "agsm": ("gsm", .packets(bytes: 33, frames: 160)),
    ]

    /// Reads and checks the chunk body in `range`.
    ///
    /// - Throws: `MediaRefusal` of reason `corrupt` for a description without channels or rate.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>, isCompressed: Bool) throws(MediaRefusal) {
        let start = range.lowerBound
        guard range.count >= (isCompressed ? 22 : 18), let channels = bytes.u16be(start),
            let frames = bytes.u32be(start + 2), let bits = bytes.u16be(start + 6),
            let exponent = bytes.u16be(start + 8), let mantissa = bytes.u64be(start + 10)
        else { throw MediaRefusal(.corrupt, "a COMM chunk of \(range.count) bytes", format: .aiff) }
        self.channels = UInt64(channels)
        self.frames = UInt64(frames)
        sampleBits = UInt64(bits)
        scaledRate = AIFFDescription.scaled(exponent: exponent, mantissa: mantissa)
        guard channels > 0, scaledRate > 0 else {
            throw MediaRefusal(.corrupt, "no channels or no usable sample rate", format: .aiff)
        }
        guard isCompressed else {
            codec = "lpcm"
            coding = .samples(bytes: nil)
            return
        }
        let type = String(
            decoding: (start + 18..<start + 22).map { 0x20...0x7e ~= bytes[$0] ? bytes[$0] : UInt8(ascii: "?") },
            as: UTF8.self)
        let known = AIFFDescription.codings[type]
        codec = known?.name ?? type
        coding = known?.coding ?? .other
    }

    /// An 80-bit number of IEEE 754, times 65,536; 0 for what no sample rate can be (negative, below 1, above 2^24).
    private static func scaled(exponent: UInt16, mantissa: UInt64) -> UInt64 {
        let power = Int(exponent) - 16_383
        guard (0...24).contains(power) else { return 0 }
        return mantissa >> UInt64(63 - power - 16)
    }

    /// Whether `length` bytes can hold the declared frames, where the last may lack a byte that a writer took for padding.
    func fits(in length: Int) -> Bool {
        frames <= mostFrames(in: length)
    }

    /// The most frames, or packets, that `length` bytes and one more can hold.
    private func mostFrames(in length: Int) -> UInt64 {
        let padded = UInt64(length) + 1
        switch coding {
        case .packets(let bytes, _):
            return padded / (bytes * channels)
        case .samples, .other:
            return frameBytes.map { padded / $0 } ?? SampleDensity.mostSamples(codec, in: length)
        }
    }

    private var frameBytes: UInt64? {
        guard case .samples(let bytes) = coding else { return nil }
        let each = bytes ?? (sampleBits + 7) / 8
        return each > 0 ? each * channels : nil
    }

    /// The playing time in microseconds: of the declared frames as far as the bytes can hold them, or, where none are declared, of those that `length`
    /// bytes hold; 0 where nothing says.
    func microseconds(of length: Int) -> UInt64 {
        let declared = min(frames, mostFrames(in: length))
        let length = UInt64(length)
        switch coding {
        case .samples:
            return time(declared > 0 ? declared : frameBytes.map { length / $0 } ?? 0)
        case .packets(let bytes, let perPacket):
            return time((declared > 0 ? declared : length / (bytes * channels)) * perPacket)
        case .other:
            return time(declared)
        }
    }

    private func time(_ frames: UInt64) -> UInt64 {
        Microseconds.of(frames, times: 65_536, per: scaledRate)
    }
}
