package import MediaInspection
import MediaTypes

/// The operator's settings for the pipeline.
package struct PipelineConfiguration: Sendable {
    /// Which media are allowed.
    package let policy: MediaPolicy
    /// Tells flights and remembered verdicts of different policies and limits apart.
    let policyFingerprint: String
    /// How long a flight may go on in all, waiters or not; default 60 s.
    package var flightLimit: Duration = .seconds(60)

    /// The defaults with a policy.
    package init(policy: MediaPolicy) {
        self.policy = policy
        let limits = policy.byteLimits.map { "\($0.key.row.name)<=\($0.value)" }.sorted().joined(separator: ",")
        let duration = policy.maxVideoDuration.map { "\($0)" } ?? "any"
        policyFingerprint = "\(policy.name) \(limits) \(duration) \(policy.maxPixels)"
    }
}
