/// A request for one attachment: `{"url", "identifier"?, "typeHint"?, "options"?}` with the descriptor's own names.
package enum AttachmentRequest {
    /// Reads a request. Fails only where the bytes are not one JSON object.
    ///
    /// A missing or unusable URL is no error here: fetching it fails with a reason.
    package static func read(_ bytes: [UInt8]) throws(MalformedJSON) -> MediaReference {
        let tokens = try JSONTokens(bytes)
        guard tokens.kind(0) == .object else {
            throw MalformedJSON(
                offset: tokens.range(0).lowerBound, "a request is a JSON object, and this is another kind of value")
        }
        var documents = NestedDocuments(tokens)
        let options = OptionsRule.descriptor.read(from: .root, in: &documents) ?? MediaReference.Options()
        func text(_ key: JSONKey) -> String? {
            tokens.member(key, of: 0).flatMap { tokens.text($0) }
        }
        let source = text("url") ?? ""
        var identifiers = Identifiers()
        return MediaReference(
            identifier: identifiers.unique(text("identifier") ?? ""), source: MediaURL.read(source) ?? source,
            typeHint: text("typeHint"), options: options)
    }
}
