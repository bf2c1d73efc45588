/// What stands where a box should begin (ISO/IEC 14496-12 section 4.2: 32-bit size, name, 64-bit size if the first is 1).
enum BoxHeader: Equatable {
    /// Too few bytes are left for a header.
    case leftover
    /// A box that ends within what encloses it.
    case whole(Box)
    /// A box of size 0: it reaches to the end of what encloses it.
    case toTheEnd(Box)
    /// A box that claims more bytes than there are; the end given is the enclosing one's.
    case overrun(Box)
    /// A size smaller than the header that states it.
    case impossible(FourCharacterCode)

    /// Reads the header at `offset` of what ends at `limit`, which lies within the file.
    static func read(_ bytes: Span<UInt8>, at offset: Int, limit: Int) -> BoxHeader {
        guard offset >= 0, offset <= limit, limit - offset >= 8, let size = bytes.u32be(offset),
            let name = bytes.u32be(offset + 4)
        else { return .leftover }
        let type = FourCharacterCode(name)
        switch size {
        case 0:
            return .toTheEnd(Box(type: type, start: offset, body: offset + 8, end: limit))
        case 1:
            guard limit - offset >= 16, let long = bytes.u64be(offset + 8) else {
                return .overrun(Box(type: type, start: offset, body: limit, end: limit))
            }
            return sized(type, offset, header: 16, size: long, limit: limit)
        default:
            return sized(type, offset, header: 8, size: UInt64(size), limit: limit)
        }
    }

    private static func sized(
        _ type: FourCharacterCode, _ offset: Int, header: Int, size: UInt64, limit: Int
    ) -> BoxHeader {
        guard size >= UInt64(header) else { return .impossible(type) }
        guard size <= UInt64(limit - offset) else {
            return .overrun(Box(type: type, start: offset, body: offset + header, end: limit))
        }
        return .whole(Box(type: type, start: offset, body: offset + header, end: offset + Int(size)))
    }
}
