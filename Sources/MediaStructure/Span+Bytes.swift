/// Bounded reads of integers and tags out of a file's bytes: nil where the file ends first, never a trap.
///
/// Every reader in this module reads through these alone, so an offset that a hostile file names cannot leave the file.
extension Span<UInt8> {
    /// Whether `length` bytes exist at `offset`.
    func has(_ length: Int, at offset: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count && length <= count - offset
    }

    /// One byte.
    func u8(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// Two bytes, most significant first.
    func u16be(_ offset: Int) -> UInt16? {
        guard has(2, at: offset) else { return nil }
        return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    /// Two bytes, least significant first.
    func u16le(_ offset: Int) -> UInt16? {
        u16be(offset)?.byteSwapped
    }

    /// Three bytes, most significant first.
    func u24be(_ offset: Int) -> UInt32? {
        guard has(3, at: offset) else { return nil }
        return UInt32(self[offset]) << 16 | UInt32(self[offset + 1]) << 8 | UInt32(self[offset + 2])
    }

    /// Four bytes, most significant first.
    func u32be(_ offset: Int) -> UInt32? {
        guard has(4, at: offset) else { return nil }
        return UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
            | UInt32(self[offset + 3])
    }

    /// Four bytes, least significant first.
    func u32le(_ offset: Int) -> UInt32? {
        u32be(offset)?.byteSwapped
    }

    /// Eight bytes, most significant first.
    func u64be(_ offset: Int) -> UInt64? {
        guard let high = u32be(offset), let low = u32be(offset + 4) else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// Eight bytes, least significant first.
    func u64le(_ offset: Int) -> UInt64? {
        u64be(offset)?.byteSwapped
    }

    /// Whether the ASCII text `tag` stands at `offset`.
    func matches(_ tag: StaticString, at offset: Int) -> Bool {
        guard has(tag.utf8CodeUnitCount, at: offset) else { return false }
        return tag.withUTF8Buffer { text in
            for index in 0..<text.count where unsafe text[index] != self[offset + index] { return false }
            return true
        }
    }

    /// Whether the bytes `pattern` stand at `offset`.
    func matches(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard has(pattern.count, at: offset) else { return false }
        for index in pattern.indices where pattern[index] != self[offset + index] { return false }
        return true
    }
}
