/// A payload as read: its dialect, its media references, and whether they may be fetched.
package struct Payload: Sendable {
    /// The dialect's name; `url` for a bare URL.
    package let dialect: String
    /// The media in the payload's order, with unique identifiers.
    package let references: [MediaReference]
    /// Whether the media may be fetched.
    package let gate: Gate
    /// What is remarkable about the payload itself.
    package let warnings: [ContentWarning]

    /// The payload's JSON and what its strings hold; nil for a bare URL.
    let documents: NestedDocuments?
    /// Where each reference's URL stands, parallel to `references`.
    let sites: [NestedDocuments.Site]
    /// Where text and settings stand.
    let content: [FieldRule]
    /// The vendor's own fields.
    let notification: [FieldRule]
    /// The layout it is read by; nil for a bare URL.
    let layout: Dialect?
    /// The texts that depend on what becomes of the media.
    let texts: [TextRule]

    /// Reads a payload, by the rules of `dialect` or else of the first dialect that recognises it.
    ///
    /// Fails only where the bytes are not one JSON object; everything else about a payload may be wrong.
    package static func read(_ bytes: [UInt8], dialect: DialectName? = nil) throws(MalformedJSON) -> Payload {
        let tokens = try JSONTokens(bytes)
        guard tokens.kind(0) == .object else {
            throw MalformedJSON(
                offset: tokens.range(0).lowerBound, "a payload is a JSON object, and this is another kind of value")
        }
        var documents = NestedDocuments(tokens)
        return Payload(documents, DialectTable.choose(dialect, for: &documents))
    }

    /// A descriptor's subject without a payload: one URL.
    package static func url(
        _ source: String, identifier: String = "", options: MediaReference.Options = MediaReference.Options()
    ) -> Payload {
        var identifiers = Identifiers()
        let reference = MediaReference(
            identifier: identifiers.unique(identifier), source: MediaURL.read(source) ?? source, options: options)
        return Payload(url: reference)
    }

    init(_ documents: NestedDocuments, _ dialect: Dialect) {
        var reader = PayloadReader(documents)
        let findings = reader.read(dialect.places)
        let apple = AppleDictionary(of: documents[0])
        var documents = reader.documents

        var warnings = apple?.warnings ?? []
        if apple == nil, dialect.apple != AppleDictionary.root {
            warnings = AppleDictionary(of: documents[0], at: dialect.apple)?.warnings ?? []
        }
        var gate = Gate.open
        if let apple, !dialect.passesGate {
            if !apple.hasAlert {
                gate = .noAlert
                let push = apple.isSilent ? "the push is silent: it" : "the push"
                warnings.append(ContentWarning(.noAlert, "\(push) shows no alert, so no attachment would be shown"))
            }
            if !apple.isMutable {
                gate = .notMutable
                warnings.append(
                    ContentWarning(.notMutable, "aps.mutable-content is not 1, so no attachment could be added"))
            }
        }
        if findings.isEmpty {
            warnings.append(ContentWarning(.noMedia, "no media URL at the places of the dialect \(dialect.name)"))
        }
        warnings += NotificationLimits.warnings(dialect.limited, &documents)
        warnings += dialect.addresses.compactMap { $0.warning(&documents) }

        self.dialect = dialect.name
        self.gate = gate
        self.warnings = warnings
        self.documents = documents
        references = findings.map(\.reference)
        sites = findings.map(\.site)
        content = dialect.content
        notification = dialect.notification
        layout = dialect
        texts = dialect.texts
    }

    private init(url reference: MediaReference) {
        dialect = "url"
        references = [reference]
        gate = .open
        warnings = []
        documents = nil
        sites = []
        content = []
        notification = []
        layout = nil
        texts = []
    }
}
