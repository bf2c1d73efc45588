/// Ticks of a time scale as microseconds, and which values only say "unknown".
enum MediaTime {
    /// From here on a duration is no statement but a mistake or a placeholder: seven days.
    static let absurd: UInt64 = 7 * 86_400 * 1_000_000

    /// Microseconds for `ticks` of `1/timescale` s; nil where they are zero, absurd, or the scale is zero.
    static func microseconds(_ ticks: UInt64, timescale: UInt32) -> UInt64? {
        guard ticks > 0, timescale > 0 else { return nil }
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: UInt64(timescale))
        guard seconds < absurd / 1_000_000 else { return nil }
        let result = seconds * 1_000_000 + rest * 1_000_000 / UInt64(timescale)
        return result > 0 ? result : nil
    }

    /// A duration field of four bytes (version 0) or eight (version 1) at `offset`, in ticks.
    ///
    /// Zero where the field is absent or all ones, which means unknown (ISO/IEC 14496-12 section 8.2.2.3).
    static func durationField(_ bytes: Span<UInt8>, at offset: Int, version: UInt8) -> UInt64 {
        if version == 0 {
            let value = bytes.u32be(offset) ?? 0
            return value == .max ? 0 : UInt64(value)
        }
        let value = bytes.u64be(offset) ?? 0
        return value == .max ? 0 : value
    }
}

extension UInt64 {
    /// The sum, held at the largest value instead of overflowing: absurd either way.
    func saturatingAdd(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
