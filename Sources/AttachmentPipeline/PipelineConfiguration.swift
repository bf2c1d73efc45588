package import MediaInspection

/// The operator's settings for the pipeline.
package struct PipelineConfiguration: Sendable {
    /// Judges where a request names no policy of its own.
    package let judging: JudgingPolicy
    /// How long a flight may go on in all, waiters or not; default 60 s.
    package var flightLimit: Duration = .seconds(60)
    /// Called when many flights have landed and none is in the air any more: what they needed is free. On the last one's
    /// thread, so it must not block.
    package var onQuiet: @Sendable () -> Void = {}

    /// The defaults with a policy.
    package init(policy: MediaPolicy) {
        judging = JudgingPolicy(policy)
    }

    /// Which media are allowed where a request names no policy of its own.
    package var policy: MediaPolicy {
        judging.policy
    }
}
