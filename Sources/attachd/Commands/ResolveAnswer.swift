import AttachmentPipeline
import HTTPService
import NotificationContent

/// What became of one payload, whoever resolved it, ready to be printed.
struct ResolveAnswer {
    /// The descriptor.
    let descriptor: any DescriptorDocument
    /// A line for people about each reference, in the payload's order.
    let lines: [String]
    /// What is attached or prepared, in the payload's order.
    let attached: [AttachedMedia]
    /// 0 or 1.
    let status: ExitStatus

    /// A payload whose media were not to be fetched.
    init(unfetched payload: Payload) {
        descriptor = ContentDescriptor(payload: payload, outcomes: nil)
        lines = payload.references.map(OutcomeLine.unfetched)
        attached = []
        status = .success
    }

    /// What this process has resolved.
    init(_ payload: Payload, _ attempt: BestAttempt) {
        self.init(
            ContentDescriptor(payload: payload, outcomes: attempt.outcomes, complete: attempt.isComplete),
            zip(payload.references, attempt.outcomes).compactMap { reference, outcome in outcome.map { (reference, $0) }
            })
    }

    private init(
        _ descriptor: any DescriptorDocument, _ outcomes: [(reference: MediaReference, outcome: Outcome)]
    ) {
        self.descriptor = descriptor
        lines = outcomes.map(OutcomeLine.text)
        attached = outcomes.compactMap { outcome in
            guard case .attached(let media) = outcome.outcome else { return nil }
            return media
        }
        let hasFailures = outcomes.contains { outcome in
            guard case .failed = outcome.outcome else { return false }
            return true
        }
        status = hasFailures ? .failed : .success
    }

    /// Has a daemon resolve a payload, or a bare URL, which has no document.
    static func of(
        _ payload: Payload, _ document: [UInt8]?, from daemon: DaemonResolver, at path: String
    ) async throws(CommandError) -> ResolveAnswer {
        do throws(DaemonFailure) {
            let resolution =
                if let document {
                    try await daemon.resolve(payload, document: document)
                } else {
                    try await daemon.resolve(url: payload)
                }
            return ResolveAnswer(resolution.descriptor, resolution.outcomes)
        } catch {
            throw CommandError(error, at: path)
        }
    }
}
