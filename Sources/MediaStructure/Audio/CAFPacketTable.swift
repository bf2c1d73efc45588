/// The `pakt` chunk of a CAF file: how many packets there are, and how long those are whose size varies.
struct CAFPacketTable {
    /// Packets in the data chunk.
    let packets: UInt64
    /// Samples to be heard, without priming and remainder; 0 where the writer did not say.
    let validFrames: UInt64
    /// The entries behind the head, one or two variable-length integers a packet.
    private let entries: Range<Int>

    /// Reads the head of the table; nil where it is short or negative.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let start = range.lowerBound
        guard range.count >= 24, let packets = bytes.u64be(start), let valid = bytes.u64be(start + 8) else {
            return nil
        }
        guard packets <= Int64.max, valid <= Int64.max else { return nil }
        self.packets = packets
        validFrames = valid
        entries = start + 24..<range.upperBound
    }

    /// The samples to be heard; nil where the table contradicts the data or says nothing.
    ///
    /// The number of valid samples is believed only as far as the packets can hold them.
    func frames(_ bytes: Span<UInt8>, _ description: CAFDescription, dataLength: Int) -> UInt64? {
        guard packets > 0, packets <= UInt64(dataLength) else { return nil }
        let perPacket = UInt64(description.framesPerPacket)
        let (product, overflow) = packets.multipliedReportingOverflow(by: perPacket)
        guard !overflow, let held = perPacket > 0 ? product : sum(bytes, description), held > 0 else { return nil }
        guard held <= SampleDensity.mostSamples(description.codec, in: dataLength) else { return nil }
        return validFrames > 0 && validFrames <= held ? validFrames : held
    }

    /// The sum of the samples that the entries name, each preceded by the packet's size where that varies too; nil
    /// where there are fewer entries than packets.
    private func sum(_ bytes: Span<UInt8>, _ description: CAFDescription) -> UInt64? {
        var position = entries.lowerBound
        var total: UInt64 = 0
        for _ in 0..<packets {
            if description.bytesPerPacket == 0 { _ = integer(bytes, &position) }
            guard let frames = integer(bytes, &position) else { return nil }
            total += frames
        }
        return total
    }

    /// The next integer of seven bits a byte, at most 32 bits of it; nil at the table's end.
    private func integer(_ bytes: Span<UInt8>, _ position: inout Int) -> UInt64? {
        var value: UInt32 = 0
        while position < entries.upperBound, let byte = bytes.u8(position) {
            position += 1
            value = value << 7 | UInt32(byte & 0x7f)
            if byte < 0x80 { return UInt64(value) }
        }
        return nil
    }
}
