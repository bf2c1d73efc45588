/// The time between the first and last presentation time stamp of one stream, over every jump back.
struct TimestampSpan {
    /// Ticks a second.
    static let rate: UInt64 = 90_000

    /// Ticks of the stretches that are over.
    private var closed: UInt64 = 0
    private var earliest: UInt64
    private var latest: UInt64

    /// Begins with the stream's first time stamp, in ticks.
    init(_ first: UInt64) {
        earliest = first
        latest = first
    }

    /// Takes the next time stamp.
    ///
    /// Pictures are stored out of their order, so up to a second back belongs to the stretch; more begins a new one
    /// (joined files, the wrap of the 33-bit counter).
    mutating func add(_ stamp: UInt64) {
        if stamp &+ Self.rate < latest {
            closed += latest - earliest
            earliest = stamp
            latest = stamp
        } else {
            earliest = min(earliest, stamp)
            latest = max(latest, stamp)
        }
    }

    /// The whole span in microseconds; what is shown at the last stamp comes on top of it.
    var microseconds: UInt64 {
        Microseconds.of(closed + (latest - earliest), per: Self.rate)
    }
}
