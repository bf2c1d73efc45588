import Testing

@testable import Telemetry

@Suite struct WallTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_796_061_421_250, "2026-11-30T17:57:01.250Z"),
        (Int64.max, "9999-12-31T23:59:59.999Z"), (Int64.min, "0000-01-01T00:00:00.000Z"),
    ])
    func `is written as RFC 3339 with milliseconds`(milliseconds: Int64, text: String) {
        #expect(WallTime(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test(
        arguments: [
            (1000, 2999, 1), (1000, 3000, 2), (3000, 1001, -2), (0, .max, .max / 1000), (-1, .max, .max / 1000),
            (0, .min, .min / 1000 - 1), (1, .min, .min / 1000), (0, .min + 1, .min / 1000 - 1), (0, -1000, -1),
            (0, -1001, -2),
        ] as [(Int64, Int64, Int64)])
    func `counts whole seconds to another time without overflow`(from: Int64, to: Int64, seconds: Int64) {
        #expect(WallTime(milliseconds: from).seconds(to: WallTime(milliseconds: to)) == seconds)
    }

    @Test func `saturates instead of overflowing`() {
        #expect(WallTime(seconds: .max).milliseconds == .max)
        #expect(WallTime(seconds: .min).milliseconds == .min)
        #expect(WallTime(milliseconds: .max - 1).advanced(bySeconds: 1).milliseconds == .max)
        #expect(WallTime(milliseconds: .min + 1).advanced(bySeconds: -1).milliseconds == .min)
    }
}
