/// A descriptor that a daemon has answered with: its tokens as they came, and what a person is told of them.
package struct AnsweredDescriptor: Sendable {
    /// How many containers a descriptor may lie around those of a payload.
    private static let ownDepth = 8

    /// Everything remarkable about the payload and its media.
    package let warnings: [ContentWarning]
    private let document: JSONTokens
    private let outcomes: [String: Outcome]

    /// Reads a descriptor.
    ///
    /// - Parameter bytes: the whole answer.
    /// - Throws: `AnswerDefect` where it is not one.
    package init(_ bytes: [UInt8]) throws(AnswerDefect) {
        let tokens: JSONTokens
        do throws(MalformedJSON) {
            tokens = try JSONTokens(bytes, depthLimit: JSONTokens.depthLimit + AnsweredDescriptor.ownDepth)
        } catch {
            throw AnswerDefect("its descriptor is malformed at byte \(error.offset)")
        }
        let reader = AnswerFields(tokens, 0)
        var outcomes: [String: Outcome] = [:]
        for attachment in try reader.object("content").array("attachments") + reader.array("prepared") {
            outcomes[try attachment.text("identifier")] = .attached(try AttachedMedia(attachment))
        }
        for failure in reader.array("failures") {
            outcomes[try failure.text("identifier")] = .failed(try AttachmentFailure(failure))
        }
        warnings = try reader.warnings()
        document = tokens
        self.outcomes = outcomes
    }

    /// What became of a payload's references, in the payload's order; those of which the descriptor says nothing are
    /// left out.
    package func outcomes(of payload: Payload) -> [(reference: MediaReference, outcome: Outcome)] {
        payload.references.compactMap { reference in
            outcomes[reference.identifier].map { (reference, $0) }
        }
    }
}

extension AnsweredDescriptor: DescriptorDocument {
    /// Writes the descriptor's tokens as they came.
    package func write(to writer: inout JSONWriter) {
        JSONFragment(document).write(to: &writer)
    }

    package func deliveryPayload(pretty: Bool) -> [UInt8]? {
        guard let token = document.member("payload", of: 0) else { return nil }
        var writer = JSONWriter(pretty: pretty)
        JSONFragment(document, token).write(to: &writer)
        return writer.bytes
    }
}
