import Testing

@testable import MediaStructure

@Suite struct FrameRateTests {
    @Test(
        arguments: [
            (1, 1_001_000), (2, 1_000_000), (3, 960_000), (4, 800_800), (5, 800_000), (6, 480_000), (7, 400_400),
            (8, 400_000), (9, 1_600_000), (13, 1_600_000),
        ] as [(Int, UInt64)])
    func `24 pictures last as long as their rate says`(_ code: Int, _ expected: UInt64) {
        #expect(FrameRate.ofCode(code)?.microseconds(ofFields: 48) == expected)
    }

    @Test(arguments: [-1, 0, 14, 15])
    func `other codes are no rate`(_ code: Int) {
        #expect(FrameRate.ofCode(code) == nil)
    }

    @Test func `an extension scales the rate`() {
        #expect(FrameRate.ofCode(3)?.scaled(numerator: 4, denominator: 32).microseconds(ofFields: 2) == 320_000)
    }
}
