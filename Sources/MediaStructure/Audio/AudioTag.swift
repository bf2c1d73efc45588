/// The tags that stand before, between and behind the frames of a bare audio stream: ID3v2, ID3v1, APE, Lyrics3.
///
/// Tags are stepped over by the length that they claim and never looked into, so a cover picture is no picture here.
enum AudioTag {
    /// The most zero bytes that are taken for padding before the first frame: one disk block.
    static let longestPadding = 4_096

    /// Where the first frame should stand: behind every leading ID3v2 tag and a bounded run of zero bytes.
    ///
    /// At or beyond the file's end when nothing stands behind the tags; zero bytes up to the end are no padding, nor are
    /// those that begin the size of a box.
    static func mediaStart(_ bytes: Span<UInt8>) -> Int {
        var position = 0
        while let length = id3v2Length(bytes, at: position) { position += length }
        let padding = position
        if padding == 0, OpeningBox.isPlausible(bytes) { return padding }
        while let byte = bytes.u8(position), position - padding <= longestPadding {
            guard byte == 0 else { return position }
            position += 1
        }
        return padding
    }

    /// The length of the ID3v2 tag at `offset`, its header and footer included; nil if none stands there.
    ///
    /// The length may reach beyond the file's end. ID3v2.4 structure, section 3.1: four bytes of seven bits each, and
    /// flag 0x10 for a footer of ten bytes that the size does not count.
    static func id3v2Length(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        guard bytes.matches("ID3", at: offset), bytes.has(10, at: offset) else { return nil }
        guard bytes[offset + 3] != 0xff, bytes[offset + 4] != 0xff else { return nil }
        var size = 0
        for position in offset + 6..<offset + 10 {
            guard bytes[position] < 0x80 else { return nil }
            size = size << 7 | Int(bytes[position])
        }
        let footer = bytes[offset + 5] & 0x10 == 0 ? 0 : 10
        return 10 + size + footer
    }

    /// The length of whatever tag stands at `offset` of a stream, at least 1 and never beyond the file's end; nil if
    /// none does.
    static func length(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        guard let first = bytes.u8(offset) else { return nil }
        let left = bytes.count - offset
        switch first {
        case UInt8(ascii: "I"):
            return id3v2Length(bytes, at: offset).map { min($0, left) }
        case UInt8(ascii: "T"):
            if bytes.matches("TAG+", at: offset) { return min(227, left) }
            return bytes.matches("TAG", at: offset) ? min(128, left) : nil
        case UInt8(ascii: "A"):
            return apeLength(bytes, at: offset).map { min($0, left) }
        case UInt8(ascii: "L"):
            return lyrics3Length(bytes, at: offset)
        default:
            return nil
        }
    }

    /// An APEv2 tag that begins with its header, or a bare footer. The size counts items and footer, not the header.
    private static func apeLength(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        guard bytes.matches("APETAGEX", at: offset), let size = bytes.u32le(offset + 12),
            let flags = bytes.u32le(offset + 20)
        else { return nil }
        let isHeader = flags & 0x2000_0000 != 0
        return isHeader ? 32 + Int(size) : 32
    }

    /// A Lyrics3 block reaches to the ID3v1 tag, and says at its end which version it is.
    private static func lyrics3Length(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        let end = bytes.count - 128
        guard bytes.matches("LYRICSBEGIN", at: offset), bytes.matches("TAG", at: end), end - 9 > offset else {
            return nil
        }
        let isClosed = bytes.matches("LYRICS200", at: end - 9) || bytes.matches("LYRICSEND", at: end - 9)
        return isClosed ? end - offset : nil
    }
}
