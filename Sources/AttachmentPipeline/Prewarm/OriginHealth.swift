import NotificationContent

/// Whether an origin answers at all, so that a list does not wait once for each line of one that does not. Pure.
struct OriginHealth: Sendable {
    /// What to do with the next URL of the origin.
    enum Advice: Equatable {
        /// Try it.
        case tryIt
        /// Try it, and nothing else of the origin until it has landed.
        case probe
        /// Answer with the last failure.
        case failAlike(PrewarmVerdict)
    }

    private let limits: PrewarmLimits
    private var failuresInRow = 0
    private var lastFailure: PrewarmVerdict?
    private var pause: Duration
    private var pausedUntil: ContinuousClock.Instant?
    private var isProbing = false

    /// An origin of which nothing is known.
    init(_ limits: PrewarmLimits) {
        self.limits = limits
        pause = limits.firstPause
    }

    /// What to do at `now`.
    func advice(at now: ContinuousClock.Instant) -> Advice {
        guard let lastFailure, let pausedUntil else { return .tryIt }
        return isProbing || now < pausedUntil ? .failAlike(lastFailure) : .probe
    }

    /// A probe has begun.
    mutating func beginProbe() {
        isProbing = true
    }

    /// A try has ended. Any answer of the origin, also a bad one, ends the pause.
    ///
    /// - Returns: whether the origin is paused from now on.
    mutating func note(_ verdict: PrewarmVerdict, at now: ContinuousClock.Instant) -> Bool {
        switch OriginHealth.evidence(verdict) {
        case .none:
            isProbing = false
        case .answer:
            self = OriginHealth(limits)
        case .silence:
            failuresInRow += 1
            guard failuresInRow >= limits.failuresInRow else { return false }
            // The others that were in the air when the pause began say nothing new.
            let isNews = pausedUntil == nil || isProbing
            isProbing = false
            guard isNews else { return true }
            if pausedUntil != nil { pause = min(pause * 2, limits.longestPause) }
            pausedUntil = now.advanced(by: pause)
            lastFailure = OriginHealth.remembered(verdict)
            return true
        }
        return pausedUntil != nil
    }

    private enum Evidence {
        case none
        case answer
        case silence
    }

    private static func evidence(_ verdict: PrewarmVerdict) -> Evidence {
        guard case .failed(let reason, _, let isRemembered, _) = verdict else { return .answer }
        if isRemembered { return .none }
        switch reason {
        case .deadline, .stalled, .connectFailure, .dnsFailure, .tlsFailure, .transferFailed: return .silence
        case .cancelled, .overloaded, .storageFull, .storageError, .inspectionFailed: return .none
        default: return .answer
        }
    }

    private static func remembered(_ verdict: PrewarmVerdict) -> PrewarmVerdict {
        guard case .failed(let reason, let detail, _, _) = verdict else { return verdict }
        let end = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
        return .failed(
            reason: reason, detail: end + "; the host failed like this several times in a row, so it was not tried",
            isRemembered: true, milliseconds: nil)
    }
}
