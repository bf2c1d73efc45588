import NotificationContent
import PreviewPage

/// What each reason that a file can be rejected for means, and what helps against it.
enum ReasonHelp {
    /// The reasons that judging bytes can end with.
    static let reasons: [FailureReason] = [
        .unsupportedType, .tooLarge, .tooLong, .tooManyPixels, .empty, .truncated, .corrupt, .polyglot, .encrypted,
        .externalReference, .inspectionFailed,
    ]

    /// Each with its cause and its cure, as a table of text.
    static var table: String {
        reasons.map { reason in
            let name = reason.rawValue
            let space = String(repeating: " ", count: max(1, 20 - name.utf8.count))
            let advice = ReasonGuide.advice(on: reason)
            return "  \(name)\(space)\(advice.cause)\n" + String(repeating: " ", count: 22) + "-> \(advice.cure)"
        }
        .joined(separator: "\n")
    }
}
