/// What an `esds` box says of a stream (ISO/IEC 14496-1 sections 7.2.6.5 to 7.2.6.7).
struct ElementaryStreamDescriptor: Equatable {
    /// The object type indication: 0x40 MPEG-4 audio, 0x20 MPEG-4 visual, 0x6b MP3, ...
    let objectType: UInt8
    /// Where the decoder's own configuration lies; empty if there is none.
    let configuration: Range<Int>
    /// Whether the stream is to be fetched from a URL.
    let namesAnotherPlace: Bool

    /// Reads the descriptors inside the box; nil where they are not as the standard has them.
    init?(_ bytes: Span<UInt8>, _ box: Box) {
        guard let stream = Descriptor(bytes, at: box.body + 4, limit: box.end), stream.tag == 0x03,
            let flags = bytes.u8(stream.body + 2)
        else { return nil }
        var offset = stream.body + 3
        if flags & 0x80 != 0 { offset += 2 }
        if flags & 0x40 != 0 { offset += 1 + Int(bytes.u8(offset) ?? 0) }
        if flags & 0x20 != 0 { offset += 2 }
        guard let decoder = Descriptor(bytes, at: offset, limit: stream.end), decoder.tag == 0x04,
            decoder.end - decoder.body >= 13, let objectType = bytes.u8(decoder.body)
        else { return nil }
        self.objectType = objectType
        namesAnotherPlace = flags & 0x40 != 0
        if let specific = Descriptor(bytes, at: decoder.body + 13, limit: decoder.end), specific.tag == 0x05 {
            configuration = specific.body..<specific.end
        } else {
            configuration = decoder.end..<decoder.end
        }
    }

    /// The audio object type, the first field of an AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1).
    func audioObjectType(_ bytes: Span<UInt8>) -> UInt8? {
        guard let first = bytes.u8(configuration.lowerBound), !configuration.isEmpty else { return nil }
        guard first >> 3 == 31 else { return first >> 3 }
        guard configuration.count >= 2, let second = bytes.u8(configuration.lowerBound + 1) else { return nil }
        return 32 + ((first & 0x07) << 3 | second >> 5)
    }

    /// One tagged, length-prefixed descriptor; its end never lies beyond what encloses it.
    private struct Descriptor {
        let tag: UInt8
        let body: Int
        let end: Int

        init?(_ bytes: Span<UInt8>, at offset: Int, limit: Int) {
            guard offset < limit, let tag = bytes.u8(offset) else { return nil }
            var length = 0
            var position = offset + 1
            for _ in 0..<4 {
                guard position < limit, let byte = bytes.u8(position) else { return nil }
                position += 1
                length = length << 7 | Int(byte & 0x7f)
                if byte & 0x80 == 0 { break }
            }
            self.tag = tag
            body = position
            end = min(limit, position + length)
        }
    }
}
