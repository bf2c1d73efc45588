import Synchronization

/// One asker's place: resumed exactly once, by the answer or by the asker's cancellation, whichever comes first.
final class InspectionTicket: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<InspectionResult, Never>)
        case ended
    }

    private let state = Mutex(State.new)

    /// Puts the asker's continuation here; resumes it at once if it was cancelled before.
    func wait(_ continuation: CheckedContinuation<InspectionResult, Never>) {
        let isCancelled = state.withLock { state in
            guard case .new = state else { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: .cancelled) }
    }

    /// Resumes the asker; without effect if it has been resumed.
    func end(with result: InspectionResult) {
        let continuation = state.withLock { state -> CheckedContinuation<InspectionResult, Never>? in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume(returning: result)
    }

    /// Whether nobody waits for the answer any more.
    var isEnded: Bool {
        state.withLock { state in
            if case .ended = state { true } else { false }
        }
    }
}
