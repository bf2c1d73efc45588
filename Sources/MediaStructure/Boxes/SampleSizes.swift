import MediaTypes

/// The sizes of a track's samples: an `stsz` or `stz2` box (ISO/IEC 14496-12 section 8.7.3).
struct SampleSizes {
    /// How many samples the track has.
    let count: UInt64
    /// The one size of all samples; nil when there is a table.
    let constant: UInt64?
    /// Where the table begins.
    private let table: Int
    /// Bits of one entry: 32, 16, 8 or 4.
    private let bits: Int

    /// Reads the head of the box, and checks that its table is as long as it claims.
    ///
    /// - Throws: `corrupt` when it is not.
    init(_ bytes: Span<UInt8>, _ box: Box) throws(MediaRefusal) {
        guard box.end - box.body >= 12, let first = bytes.u32be(box.body + 4), let count = bytes.u32be(box.body + 8)
        else { throw MediaRefusal(.corrupt, "a sample size table that is too short") }
        self.count = UInt64(count)
        table = box.body + 12
        let isCompact = box.type == .stz2
        constant = isCompact || first == 0 ? nil : UInt64(first)
        bits = isCompact ? Int(first & 0xff) : 32
        guard [4, 8, 16, 32].contains(bits) else {
            throw MediaRefusal(.corrupt, "sample sizes of \(bits) bits")
        }
        guard constant != nil || (UInt64(count) * UInt64(bits) + 7) / 8 <= UInt64(box.end - table) else {
            throw MediaRefusal(.corrupt, "a table that claims \(count) samples without holding them")
        }
    }

    /// The bytes of the sample of this number, counted from 0; 0 beyond the last.
    func size(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
        if let constant { return constant }
        switch bits {
        case 32: return UInt64(bytes.u32be(table + index * 4) ?? 0)
        case 16: return UInt64(bytes.u16be(table + index * 2) ?? 0)
        case 8: return UInt64(bytes.u8(table + index) ?? 0)
        default:
            let pair = bytes.u8(table + index / 2) ?? 0
            return UInt64(index % 2 == 0 ? pair >> 4 : pair & 0x0f)
        }
    }

    /// The bytes of `length` samples from number `first` on.
    func total(_ bytes: Span<UInt8>, from first: UInt64, _ length: UInt64) -> UInt64 {
        if let constant {
            let (product, overflow) = constant.multipliedReportingOverflow(by: length)
            return overflow ? .max : product
        }
        var sum: UInt64 = 0
        for index in Int(first)..<Int(first + length) { sum = sum.saturatingAdd(size(bytes, index)) }
        return sum
    }
}
