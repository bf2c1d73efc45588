/// One stream of an AVI file: its header (`strh`), its format (`strf`), and what the file holds of it.
struct AVIStream {
    /// What the stream is; others (texts, MIDI) do not count.
    enum Kind {
        case video
        case audio
        case other
    }

    /// The share of a stream's declared units that may be missing: some recorders count those that they dropped.
    static let allowedLoss: UInt64 = 10

    /// What the stream is.
    private(set) var kind = Kind.other
    /// Width in pixels; 0 where the format does not say.
    private(set) var width: UInt32 = 0
    /// Height in pixels, of pictures in either direction.
    private(set) var height: UInt32 = 0
    /// The coding: four characters, or the name of a WAVE format tag; empty until a format was read.
    private(set) var codec = ""
    /// Pictures or samples declared; 0 where a writer into a pipe did not know.
    private(set) var declared: UInt64 = 0
    /// Chunks of the stream in the file.
    var heldChunks: UInt64 = 0
    /// Bytes in them.
    var heldBytes: UInt64 = 0

    /// Seconds a unit, as a fraction.
    private var scale: UInt64 = 0
    private var rate: UInt64 = 0
    /// Bytes a unit; 0 where each chunk is one.
    private var unitBytes: UInt64 = 0

    /// Reads `strh` in `body`, whose fields are at fixed places.
    mutating func readHeader(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        guard body.count >= 48 else { return }
        let start = body.lowerBound
        kind = bytes.matches("vids", at: start) ? .video : bytes.matches("auds", at: start) ? .audio : .other
        scale = UInt64(bytes.u32le(start + 20) ?? 0)
        rate = UInt64(bytes.u32le(start + 24) ?? 0)
        declared = UInt64(bytes.u32le(start + 32) ?? 0)
        unitBytes = kind == .audio ? UInt64(bytes.u32le(start + 44) ?? 0) : 0
        // What a stream of no known rate declares is a time of no known length.
        if scale == 0 || rate == 0 { declared = 0 }
    }

    /// Counts only what the file holds: a writer into a pipe declares a placeholder.
    mutating func forgetDeclared() { declared = 0 }

    /// Reads `strf` in `body`: BITMAPINFOHEADER or WAVEFORMATEX.
    mutating func readFormat(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        let start = body.lowerBound
        switch kind {
        case .video where body.count >= 20:
            width = Int32(bitPattern: bytes.u32le(start + 4) ?? 0).magnitude
            height = Int32(bitPattern: bytes.u32le(start + 8) ?? 0).magnitude
            codec = AVIStream.coding(bytes, at: start + 16)
        case .audio where body.count >= 2:
            codec = WaveFormat.codec(bytes.u16le(start) ?? 0)
        default: break
        }
    }

    /// Four printable characters; a coding of 0 is uncompressed pictures.
    private static func coding(_ bytes: Span<UInt8>, at offset: Int) -> String {
        guard let number = bytes.u32be(offset), number != 0 else { return "DIB " }
        return String(
            decoding: (offset..<offset + 4).map { 0x20...0x7e ~= bytes[$0] ? bytes[$0] : UInt8(ascii: "?") },
            as: UTF8.self)
    }

    /// The playing time that the stream claims, in microseconds: of what is declared or of what is held, whichever is
    /// longer; 0 for what is neither picture nor sound.
    var claimedMicroseconds: UInt64 { microseconds(of: max(declared, held)) }

    /// The playing time in microseconds, by the same rule, of a stream whose declared count is not believed where it is more
    /// than a tenth above what the bytes can hold.
    var microseconds: UInt64 {
        // A chunk may hold any number of units of no fixed size, but none in less than a byte.
        let most = unitBytes > 0 ? heldBytes / unitBytes : heldBytes
        let isHeld = declared - min(declared, most) <= declared / AVIStream.allowedLoss + 1
        return microseconds(of: isHeld ? max(declared, held) : held)
    }

    private var held: UInt64 { unitBytes > 0 ? heldBytes / unitBytes : heldChunks }

    private func microseconds(of units: UInt64) -> UInt64 {
        kind == .other || scale == 0 ? 0 : Microseconds.of(units, times: scale, per: rate)
    }
}
