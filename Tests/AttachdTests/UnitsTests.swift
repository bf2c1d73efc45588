import Testing

@testable import attachd

@Suite struct UnitsTests {
    @Test(
        arguments: [
            ("0", 0), ("10485760", 10_485_760), ("10MiB", 10_485_760), ("10Mi", 10_485_760), ("10M", 10_000_000),
            ("10G", 10_000_000_000), ("64K", 64_000), ("64Ki", 65_536), ("5B", 5), ("4611686018427387904", 1 << 62),
            ("4611686018427387905", nil), ("99999999999G", nil), ("", nil), ("M", nil), ("-1", nil), ("1.5M", nil),
            ("10 M", nil), ("10m", nil), ("0x10", nil), ("١", nil),
        ] as [(String, Int64?)])
    func `reads counts with decimal and binary units`(text: String, count: Int64?) {
        #expect(Units.count(text) == count)
    }

    @Test(
        arguments: [
            ("29s", .seconds(29)), ("500ms", .milliseconds(500)), ("1.5s", .milliseconds(1500)),
            ("0.05s", .milliseconds(50)),
            ("7d", .seconds(604_800)), ("2h", .seconds(7200)), ("5m", .seconds(300)), ("29", nil), ("s", nil),
            ("-1s", nil),
            ("1..5s", nil), (".5s", nil), ("1e3s", nil), ("4000000d", nil), ("1 s", nil),
        ] as [(String, Duration?)])
    func `reads durations only with their unit`(text: String, duration: Duration?) {
        #expect(Units.duration(text) == duration)
    }
}
