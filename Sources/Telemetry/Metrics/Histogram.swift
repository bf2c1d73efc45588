import Synchronization

/// How long something took, as counts up to some bounds; observing is two atomic additions from any thread.
package final class Histogram: Sendable {
    /// Bounds of the buckets, in ascending order; times beyond the last are counted too.
    package struct Bounds: Sendable, Equatable {
        /// In nanoseconds.
        let nanoseconds: [Int64]

        /// Bounds in ascending order; any other order is a programmer's error and ends the process.
        package init(_ bounds: [Duration]) {
            nanoseconds = bounds.map(\.wholeNanoseconds)
            precondition(
                zip(nanoseconds, nanoseconds.dropFirst()).allSatisfy { $0 < $1 }, "bounds of a histogram must ascend")
        }

        /// For what a network does: 1 ms to 60 s.
        package static let network = Bounds([
            .milliseconds(1), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
            .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5),
            .seconds(10), .seconds(30), .seconds(60),
        ])
        /// For what a server does by itself: 50 us to 60 s.
        package static let answer = Bounds([
            .microseconds(50), .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
            .milliseconds(5), .milliseconds(25), .milliseconds(100), .milliseconds(500), .seconds(1), .seconds(5),
            .seconds(10), .seconds(30), .seconds(60),
        ])
        /// For how late something is: on time, then 1 ms to 5 s.
        package static let lateness = Bounds([
            .zero, .milliseconds(1), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
            .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(5),
        ])
    }

    private let bounds: [Int64]
    /// One for each bound and one for what is beyond them all; each time is counted in one of them.
    private let buckets: [Counter]
    private let sum = Atomic<Int64>(0)

    /// A histogram without observations that no registry shows.
    package init(_ bounds: Bounds) {
        self.bounds = bounds.nanoseconds
        buckets = (0...bounds.nanoseconds.count).map { _ in Counter() }
    }

    /// Counts one observation; a negative one counts as zero.
    package func observe(_ duration: Duration) {
        let nanoseconds = max(0, duration.wholeNanoseconds)
        var index = 0
        while index < bounds.count, nanoseconds > bounds[index] { index += 1 }
        buckets[index].add()
        sum.wrappingAdd(nanoseconds, ordering: .relaxed)
    }

    /// How many observations there were.
    package var count: Int64 {
        buckets.reduce(0) { $0 &+ $1.value }
    }

    /// The lines of an exposition; the count is that of the last bucket, whatever is observed meanwhile.
    func samples(labels: [MetricFamily.Label]) -> [MetricFamily.Sample] {
        var samples: [MetricFamily.Sample] = []
        var total: Int64 = 0
        for (index, bucket) in buckets.enumerated() {
            total &+= bucket.value
            let bound = index < bounds.count ? MetricNumber.nanoseconds(bounds[index]).text : "+Inf"
            samples.append(
                MetricFamily.Sample(
                    suffix: "_bucket", labels: labels + [MetricFamily.Label("le", bound)], .integer(total)))
        }
        samples.append(
            MetricFamily.Sample(suffix: "_sum", labels: labels, .nanoseconds(sum.load(ordering: .relaxed))))
        samples.append(MetricFamily.Sample(suffix: "_count", labels: labels, .integer(total)))
        return samples
    }
}
