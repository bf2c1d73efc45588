/// What follows the start code of an MPEG video sequence (ISO/IEC 11172-2, 2.4.2.3; 13818-2, 6.2.2.1).
struct SequenceHeader: Equatable {
    /// Bytes of it that matter here.
    static let length = 8

    /// Pixels; MPEG-2 adds two bits in an extension.
    let width: UInt32
    /// Pixels, likewise.
    let height: UInt32
    /// Pictures a second; MPEG-2 scales it in an extension.
    let rate: FrameRate

    /// Reads the eight bytes in `bits`; nil for an empty picture, an unknown rate or a missing marker bit.
    init?(_ bits: UInt64) {
        width = UInt32(truncatingIfNeeded: bits >> 52)
        height = UInt32(truncatingIfNeeded: bits >> 40 & 0xfff)
        guard width > 0, height > 0, bits >> 13 & 1 == 1 else { return nil }
        guard let rate = FrameRate.ofCode(Int(truncatingIfNeeded: bits >> 32 & 15)) else { return nil }
        self.rate = rate
    }
}

/// What follows the start code of an MPEG-2 extension, as far as it changes size or time.
enum VideoExtension: Equatable {
    /// Section 6.2.2.3: further bits of the size, a fraction of the rate.
    case sequence(isProgressive: Bool, width: UInt32, height: UInt32, numerator: UInt64, denominator: UInt64)
    /// Section 6.2.3.1: how the picture is shown.
    case picture(structure: UInt8, isTopFieldFirst: Bool, repeatsFirstField: Bool)

    /// The bytes needed of the extension whose first byte is `first`; 0 for one that does not matter.
    static func length(first: UInt8) -> Int {
        switch first >> 4 {
        case 1: 6
        case 8: 5
        default: 0
        }
    }

    /// Reads `length(first:)` bytes in `bits`.
    init(_ bits: UInt64, length: Int) {
        if length == 6 {
            self = .sequence(
                isProgressive: bits >> 35 & 1 == 1, width: UInt32(truncatingIfNeeded: bits >> 31 & 3) << 12,
                height: UInt32(truncatingIfNeeded: bits >> 29 & 3) << 12, numerator: (bits >> 5 & 3) + 1,
                denominator: (bits & 31) + 1)
        } else {
            self = .picture(
                structure: UInt8(truncatingIfNeeded: bits >> 16 & 3), isTopFieldFirst: bits >> 15 & 1 == 1,
                repeatsFirstField: bits >> 9 & 1 == 1)
        }
    }
}
