/// The answer to a request for one attachment: `status`, the `attachment` or the `failure`, and the `warnings` if there
/// are any.
package struct AttachmentAnswer: JSONValue, Sendable {
    private let reference: MediaReference
    private let outcome: Outcome

    /// Puts a reference and its outcome together.
    package init(_ reference: MediaReference, _ outcome: Outcome) {
        self.reference = reference
        self.outcome = outcome
    }

    /// Writes `{status, attachment, warnings}` or `{status, failure}`.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            switch outcome {
            case .attached(let media):
                writer.member("status", "attached")
                writer.member("attachment", AttachmentReport(reference, media))
                let warnings = MediaWarnings.of(reference, media)
                if !warnings.isEmpty { writer.array("warnings", of: warnings) }
            case .failed(let failure):
                writer.member("status", "failed")
                writer.member("failure", ReferenceReport(reference, failure))
            }
        }
    }
}
