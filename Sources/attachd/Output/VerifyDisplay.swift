import AttachmentCache
import Synchronization

/// The progress of `cache verify` on standard error: a bar that rewrites itself on a terminal, a line at every tenth
/// otherwise.
final class VerifyDisplay: Sendable {
    /// Characters of the bar.
    private static let width: Int64 = 30

    private let isTerminal = StandardStreams.errorIsTerminal
    /// The last tenth or percent shown, and whether a bar stands without its line's end.
    private let shown = Mutex<(step: Int64, isOpen: Bool)>((-1, false))

    /// Shows how far the work is, if that is worth showing.
    func show(_ progress: VerifyProgress) {
        guard progress.total > 0 else { return }
        let percent = min(100, max(0, progress.checked) * 100 / progress.total)
        let step = isTerminal ? percent : percent / 10
        let isNew = shown.withLock { [isTerminal] shown in
            guard step > shown.step else { return false }
            shown = (step, isTerminal)
            return true
        }
        guard isNew else { return }
        if isTerminal {
            StandardStreams.tell("\r" + VerifyDisplay.bar(progress, percent: percent), endsLine: false)
        } else {
            StandardStreams.tell("verified \(progress.checked) of \(progress.total) blobs (\(percent) %)")
        }
    }

    /// Ends the bar's line, if there is one.
    func end() {
        let isOpen = shown.withLock { shown in
            defer { shown.isOpen = false }
            return shown.isOpen
        }
        if isOpen { StandardStreams.tell("") }
    }

    /// `verifying [#########.....................]  30 %  300 of 1000 blobs`.
    static func bar(_ progress: VerifyProgress, percent: Int64) -> String {
        let full = Int(percent * width / 100)
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Int(width) - full)
        let number = String(repeating: " ", count: max(0, 3 - String(percent).count)) + String(percent)
        return "verifying [\(bar)] \(number) %  \(progress.checked) of \(progress.total) blobs"
    }
}
