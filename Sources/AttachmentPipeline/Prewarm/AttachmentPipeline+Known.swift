import AttachmentCache
package import MediaFetching
import NotificationContent
import Telemetry

extension AttachmentPipeline {
    /// What URLs are judged by.
    package var rules: URLRules { warm.rules }

    /// What the index answers for each of many cache keys without a flight, in their order; nil where one is needed.
    ///
    /// Reads beside the hot table, so that a long list does not push out what notifications use.
    func known(_ keys: [String], policy: JudgingPolicy?) async -> [PrewarmVerdict?] {
        let entries = await cache.peek(keys)
        let now = clocks.wall()
        let judging = policy ?? configuration.judging
        var attached = 0
        let verdicts = entries.map { entry -> PrewarmVerdict? in
            guard let entry, let result = FlightResult(entry, judgedBy: judging, version: warm.version, now: now) else {
                return nil
            }
            switch result {
            case .failed(let failure): return PrewarmVerdict(failure)
            case .attached(let blob, let cache, _, _):
                attached += 1
                return .attached(bytes: blob.bytes, digest: blob.digest, cache: cache, milliseconds: nil)
            }
        }
        metrics.countHits(attached)
        return verdicts
    }
}
