import AttachmentCache
import MediaInspection
import NotificationContent
import Telemetry
import Testing

@testable import AttachmentPipeline

/// A remembered failure answers for as long as nothing that it was judged by has changed.
@Suite struct RememberedVerdictTests {
    private let now = WallTime(seconds: 1_000_000)
    private let policy = JudgingPolicy(.default)

    private func cached(_ judgedBy: String?, _ policy: JudgingPolicy, version: String) -> Bool {
        let failure = RememberedFailure(reason: "too-long", detail: "x", httpStatus: nil, policy: judgedBy)
        let entry = CacheEntry(
            key: "k", content: .failure(failure), storedAt: now, freshUntil: now.advanced(bySeconds: 60))
        guard case .failed(let failure) = FlightResult(entry, judgedBy: policy, version: version, now: now) else {
            return false
        }
        return failure.cached && failure.reason == .tooLong
    }

    @Test func `goes with the policy, its limits and the inspector`() {
        let stored = policy.fingerprint + " 1 2"
        #expect(cached(stored, policy, version: " 1 2"))
        #expect(!cached(stored, policy, version: " 1 3"))
        #expect(!cached(stored, policy, version: ""))
        #expect(!cached(stored, JudgingPolicy(.apple), version: " 1 2"))
        #expect(!cached(stored, JudgingPolicy(.default.overriding(maxBytes: 5)), version: " 1 2"))
    }

    @Test func `what no policy judged stands under each`() {
        #expect(cached(nil, policy, version: " 1 2"))
        #expect(cached(nil, JudgingPolicy(.apple), version: " 1 3"))
    }
}
