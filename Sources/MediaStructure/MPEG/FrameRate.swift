/// Pictures a second as a fraction, by the code in a sequence header.
struct FrameRate: Equatable {
    /// Pictures in `denominator` seconds.
    var numerator: UInt64
    /// Seconds.
    var denominator: UInt64

    /// Codes 1 to 8 of ISO/IEC 13818-2, table 6-4, then what Xing (9) and other encoders of old put in reserved ones.
    private static let table = [
        FrameRate(numerator: 24_000, denominator: 1_001), FrameRate(numerator: 24, denominator: 1),
        FrameRate(numerator: 25, denominator: 1), FrameRate(numerator: 30_000, denominator: 1_001),
        FrameRate(numerator: 30, denominator: 1), FrameRate(numerator: 50, denominator: 1),
        FrameRate(numerator: 60_000, denominator: 1_001), FrameRate(numerator: 60, denominator: 1),
        FrameRate(numerator: 15, denominator: 1), FrameRate(numerator: 5, denominator: 1),
        FrameRate(numerator: 10, denominator: 1), FrameRate(numerator: 12, denominator: 1),
        FrameRate(numerator: 15, denominator: 1),
    ]

    /// The rate of a code; nil for one that nobody uses.
    static func ofCode(_ code: Int) -> FrameRate? {
        1...table.count ~= code ? table[code - 1] : nil
    }

    /// This rate times the fraction of a sequence extension.
    func scaled(numerator: UInt64, denominator: UInt64) -> FrameRate {
        FrameRate(numerator: self.numerator * numerator, denominator: self.denominator * denominator)
    }

    /// The time that `fields` half pictures last, in microseconds.
    func microseconds(ofFields fields: UInt64) -> UInt64 {
        Microseconds.of(fields, times: denominator, per: 2 * numerator)
    }
}
