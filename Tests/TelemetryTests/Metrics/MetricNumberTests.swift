import Testing

@testable import Telemetry

@Suite struct MetricNumberTests {
    @Test(arguments: [
        (MetricNumber.integer(0), "0"), (.integer(-5), "-5"), (.integer(.max), "9223372036854775807"),
        (.nanoseconds(0), "0"), (.nanoseconds(1), "0.000000001"), (.nanoseconds(12_500_000), "0.0125"),
        (.nanoseconds(1_000_000_000), "1"), (.nanoseconds(-1_500_000_000), "-1.5"),
        (.nanoseconds(.max), "9223372036.854775807"), (.nanoseconds(.min), "-9223372036.854775808"),
        (.milliseconds(1_796_060_221_250), "1796060221.25"),
    ])
    func `shows base units in exact decimals`(number: MetricNumber, text: String) {
        #expect(number.text == text)
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.milliseconds(-2), -2_000_000),
            (Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 0),
            (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
            (Duration(secondsComponent: 9_223_372_036, attosecondsComponent: 854_775_807_000_000_000), .max),
            (Duration(secondsComponent: 9_223_372_036, attosecondsComponent: 854_775_808_000_000_000), .max),
        ] as [(Duration, Int64)])
    func `holds a duration to what fits`(duration: Duration, nanoseconds: Int64) {
        #expect(duration.wholeNanoseconds == nanoseconds)
    }
}
