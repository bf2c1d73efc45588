import AttachmentCache
package import NotificationContent
import Synchronization
import Telemetry

/// What answered references from the cache, to see later, without reading them again, whether it still does.
package struct WarmProof: Sendable {
    /// A key of the hot table, and what its entry was found to answer.
    fileprivate let grounds: [(key: String, known: WarmAnswers.Known)]
    /// The outcomes of all references.
    package let outcomes: [Outcome?]
}

extension AttachmentPipeline {
    /// A proof that `outcomes` answer `references`; nil unless each that has an outcome is attached, by an entry that is
    /// found under the very text of the reference.
    ///
    /// An outcome depends on an entry and a policy alone, and is kept with the entry: who finds the same one there again
    /// knows that neither has changed.
    package func proof(of outcomes: [Outcome?], _ references: [MediaReference]) -> WarmProof? {
        let now = clocks.wall()
        var grounds: [(key: String, known: WarmAnswers.Known)] = []
        for (reference, outcome) in zip(references, outcomes) {
            guard let outcome else { continue }
            guard let found = cache.fresh(reference.source, now: now),
                let known = found.note.withLock({ $0 }) as? WarmAnswers.Known, known.outcome == outcome
            else { return nil }
            grounds.append((reference.source, known))
        }
        return grounds.isEmpty ? nil : WarmProof(grounds: grounds, outcomes: outcomes)
    }

    /// Whether the outcomes of a proof are still the answer; they are counted as one where they are.
    ///
    /// Callable from any thread; costs for each attachment what `answerFromCache` does: a look at the hot table, at the
    /// clock, and one `lstat`.
    package func stillHolds(_ proof: WarmProof) -> Bool {
        let now = clocks.wall()
        for ground in proof.grounds {
            guard let found = cache.fresh(ground.key, now: now), found.note.withLock({ $0 === ground.known }) else {
                return false
            }
        }
        metrics.count(proof.outcomes.compactMap { $0 }, lateness: .zero)
        return true
    }
}
