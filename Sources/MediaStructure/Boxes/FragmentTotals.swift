/// What samples of a fragment are like where their run does not say (ISO/IEC 14496-12 section 8.8.3).
struct FragmentDefaults {
    /// Ticks of one sample.
    var duration: UInt32 = 0
    /// Bytes of one sample.
    var size: UInt32 = 0
}

/// What the fragments of a file add to one track.
struct FragmentTotals {
    /// Samples in all runs.
    private(set) var samples: UInt64 = 0
    private var firstStart: UInt64?
    /// The latest end that the fragments' stated starts lead to, on the track's own time line; zero without any.
    private(set) var lastEnd: UInt64 = 0

    /// All durations together.
    private(set) var sum: UInt64 = 0

    /// The time from the first sample's start to the last one's end; zero where no fragment states its start.
    ///
    /// A gap between fragments is part of the presentation; a first decode time that is not zero is not.
    var span: UInt64 {
        guard let firstStart, lastEnd > firstStart else { return 0 }
        return lastEnd - firstStart
    }

    /// Adds one fragment's runs for the track; `start` is the decode time that the fragment states, if it does.
    mutating func add(samples: UInt64, ticks: UInt64, start: UInt64?) {
        self.samples = self.samples.saturatingAdd(samples)
        sum = sum.saturatingAdd(ticks)
        guard samples > 0, let begin = start ?? firstStart.map({ _ in lastEnd }) else { return }
        firstStart = min(firstStart ?? begin, begin)
        lastEnd = max(lastEnd, begin.saturatingAdd(ticks))
    }
}
