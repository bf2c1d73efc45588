import Testing

@testable import Telemetry

@Suite struct WallTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_796_061_421_250, "2026-11-30T17:57:01.250Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
    ])
    func `is written as RFC 3339 with milliseconds`(milliseconds: Int64, text: String) {
        #expect(WallTime(milliseconds: milliseconds).rfc3339 == text)
    }
}
