import NotificationContent
import Telemetry

/// How long a failure is remembered, by kind (DESIGN section 7): pure rules.
enum FailureMemory {
    /// What a failure was found in.
    enum Evidence: Sendable, Equatable {
        /// The transfer itself: nothing is known of the bytes.
        case transfer
        /// Bytes or their declared size, with the end of the response's explicit freshness (nil: the origin gave none).
        case response(freshUntil: WallTime?)
        /// Bytes of a body whose end nothing marked: what is missing of them may be the network's fault.
        case openEnded(freshUntil: WallTime?)
    }

    /// Seconds for which a missing resource (404, 410) is not asked for again.
    static let missingSeconds: Int64 = 60
    /// Seconds for which a verdict on bytes stands when the origin gives no lifetime.
    static let verdictSeconds: Int64 = 600
    /// Seconds for which half a file stands that may be whole the next time.
    static let openEndSeconds: Int64 = 10

    /// Verdicts on the bytes themselves, which a new fetch of the same bytes would only repeat.
    private static let verdicts: Set<FailureReason> = [
        .unsupportedType, .tooLarge, .tooLong, .tooManyPixels, .empty, .truncated, .corrupt, .polyglot, .encrypted,
        .externalReference,
    ]

    /// Verdicts that a body cut short can bring.
    private static let ofCutBodies: Set<FailureReason> = [.empty, .truncated, .corrupt]

    /// Until when `failure` is remembered; nil when the next request should try at once.
    static func end(of failure: AttachmentFailure, _ evidence: Evidence, now: WallTime) -> WallTime? {
        if failure.reason == .httpStatus, failure.httpStatus == 404 || failure.httpStatus == 410 {
            return now.advanced(bySeconds: missingSeconds)
        }
        guard verdicts.contains(failure.reason) else { return nil }
        let end: WallTime
        switch evidence {
        case .transfer: return nil
        case .openEnded where ofCutBodies.contains(failure.reason): end = now.advanced(bySeconds: openEndSeconds)
        case .response(let freshUntil), .openEnded(let freshUntil):
            end = freshUntil ?? now.advanced(bySeconds: verdictSeconds)
        }
        return end > now ? end : nil
    }
}
