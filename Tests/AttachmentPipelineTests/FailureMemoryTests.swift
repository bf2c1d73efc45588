import NotificationContent
import Telemetry
import Testing

@testable import AttachmentPipeline

@Suite struct FailureMemoryTests {
    private let now = WallTime(seconds: 1_000_000)

    @Test(arguments: [(404, 60), (410, 60), (403, nil), (500, nil), (503, nil), (429, nil)] as [(Int, Int64?)])
    func `remembers a missing resource for a minute and no other status`(status: Int, seconds: Int64?) {
        let failure = AttachmentFailure(.httpStatus, "", httpStatus: status)
        #expect(FailureMemory.end(of: failure, .transfer, now: now) == seconds.map { now.advanced(bySeconds: $0) })
    }

    @Test(arguments: FailureReason.allCases)
    func `remembers verdicts on bytes, for ten minutes or as long as the response is fresh`(reason: FailureReason) {
        let isVerdict: Set<FailureReason> = [
            .unsupportedType, .tooLarge, .tooLong, .tooManyPixels, .empty, .truncated, .corrupt, .polyglot, .encrypted,
            .externalReference,
        ]
        let failure = AttachmentFailure(reason, "")
        let expected = isVerdict.contains(reason)
        #expect(
            FailureMemory.end(of: failure, .response(freshUntil: nil), now: now)
                == (expected ? now.advanced(bySeconds: 600) : nil))
        let fresh = now.advanced(bySeconds: 5)
        #expect(FailureMemory.end(of: failure, .response(freshUntil: fresh), now: now) == (expected ? fresh : nil))
        #expect(FailureMemory.end(of: failure, .response(freshUntil: now), now: now) == nil)
        #expect(FailureMemory.end(of: failure, .transfer, now: now) == nil)
    }

    @Test(arguments: FailureReason.allCases)
    func `half a file under no length stands for ten seconds, other verdicts as ever`(reason: FailureReason) {
        let failure = AttachmentFailure(reason, "")
        let isOfCutBody = [.empty, .truncated, .corrupt].contains(reason)
        let fresh = now.advanced(bySeconds: 5)
        for freshUntil in [nil, fresh] {
            let end = FailureMemory.end(of: failure, .openEnded(freshUntil: freshUntil), now: now)
            let ordinary = FailureMemory.end(of: failure, .response(freshUntil: freshUntil), now: now)
            #expect(end == (isOfCutBody ? now.advanced(bySeconds: 10) : ordinary))
        }
    }
}
