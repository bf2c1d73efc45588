import Testing

@testable import MediaStructure

@Suite struct TimestampSpanTests {
    @Test(
        arguments: [
            ([90_000], 0), ([0, 90_000], 1_000_000), ([9_000, 18_000, 3_600, 27_000], 260_000),
            ([100_000, 10_000, 190_000], 2_000_000), ([100_000, 9_999, 99_999], 1_000_000),
            ([0, 900_000, 0, 900_000], 20_000_000), ([0x1_ffff_0000, 0x1_ffff_ffff, 0, 90_000], 1_728_166),
        ] as [([UInt64], UInt64)])
    func `the span covers stamps out of order and begins anew after a jump back`(
        _ stamps: [UInt64], _ expected: UInt64
    ) {
        var span = TimestampSpan(stamps[0])
        for stamp in stamps { span.add(stamp) }
        #expect(span.microseconds == expected)
    }
}
