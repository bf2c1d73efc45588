import AttachmentCache
import MediaInspection
import NotificationContent
import Telemetry

extension FlightResult {
    /// The answer of a cached entry alone; nil when the origin must be asked. The one place that decides it, whether a
    /// flight asks or a thread that cannot wait.
    ///
    /// `version` is that of the inspector, which another may overrule.
    init?(_ entry: CacheEntry, judgedBy judging: JudgingPolicy, version: String, now: WallTime) {
        guard entry.isFresh(at: now) else { return nil }
        switch entry.content {
        case .blob(let blob):
            self.init(blob, judgedBy: judging, cache: .hit, freshUntil: entry.freshUntil)
        case .failure(let remembered):
            // A verdict of another policy, of other limits or of another inspector says nothing about this one.
            guard remembered.policy == nil || remembered.policy == judging.fingerprint + version else { return nil }
            self = .failed(AttachmentFailure(remembered, until: entry.freshUntil, now: now))
        }
    }

    /// A blob in the cache, judged by a policy that need not be the one that let it in.
    init(
        _ blob: Blob, judgedBy judging: JudgingPolicy, cache result: CacheResult, freshUntil: WallTime?,
        took time: FlightTime? = nil
    ) {
        guard let media = blob.description.inspected else {
            self = .failed(AttachmentFailure(.inspectionFailed, "the index holds an unknown format"))
            return
        }
        if let refusal = judging.policy.judge(media, bytes: blob.bytes) {
            self = .failed(AttachmentFailure(refusal))
        } else {
            self = .attached(blob, result, freshUntil: freshUntil, took: time)
        }
    }
}
