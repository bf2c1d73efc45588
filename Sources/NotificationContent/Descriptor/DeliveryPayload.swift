/// The payload to deliver: the one received, with the URLs of attached media replaced by those of their blobs.
package struct DeliveryPayload: Sendable {
    /// What APNs and FCM accept, in bytes.
    package static let limit = 4_096
    /// From how many bytes on a warning tells that the limit is near.
    package static let nearLimit = 3_500

    /// Its bytes, white space between tokens removed.
    let bytes: [UInt8]
    /// The same with the URLs as received.
    let received: [UInt8]
    private let fragment: JSONFragment

    /// `urls` has the new URL of each reference, nil where the old one stays; parallel to the payload's references.
    init?(_ payload: borrowing Payload, urls: [String?]) {
        guard let documents = payload.documents else { return nil }
        fragment = JSONFragment(documents[0], 0, replacing: Self.replacements(in: documents, payload.sites, urls))
        received = documents[0].compact()
        bytes = fragment.replacements.isEmpty ? received : fragment.compact
    }

    /// The payload to deliver as a value of a larger document, or alone.
    var delivered: CompactedJSON {
        CompactedJSON(bytes: bytes, fragment: fragment)
    }

    /// The payload as received, as a value of a larger document.
    var userInfo: CompactedJSON {
        CompactedJSON(bytes: received, fragment: JSONFragment(fragment.document))
    }

    /// A warning if the payload is larger than what is accepted, or nearly so.
    var warning: ContentWarning? {
        if bytes.count > Self.limit {
            return ContentWarning(.payloadTooLarge, "the payload has \(bytes.count) bytes, \(Self.limit) are allowed")
        }
        guard bytes.count > Self.nearLimit else { return nil }
        return ContentWarning(.payloadNearLimit, "the payload has \(bytes.count) bytes of the \(Self.limit) allowed")
    }

    /// What is to be replaced in the payload itself, documents inside strings included.
    private static func replacements(
        in documents: NestedDocuments, _ sites: [NestedDocuments.Site], _ urls: [String?]
    ) -> [JSONTokens.Replacement] {
        var byDocument: [[JSONTokens.Replacement]] = Array(repeating: [], count: documents.count)
        for (site, url) in zip(sites, urls) {
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
        return byDocument[0]
    }
}

/// A value whose compact form is at hand, so that it is only copied where nobody wants it laid out.
struct CompactedJSON: JSONValue {
    let bytes: [UInt8]
    let fragment: JSONFragment

    func write(to writer: inout JSONWriter) {
        if writer.isPretty {
            fragment.write(to: &writer)
        } else {
            writer.fragment { $0.append(contentsOf: bytes) }
        }
    }
}
