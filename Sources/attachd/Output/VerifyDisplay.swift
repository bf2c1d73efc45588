import AttachmentCache
import Synchronization

/// The progress of `cache verify` on standard error: a line that rewrites itself on a terminal, a line at every tenth
/// otherwise.
final class VerifyDisplay: Sendable {
    private let isTerminal = StandardStreams.errorIsTerminal
    /// The last tenth or percent shown.
    private let shown = Mutex<Int64>(-1)

    /// Shows how far the work is, if that is worth showing.
    func show(_ progress: VerifyProgress) {
        guard progress.total > 0 else { return }
        let percent = progress.checked * 100 / progress.total
        let step = isTerminal ? percent : percent / 10
        let isNew = shown.withLock { shown in
            guard step > shown else { return false }
            shown = step
            return true
        }
        guard isNew else { return }
        let text = "verified \(progress.checked) of \(progress.total) blobs (\(percent) %)"
        if isTerminal {
            StandardStreams.tell("\r" + text, endsLine: percent >= 100)
        } else {
            StandardStreams.tell(text)
        }
    }
}
