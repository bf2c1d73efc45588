/// The payload to deliver: the one received, with the URLs of attached media replaced by those of their blobs.
struct DeliveryPayload: Sendable {
    /// What APNs and FCM accept, in bytes.
    static let limit = 4_096
    /// From how many bytes on a warning tells that the limit is near.
    static let nearLimit = 3_500

    private let tokens: JSONTokens
    private let replacements: [JSONTokens.Replacement]
    /// Its bytes, white space between tokens removed.
    let bytes: [UInt8]

    /// `urls` has the new URL of each reference, nil where the old one stays; parallel to the payload's references.
    init?(_ payload: Payload, urls: [String?]) {
        guard let documents = payload.documents else { return nil }
        var byDocument: [[JSONTokens.Replacement]] = Array(repeating: [], count: documents.count)
        for (site, url) in zip(payload.sites, urls) {
            guard let url else { continue }
            byDocument[site.document].append(JSONTokens.Replacement(token: site.token, text: url))
        }
        // A document lies behind the one that holds it, so that from the last to the first each is complete when it
        // is its turn.
        for document in byDocument.indices.reversed() where !byDocument[document].isEmpty {
            byDocument[document].sort { $0.token < $1.token }
            guard let holder = documents.holder(of: document) else { continue }
            let text = documents[document].verbatim(replacing: byDocument[document])
            byDocument[holder.document].append(JSONTokens.Replacement(token: holder.token, text: text))
        }
        tokens = documents[0]
        replacements = byDocument[0]
        bytes = replacements.isEmpty ? tokens.compact() : tokens.compact(replacing: replacements)
    }

    /// The payload as a value of a larger document, or alone.
    var fragment: JSONFragment {
        JSONFragment(tokens, 0, replacing: replacements)
    }

    /// A warning if the payload is larger than what is accepted, or nearly so.
    var warning: ContentWarning? {
        if bytes.count > Self.limit {
            return ContentWarning(.payloadTooLarge, "the payload has \(bytes.count) bytes, \(Self.limit) are allowed")
        }
        guard bytes.count > Self.nearLimit else { return nil }
        return ContentWarning(.payloadNearLimit, "the payload has \(bytes.count) bytes of the \(Self.limit) allowed")
    }
}
