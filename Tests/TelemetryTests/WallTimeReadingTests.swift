import Telemetry
import Testing

@Suite struct WallTimeReadingTests {
    @Test(arguments: [0, -1, 1_000_000_000_123, 951_782_400_000, -62_167_219_200_000, 253_402_300_799_999] as [Int64])
    func `reads what it writes`(milliseconds: Int64) {
        let time = WallTime(milliseconds: milliseconds)
        #expect(WallTime(rfc3339: time.rfc3339) == time)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T17:57:01Z", "2026-11-30T17:57:01.250+00:00", "2026-13-30T17:57:01.250Z",
        "2026-00-30T17:57:01.250Z", "2026-11-32T17:57:01.250Z", "2026-11-30T24:57:01.250Z", "2026-11-30T17:60:01.250Z",
        "2026-11-30T17:57:60.250Z", "2026-11-30t17:57:01.250Z", "２026-11-30T17:57:01.25Z",
    ])
    func `reads no other form`(text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }
}
