import AttachmentCache
import MediaFetching
import NotificationContent
import Synchronization
import Telemetry

/// Answers from the cache's hot table, without a flight and without waiting.
///
/// Parsing a URL costs more than everything else here. It is spared where the text is a key of the table as it stands and
/// the entry carries an outcome: then this very text was parsed and let pass before, for a key is parsed to itself, and
/// the rules are constant. An outcome depends on its entry and its policy alone, and goes with the entry.
struct WarmAnswers: Sendable {
    /// What an entry was found to answer, kept as its note.
    final class Known: Sendable {
        let fingerprint: String
        let outcome: Outcome

        init(_ outcome: Outcome, _ policy: JudgingPolicy) {
            fingerprint = policy.fingerprint
            self.outcome = outcome
        }
    }

    let cache: AttachmentCache
    let rules: URLRules
    /// The inspector's version, which verdicts are remembered with.
    let version: String
    let clocks: Clocks

    /// The outcome of each reference, nil for a fallback that is not needed; nil if any of them needs a flight.
    func all(_ references: [MediaReference], _ policy: JudgingPolicy) -> [Outcome?]? {
        guard !references.isEmpty else { return [] }
        let now = clocks.wall()
        var outcomes: [Outcome?] = []
        outcomes.reserveCapacity(references.count)
        var isServed = false
        for reference in references {
            if reference.role == .fallback, isServed {
                outcomes.append(nil)
                continue
            }
            guard let outcome = outcome(of: reference.source, policy, now: now) else { return nil }
            if case .attached = outcome { isServed = true } else { isServed = false }
            outcomes.append(outcome)
        }
        return outcomes
    }

    /// The outcome of one reference if it needs no flight.
    func one(_ reference: MediaReference, _ policy: JudgingPolicy) -> Outcome? {
        outcome(of: reference.source, policy, now: clocks.wall())
    }

    private func outcome(of source: String, _ policy: JudgingPolicy, now: WallTime) -> Outcome? {
        if let found = cache.fresh(source, now: now), let known = found.note.withLock({ $0 }) as? Known,
            known.fingerprint == policy.fingerprint
        {
            return known.outcome
        }
        let target: FetchTarget
        do throws(FetchFailure) {
            target = try FetchTarget.parse(source, rules: rules)
        } catch {
            // What the rules refuse needs no flight to say so.
            return .failed(AttachmentFailure(error))
        }
        guard let found = cache.fresh(target.cacheKey, now: now) else { return nil }
        guard
            let outcome = FlightResult(found.entry, judgedBy: policy, version: version, now: now)?.outcome(
                joined: false)
        else {
            return nil
        }
        // A failure's `retryAfter` depends on the time; what is attached reads the same for as long as the entry stands.
        if case .attached = outcome {
            let known = Known(outcome, policy)
            found.note.withLock { $0 = known }
        }
        return outcome
    }
}
