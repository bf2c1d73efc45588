package import MediaInspection
package import MediaTypes
package import NotificationContent

/// What an inspection and a policy together say of one file.
package struct Judgement: Sendable, Equatable {
    /// What was measured; present as well where the policy refuses sound media.
    package let media: InspectedMedia?
    /// Why the file is refused; nil if it is accepted.
    package let failure: AttachmentFailure?

    /// Judges an inspection of a file of `bytes` bytes.
    package init(of inspection: InspectionResult, bytes: Int64, by policy: MediaPolicy) {
        switch inspection {
        case .cancelled:
            media = nil
            failure = AttachmentFailure(.cancelled, "the inspection was cancelled")
        case .refused(let refusal):
            media = nil
            failure =
                policy.judge(refusal).map(AttachmentFailure.init)
                ?? AttachmentFailure(refusal.reason.outcomeReason, refusal.detail)
        case .inspected(let inspected, _):
            media = inspected
            failure = policy.judge(inspected, bytes: bytes).map(AttachmentFailure.init)
        }
    }
}
