import Testing

@testable import MediaStructure

@Suite struct MicrosecondsTests {
    @Test(
        arguments: [
            (0, 44_100, 0), (1, 44_100, 22), (44_099, 44_100, 999_977), (44_100, 44_100, 1_000_000), (1, 0, 0),
            (1_152, 8_000, 144_000), (UInt64.max, 1_000_000, .max), (.max, 999_999, .max), (.max, .max, 1_000_000),
        ] as [(UInt64, UInt64, UInt64)])
    func `counts at a rate become microseconds`(_ count: UInt64, _ rate: UInt64, _ expected: UInt64) {
        #expect(Microseconds.of(count, per: rate) == expected)
    }

    @Test(
        arguments: [
            (30, 1_001, 30_000, 1_001_000), (1, .max, 1, .max), (3, 2, 0, 0),
        ] as [(UInt64, UInt64, UInt64, UInt64)])
    func `counts of several ticks become microseconds`(
        _ count: UInt64, _ size: UInt64, _ rate: UInt64, _ expected: UInt64
    ) {
        #expect(Microseconds.of(count, times: size, per: rate) == expected)
    }
}
