/// Notices an answer that has begun and hardly comes on: under 1 KiB a second for 5 seconds.
///
/// Counts in windows from the first byte of the answer. libcurl's own option counts the wait before the
/// answer too, in whole seconds of its own clock.
struct StallWatch: Sendable {
    /// The length of a window.
    static let window = Duration.seconds(5)
    /// The bytes that a window must bring.
    static let leastBytes = 5 * 1024

    private var start: ContinuousClock.Instant?
    private var bytes = 0

    /// When the window ends; nil before the first byte.
    var nextCheck: ContinuousClock.Instant? {
        start?.advanced(by: StallWatch.window)
    }

    /// Counts bytes of the answer, headers included; the first ones open the first window.
    mutating func received(_ count: Int, at now: ContinuousClock.Instant) {
        if start == nil { start = now }
        bytes = bytes.addingReportingOverflow(count).overflow ? .max : bytes + count
    }

    /// Forgets the answer: what came was an interim response.
    mutating func reset() {
        start = nil
        bytes = 0
    }

    /// Whether the answer has stalled; begins the next window where one has ended well.
    mutating func hasStalled(at now: ContinuousClock.Instant) -> Bool {
        guard let end = nextCheck, now >= end else { return false }
        guard bytes >= StallWatch.leastBytes else { return true }
        start = now
        bytes = 0
        return false
    }
}
