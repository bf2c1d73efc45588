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
    }

    /// Seconds for which a missing resource (404, 410) is not asked for again.
    static let missingSeconds: Int64 = 60
    /// Seconds for which a verdict on bytes stands when the origin gives no lifetime.
    static let verdictSeconds: Int64 = 600

    /// Verdicts on the bytes themselves, which a new fetch of the same bytes would only repeat.
    private static let verdicts: Set<FailureReason> = [
        .unsupportedType, .tooLarge, .tooLong, .tooManyPixels, .empty, .truncated, .corrupt, .polyglot, .encrypted,
        .externalReference,
    ]

    /// Until when `failure` is remembered; nil when the next request should try at once.
    static func end(of failure: AttachmentFailure, _ evidence: Evidence, now: WallTime) -> WallTime? {
        if failure.reason == .httpStatus, failure.httpStatus == 404 || failure.httpStatus == 410 {
            return now.advanced(bySeconds: missingSeconds)
        }
        guard case .response(let freshUntil) = evidence, verdicts.contains(failure.reason) else { return nil }
        guard let freshUntil else { return now.advanced(bySeconds: verdictSeconds) }
        return freshUntil > now ? freshUntil : nil
    }
}
