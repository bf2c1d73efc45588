import Testing

@testable import Telemetry

@Suite struct HistogramTests {
    private let bounds = Histogram.Bounds([.zero, .milliseconds(10), .seconds(1)])

    @Test(arguments: [
        (Duration.seconds(-1), 0), (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(10), 1),
        (.milliseconds(10) + .nanoseconds(1), 2), (.seconds(1), 2), (.seconds(1) + .nanoseconds(1), 3),
        (.seconds(1_000_000), 3),
    ])
    func `counts a time in the first bucket that holds it`(duration: Duration, bucket: Int) {
        let histogram = Histogram(bounds)
        histogram.observe(duration)
        let counts = histogram.samples(labels: []).filter { $0.suffix == "_bucket" }.map(\.number)
        #expect(counts == (0..<4).map { .integer($0 >= bucket ? 1 : 0) })
        #expect(histogram.count == 1)
    }

    @Test func `adds up what it has seen, a negative time as zero`() {
        let histogram = Histogram(bounds)
        for duration in [Duration.milliseconds(-3), .milliseconds(5), .milliseconds(1500)] {
            histogram.observe(duration)
        }
        let samples = histogram.samples(labels: [])
        #expect(samples.first { $0.suffix == "_sum" }?.number == .nanoseconds(1_505_000_000))
        #expect(samples.first { $0.suffix == "_count" }?.number == .integer(3))
    }

    @Test(arguments: [Histogram.Bounds.network, .answer, .lateness])
    func `has at most 14 bounds in ascending order`(bounds: Histogram.Bounds) {
        #expect(bounds.nanoseconds == bounds.nanoseconds.sorted())
        #expect(Set(bounds.nanoseconds).count == bounds.nanoseconds.count)
        #expect(bounds.nanoseconds.count <= 14)
    }
}
