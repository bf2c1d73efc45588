import AttachmentPipeline
import Synchronization

/// Where a pre-warm's results go: to the tally, and as lines to standard output.
final class PrewarmOutput: Sendable {
    private let writesLines: Bool
    private let display: ProgressDisplay
    private let report: PrewarmReport?
    private let state = Mutex<CommandError?>(nil)

    init(writesLines: Bool, _ display: ProgressDisplay, _ report: PrewarmReport? = nil) {
        self.report = report
        self.writesLines = writesLines
        self.display = display
    }

    /// Why nothing more can be written; nil while it can.
    var failure: CommandError? {
        state.withLock { $0 }
    }

    /// Takes results; false once standard output takes no more. Blocks while its reader is slow, which is as fast as the
    /// list can be worked on then.
    func take(_ results: [PrewarmResult]) -> Bool {
        display.add(results)
        report?.add(results)
        guard writesLines else { return true }
        do throws(CommandError) {
            try StandardStreams.write(PrewarmResult.lines(results))
            return true
        } catch {
            state.withLock { $0 = error }
            return false
        }
    }
}
