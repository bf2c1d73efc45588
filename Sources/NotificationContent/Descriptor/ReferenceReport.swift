/// A REFERENCE of the descriptor, with the failure if it has one (DESIGN section 5).
package struct ReferenceReport: JSONValue, Sendable {
    /// What the payload says of it.
    package let reference: MediaReference
    /// Why it is missing; nil if it was not fetched.
    package let failure: AttachmentFailure?

    /// Puts both together.
    package init(_ reference: MediaReference, _ failure: AttachmentFailure? = nil) {
        self.reference = reference
        self.failure = failure
    }

    /// Writes the REFERENCE, with `reason`, `detail` and the rest of a failure behind it.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("identifier", reference.identifier)
            writer.member("source", reference.source)
            writer.member("typeHint", reference.typeHint)
            writer.member("options", reference.options.orNothing)
            writer.member("role", reference.role?.rawValue)
            writer.member("platform", reference.platform?.rawValue)
            guard let failure else { return }
            writer.member("reason", failure.reason.rawValue)
            writer.member("detail", failure.detail)
            writer.member("httpStatus", failure.httpStatus)
            writer.member("retryAfter", failure.retryAfter)
            if failure.cached { writer.member("cached", true) }
            writer.member("appleError", failure.appleError)
            writer.member("fetchMs", failure.fetchMilliseconds)
            writer.member("phases", failure.phases)
        }
    }
}
