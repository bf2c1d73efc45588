import AttachmentPipeline
import Synchronization
import Telemetry

/// Shows people how a pre-warm gets on, on standard error: lines that rewrite themselves on a terminal, one line every ten
/// seconds otherwise, and the summary.
///
/// Lock: held for the tally and for drawing, by whoever draws; results wait for a drawing at most.
final class ProgressDisplay: Sendable {
    private struct State {
        var tally = PrewarmTally()
        var rates = ProgressRates()
        /// Lines of the display on the screen, with the cursor behind the last.
        var drawn = 0
    }

    private static let liveInterval: Duration = .milliseconds(200)
    private static let plainInterval: Duration = .seconds(10)

    private let isLive: Bool
    private let hasColours: Bool
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    /// A display that has shown nothing; a live one only where the terminal can rewrite lines.
    init(isLive: Bool) {
        self.isLive = isLive && !["", "dumb"].contains(StandardStreams.environment("TERM") ?? "")
        // https://no-color.org: set to anything but nothing.
        hasColours = (StandardStreams.environment("NO_COLOR") ?? "").isEmpty
    }

    /// What has become of the list.
    var tally: PrewarmTally {
        state.withLock { $0.tally }
    }

    /// Counts results.
    func add(_ results: [PrewarmResult]) {
        state.withLock { state in
            for result in results { state.tally.add(result) }
        }
    }

    /// Draws again and again until the task is cancelled.
    func run(clocks: Clocks, _ input: PrewarmInput) async {
        if isLive {
            await input.count()
            draw(input.progress)
        }
        let interval = isLive ? ProgressDisplay.liveInterval : ProgressDisplay.plainInterval
        while (try? await clocks.wait(clocks.monotonic().advanced(by: interval))) != nil {
            if isLive {
                draw(input.progress)
            } else {
                StandardStreams.tell(ProgressText.line(snapshot(input.progress)))
            }
        }
    }

    /// Takes the display off the screen and tells the summary.
    func finish(wasInterrupted: Bool, _ input: PrewarmInput.Progress) {
        if isLive { erase() }
        for line in PrewarmSummary.lines(snapshot(input), input, wasInterrupted: wasInterrupted) {
            StandardStreams.tell(line)
        }
    }

    private func snapshot(_ input: PrewarmInput.Progress) -> ProgressSnapshot {
        state.withLock { state in
            let now = ContinuousClock.now
            let rates = state.rates.note(state.tally.fetchedBytes, state.tally.done, at: now)
            return ProgressSnapshot(
                tally: state.tally, total: input.total, elapsed: start.duration(to: now),
                bytesPerSecond: rates.bytes, resultsPerSecond: rates.results)
        }
    }

    private func draw(_ input: PrewarmInput.Progress) {
        let lines = ProgressText.lines(
            snapshot(input), width: StandardStreams.errorWidth ?? 80, colours: hasColours)
        state.withLock { state in
            // Up to the first line, and each line's rest erased (ECMA-48 CUU, EL); no line reaches the last column's end,
            // where terminals differ.
            var text = state.drawn > 0 ? "\u{1b}[\(state.drawn)A" : ""
            for line in lines { text += "\r" + line + "\u{1b}[K\n" }
            if lines.count < state.drawn { text += "\u{1b}[J" }
            state.drawn = lines.count
            StandardStreams.tell(text, endsLine: false)
        }
    }

    private func erase() {
        state.withLock { state in
            guard state.drawn > 0 else { return }
            StandardStreams.tell("\u{1b}[\(state.drawn)A\r\u{1b}[J", endsLine: false)
            state.drawn = 0
        }
    }
}
