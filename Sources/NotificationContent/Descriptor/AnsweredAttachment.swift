/// A daemon's answer to a request for one attachment, read back.
package struct AnsweredAttachment: Sendable, Equatable {
    /// What became of the URL.
    package let outcome: Outcome
    private let warnings: [ContentWarning]

    /// Reads what `AttachmentAnswer` writes.
    ///
    /// - Parameter bytes: the whole answer.
    /// - Throws: `AnswerDefect` where it is not one.
    package init(_ bytes: [UInt8]) throws(AnswerDefect) {
        guard let tokens = try? JSONTokens(bytes) else { throw AnswerDefect("its answer is no JSON") }
        let reader = AnswerFields(tokens, 0)
        switch try reader.text("status") {
        case "attached": outcome = .attached(try AttachedMedia(try reader.object("attachment")))
        case "failed": outcome = .failed(try AttachmentFailure(try reader.object("failure")))
        default: throw AnswerDefect("its answer has an unknown status")
        }
        warnings = try reader.warnings()
    }

    /// Puts the outcome into a descriptor.
    ///
    /// - Parameter payload: the URL in the form of a payload.
    /// - Returns: the descriptor that the daemon itself would have made.
    package func descriptor(of payload: Payload) -> ContentDescriptor {
        var isCutShort = false
        if case .failed(let failure) = outcome { isCutShort = failure.reason == .deadline && !failure.cached }
        var descriptor = ContentDescriptor(payload: payload, outcomes: [outcome], complete: !isCutShort)
        // Not every fact behind a warning is in the answer; a URL has no other warnings than those of its media.
        descriptor.warnings = warnings
        return descriptor
    }
}
