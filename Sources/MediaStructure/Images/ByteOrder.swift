/// Which way a file writes its integers; TIFF and Exif say so in their first two bytes.
enum ByteOrder {
    case bigEndian
    case littleEndian

    /// The order that the mark at `offset` names, `MM` or `II`; nil for anything else.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        if bytes.matches("MM", at: offset) {
            self = .bigEndian
        } else if bytes.matches("II", at: offset) {
            self = .littleEndian
        } else {
            return nil
        }
    }

    /// Two bytes; nil where the file ends first.
    func u16(_ bytes: Span<UInt8>, _ offset: Int) -> UInt16? {
        switch self {
        case .bigEndian: bytes.u16be(offset)
        case .littleEndian: bytes.u16le(offset)
        }
    }

    /// Four bytes; nil where the file ends first.
    func u32(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32? {
        switch self {
        case .bigEndian: bytes.u32be(offset)
        case .littleEndian: bytes.u32le(offset)
        }
    }
}
