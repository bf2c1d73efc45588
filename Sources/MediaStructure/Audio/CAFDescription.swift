import MediaTypes

/// The `desc` chunk of a CAF file, and the playing time that follows from it and the packet table.
struct CAFDescription {
    /// Samples a second, within `rates`.
    let sampleRate: Double
    /// The four characters of the coding, with anything but printable ASCII as a question mark.
    let codec: String
    /// Bytes of each packet; 0 where they differ.
    let bytesPerPacket: UInt32
    /// Samples of each packet; 0 where they differ.
    let framesPerPacket: UInt32

    /// Sample rates that a sound can have.
    private static let rates = 1.0...10_000_000.0

    /// Reads and checks the chunk body at `offset`.
    ///
    /// - Throws: `MediaRefusal`: `corrupt` for a rate, channel count or coding that cannot be.
    init(_ bytes: Span<UInt8>, at offset: Int) throws(MediaRefusal) {
        guard let size = bytes.u64be(offset - 8), let rate = bytes.u64be(offset), let tag = bytes.u32be(offset + 8),
            let packetBytes = bytes.u32be(offset + 16), let packetFrames = bytes.u32be(offset + 20),
            let channels = bytes.u32be(offset + 24), bytes.has(32, at: offset)
        else { throw MediaRefusal(.truncated, "the file ends in its desc chunk", format: .caf) }
        guard size == 32 else { throw MediaRefusal(.corrupt, "a desc chunk of \(size) bytes", format: .caf) }
        sampleRate = Double(bitPattern: rate)
        guard Self.rates ~= sampleRate else { throw MediaRefusal(.corrupt, "no usable sample rate", format: .caf) }
        guard channels > 0, tag != 0 else { throw MediaRefusal(.corrupt, "no channels or no coding", format: .caf) }
        codec = String(
            decoding: [24, 16, 8, 0].map { shift in
                let byte = UInt8(truncatingIfNeeded: tag >> UInt32(shift))
                return 0x20...0x7e ~= byte ? byte : UInt8(ascii: "?")
            }, as: UTF8.self)
        bytesPerPacket = packetBytes
        framesPerPacket = packetFrames
    }

    /// The playing time in microseconds: by the size of packets where it is fixed, else by the packet table.
    ///
    /// - Throws: `MediaRefusal` of reason `corrupt`, when neither says how long the sound is, or says more than the bytes
    ///   can hold.
    func microseconds(_ bytes: Span<UInt8>, data: Range<Int>, table: Range<Int>?) throws(MediaRefusal) -> UInt64 {
        let frames: UInt64
        if let table, let declared = CAFPacketTable(bytes, table)?.frames(bytes, self, dataLength: data.count) {
            frames = declared
        } else if bytesPerPacket > 0, framesPerPacket > 0 {
            let packets = UInt64(data.count) / UInt64(bytesPerPacket)
            let (product, overflow) = packets.multipliedReportingOverflow(by: UInt64(framesPerPacket))
            frames = overflow ? .max : product
        } else {
            throw MediaRefusal(.corrupt, "packets of unknown size and no packet table", format: .caf)
        }
        guard frames > 0 else { throw MediaRefusal(.corrupt, "no whole packet of sound", format: .caf) }
        guard frames <= SampleDensity.mostSamples(codec, in: data.count) else {
            throw MediaRefusal(.corrupt, "more sound is claimed than its bytes can hold", format: .caf)
        }
        return UInt64(min(Double(frames) / sampleRate * 1_000_000, 9e18))
    }
}
