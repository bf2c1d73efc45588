package import AttachmentCache
package import MediaFetching
package import NotificationContent
package import Telemetry

/// A pre-warm by the pipeline of this process, at batch priority.
package struct PipelineBackend: PrewarmBackend {
    /// Pins blobs; without effect for none.
    package typealias Pin = @Sendable ([Digest]) async -> Void

    private let pipeline: AttachmentPipeline
    private let policy: JudgingPolicy?
    private let timeout: Duration
    private let clocks: Clocks
    private let pinDigests: Pin

    /// A backend.
    ///
    /// - Parameters:
    ///   - pipeline: runs the flights.
    ///   - policy: judges in place of the pipeline's own.
    ///   - timeout: how long one URL may take from its turn on.
    ///   - clocks: for that.
    ///   - pin: pins what was attached.
    package init(
        _ pipeline: AttachmentPipeline, policy: JudgingPolicy?, timeout: Duration, clocks: Clocks, pin: @escaping Pin
    ) {
        self.pipeline = pipeline
        self.policy = policy
        self.timeout = timeout
        self.clocks = clocks
        pinDigests = pin
    }

    /// What keeps blobs in a cache for a time from now on. A pin that the index does not take is logged: the blob is there
    /// all the same, and only its stay is not promised.
    package static func pins(
        in cache: AttachmentCache, for duration: Duration, clocks: Clocks, log: Log
    ) -> Pin {
        let seconds = max(0, duration.components.seconds)
        return { digests in
            guard seconds > 0 else { return }
            do throws(CacheError) {
                try await cache.pin(digests, until: clocks.wall().advanced(bySeconds: seconds))
            } catch {
                log.event(.warning, "blobs could not be pinned", [("error", error.detail)])
            }
        }
    }

    package func target(of url: String) throws(AttachmentFailure) -> FetchTarget {
        do throws(FetchFailure) {
            return try FetchTarget.parse(url, rules: pipeline.rules)
        } catch {
            throw AttachmentFailure(error)
        }
    }

    package func known(_ targets: [FetchTarget]) async -> [PrewarmVerdict?] {
        guard !targets.isEmpty else { return [] }
        return await pipeline.known(targets.map(\.cacheKey), policy: policy)
    }

    package func warm(_ target: FetchTarget) async -> PrewarmVerdict {
        let began = clocks.monotonic()
        let attempt = await pipeline.resolve(
            references(to: target), deadline: .after(timeout, on: clocks), priority: .batch, policy: policy)
        return verdict(on: attempt, since: began)
    }

    @inline(never)
    private func references(to target: FetchTarget) -> [MediaReference] {
        [MediaReference(identifier: "", source: target.cacheKey)]
    }

    @inline(never)
    private func verdict(on attempt: BestAttempt, since began: ContinuousClock.Instant) -> PrewarmVerdict {
        guard let outcome = attempt.outcomes.first.flatMap({ $0 }) else {
            return PrewarmVerdict(AttachmentFailure(.cancelled, "the URL was not tried"))
        }
        return PrewarmVerdict(outcome, elapsed: began.duration(to: clocks.monotonic()).milliseconds)
    }

    package func pin(_ digests: [Digest]) async {
        guard !digests.isEmpty else { return }
        await pinDigests(digests)
    }
}
