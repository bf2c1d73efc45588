/// How far a pre-warm is at one moment: what the display shows.
struct ProgressSnapshot: Sendable {
    /// What has become of the list.
    var tally: PrewarmTally
    /// How many results there will be; nil while that is not known.
    var total: Int64?
    /// Since the start.
    var elapsed: Duration
    /// Bytes fetched and results told in the last seconds.
    var bytesPerSecond: Double
    var resultsPerSecond: Double

    /// The time left, as far as the last seconds tell.
    var remaining: Duration? {
        guard let total, resultsPerSecond > 0 else { return nil }
        let seconds = Double(max(0, total - tally.done)) / resultsPerSecond
        return seconds < 1e7 ? .seconds(seconds) : nil
    }

    /// The share that is done, 0 to 1; nil while the total is not known.
    var share: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, Double(tally.done) / Double(total))
    }
}

/// Rates over the last seconds, from counts at known moments. Pure.
struct ProgressRates: Sendable {
    private struct Mark {
        let time: ContinuousClock.Instant
        let bytes: Int64
        let results: Int64
    }

    private static let window: Duration = .seconds(10)
    private static let most = 256

    private var marks: [Mark] = []

    /// Takes the counts of a moment; returns the rates a second since the oldest of the last seconds.
    mutating func note(
        _ bytes: Int64, _ results: Int64, at time: ContinuousClock.Instant
    ) -> (bytes: Double, results: Double) {
        marks.append(Mark(time: time, bytes: bytes, results: results))
        let border = time.advanced(by: .zero - ProgressRates.window)
        // One mark older than the window stays, so that the window is full.
        while marks.count > 2, marks[1].time <= border || marks.count > ProgressRates.most { marks.removeFirst() }
        guard let first = marks.first else { return (0, 0) }
        let seconds = first.time.duration(to: time) / .seconds(1)
        guard seconds > 0 else { return (0, 0) }
        return (Double(bytes - first.bytes) / seconds, Double(results - first.results) / seconds)
    }
}
