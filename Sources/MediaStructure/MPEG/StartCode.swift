/// The byte behind the prefix 00 00 01, by which MPEG systems and video mark their parts (ISO/IEC 13818-1 and -2).
enum StartCode {
    static let picture: UInt8 = 0x00
    static let slices: ClosedRange<UInt8> = 0x01...0xaf
    static let sequenceHeader: UInt8 = 0xb3
    static let extensionStart: UInt8 = 0xb5
    static let sequenceEnd: UInt8 = 0xb7
    static let groupOfPictures: UInt8 = 0xb8
    static let programEnd: UInt8 = 0xb9
    static let packHeader: UInt8 = 0xba
    static let systemHeader: UInt8 = 0xbb
    static let privateStream1: UInt8 = 0xbd
    static let audioStreams: ClosedRange<UInt8> = 0xc0...0xdf
    static let videoStreams: ClosedRange<UInt8> = 0xe0...0xef

    /// The code at `offset`; nil where no prefix stands there or the file ends within it.
    static func at(_ offset: Int, _ bytes: Span<UInt8>) -> UInt8? {
        guard let word = bytes.u32be(offset), word >> 8 == 1 else { return nil }
        return UInt8(truncatingIfNeeded: word)
    }

    /// The first place in `range` where the three bytes of a prefix stand, whole.
    ///
    /// Looks at every third byte only, as long as that is neither 0 nor 1.
    static func nextPrefix(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
        var last = range.lowerBound + 2
        while last < range.upperBound {
            let byte = bytes[last]
            if byte == 0 {
                last += 1
            } else if byte == 1, bytes[last - 1] == 0, bytes[last - 2] == 0 {
                return last - 2
            } else {
                last += 3
            }
        }
        return nil
    }
}
