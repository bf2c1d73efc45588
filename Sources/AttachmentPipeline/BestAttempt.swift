package import NotificationContent

/// What is ready for one payload when it must go out.
package struct BestAttempt: Sendable, Equatable {
    /// One outcome a reference, in their order; nil for a fallback that was not needed.
    package var outcomes: [Outcome?]

    /// Makes a best attempt.
    package init(outcomes: [Outcome?]) {
        self.outcomes = outcomes
    }

    /// Whether the deadline cut nothing off (the descriptor's `complete`).
    package var isComplete: Bool {
        !outcomes.contains { outcome in
            guard case .failed(let failure) = outcome else { return false }
            return failure.reason == .deadline && !failure.cached
        }
    }

    /// Whether any reference failed.
    package var hasFailures: Bool {
        outcomes.contains { outcome in
            guard case .failed = outcome else { return false }
            return true
        }
    }
}
