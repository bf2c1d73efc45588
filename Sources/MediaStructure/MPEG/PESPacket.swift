/// One packet of a program stream: the head that names time and protection, and the piece of a stream it carries.
struct PESPacket: Equatable {
    /// Where in the file the piece lies.
    let payload: Range<Int>
    /// Presentation time in ticks of 1/90,000 second; nil where the head has none.
    let timestamp: UInt64?
    /// Whether the payload is scrambled.
    let isScrambled: Bool

    /// Reads the packet whose fields behind the length stand at `range`; nil where they are neither MPEG-1's
    /// (ISO/IEC 11172-1, 2.4.3.3) nor MPEG-2's (13818-1, 2.4.3.6).
    ///
    /// Nothing behind `range` is looked at: a field that reaches beyond it is none.
    init?(_ file: Span<UInt8>, _ range: Range<Int>) {
        let bytes = file.extracting(0..<range.upperBound)
        guard let first = range.isEmpty ? nil : bytes.u8(range.lowerBound) else { return nil }
        if first & 0xc0 == 0x80 {
            guard range.count >= 3 else { return nil }
            let start = range.lowerBound + 3 + Int(bytes[range.lowerBound + 2])
            let hasTimestamp = bytes[range.lowerBound + 1] & 0x80 != 0
            timestamp = hasTimestamp ? Self.timestamp(bytes, at: range.lowerBound + 3) : nil
            isScrambled = first & 0x30 != 0
            payload = min(start, range.upperBound)..<range.upperBound
            return
        }
        var position = range.lowerBound
        let stuffingEnd = min(range.upperBound, position + 16)
        while position < stuffingEnd, bytes[position] == 0xff { position += 1 }
        if let byte = bytes.u8(position), byte & 0xc0 == 0x40 { position += 2 }
        guard position < range.upperBound, let mark = bytes.u8(position) else { return nil }
        switch mark >> 4 {
        case 2, 3:
            timestamp = Self.timestamp(bytes, at: position)
            position += mark >> 4 == 2 ? 5 : 10
        case 0 where mark == 0x0f:
            timestamp = nil
            position += 1
        default:
            return nil
        }
        isScrambled = false
        payload = min(position, range.upperBound)..<range.upperBound
    }

    /// Thirty-three bits in five bytes, with marker bits between them.
    private static func timestamp(_ bytes: Span<UInt8>, at offset: Int) -> UInt64? {
        guard let high = bytes.u8(offset), let middle = bytes.u16be(offset + 1), let low = bytes.u16be(offset + 3)
        else {
            return nil
        }
        guard high & 1 == 1, middle & 1 == 1, low & 1 == 1 else { return nil }
        return UInt64(high >> 1 & 7) << 30 | UInt64(middle >> 1) << 15 | UInt64(low >> 1)
    }
}
