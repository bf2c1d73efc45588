package import MediaInspection
import MediaTypes

/// A policy and the text that tells its verdicts from those of other policies and limits; made once, not per request.
package struct JudgingPolicy: Sendable, Equatable {
    /// Which media are allowed.
    package let policy: MediaPolicy
    /// Equal exactly for policies that judge alike; kept with remembered verdicts, so its form must not change lightly.
    package let fingerprint: String

    /// Computes the fingerprint of a policy.
    package init(_ policy: MediaPolicy) {
        self.policy = policy
        let limits = policy.byteLimits.map { "\($0.key.row.name)<=\($0.value)" }.sorted().joined(separator: ",")
        let duration = policy.maxVideoDuration.map { "\($0)" } ?? "any"
        fingerprint = "\(policy.name) \(limits) \(duration) \(policy.maxPixels)"
    }
}
