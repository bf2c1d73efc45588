package import MediaInspection

/// The operator's settings for the pipeline.
package struct PipelineConfiguration: Sendable {
    /// Judges where a request names no policy of its own.
    package let judging: JudgingPolicy
    /// How long a flight may go on in all, waiters or not; default 60 s.
    package var flightLimit: Duration = .seconds(60)

    /// The defaults with a policy.
    package init(policy: MediaPolicy) {
        judging = JudgingPolicy(policy)
    }

    /// Which media are allowed where a request names no policy of its own.
    package var policy: MediaPolicy {
        judging.policy
    }
}
