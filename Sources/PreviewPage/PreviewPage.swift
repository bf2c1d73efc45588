package import NotificationContent

/// The page that draws a notification as phones show it, with a verdict on each of its media: text, without any I/O.
package struct PreviewPage: Sendable {
    /// What the page is to show from the start, where no daemon is there to ask.
    package struct Subject {
        /// Media whose bytes lie in the page: the `href` of an attachment, and its bytes with their type.
        package struct Media {
            let href: String
            let mime: String
            let bytes: [UInt8]

            /// Bytes for the attachment with that `href`.
            package init(href: String, mime: String, bytes: [UInt8]) {
                self.href = href
                self.mime = mime
                self.bytes = bytes
            }
        }

        let payload: [UInt8]
        let descriptor: any DescriptorDocument
        let media: [Media]
        let notes: [String]

        /// A payload, its descriptor, what could be embedded of its media, and sentences for the reader.
        package init(payload: [UInt8], descriptor: any DescriptorDocument, media: [Media], notes: [String] = []) {
            self.payload = payload
            self.descriptor = descriptor
            self.media = media
            self.notes = notes
        }
    }

    /// The policies that a request can name.
    package let policies: [String]
    private let digest: @Sendable ([UInt8]) -> [UInt8]

    /// A page.
    ///
    /// - Parameters:
    ///   - policies: the names for `?policy=`.
    ///   - digest: SHA-256, for the page's content security policy.
    package init(policies: [String], digest: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8]) {
        self.policies = policies
        self.digest = digest
    }

    /// The daemon's page: it posts what is pasted to `/v1/content`, and shows media from `/v1/blobs`.
    ///
    /// - Returns: the page, and the `Content-Security-Policy` to send it with.
    package func served() -> (html: [UInt8], policy: String) {
        let document = PreviewPage.document
        let policy =
            document.policy(media: "'self'", requests: "'self'", digest: digest) + "; frame-ancestors 'none'"
        return (document.head(policy: nil) + PageDocument.data("setup", setup(nil)) + document.tail, policy)
    }

    /// A page that stands alone and asks nobody for anything; its policy is in it.
    package func standalone(_ subject: Subject) -> [UInt8] {
        let document = PreviewPage.document
        let policy = document.policy(media: "data:", requests: "'none'", digest: digest)
        return document.head(policy: policy) + PageDocument.data("setup", setup(subject)) + document.tail
    }

    /// What the script is given.
    private func setup(_ subject: Subject?) -> [UInt8] {
        var writer = JSONWriter(capacity: 65_536)
        writer.object { writer in
            writer.member("mode", subject == nil ? "daemon" : "file")
            writer.array("policies", of: policies)
            writer.array("dialects", of: DialectName.all.map(\.text))
            writer.member("limit", DeliveryPayload.limit)
            writer.member("nearLimit", DeliveryPayload.nearLimit)
            Guide.write(to: &writer)
            guard let subject else {
                return writer.array("samples", of: PreviewSample.all)
            }
            writer.member("payload", String(decoding: subject.payload, as: UTF8.self))
            var answer = JSONWriter()
            subject.descriptor.write(to: &answer)
            // As text: what the page shows of it must be these bytes.
            writer.member("answer", String(decoding: answer.bytes, as: UTF8.self))
            writer.array("media") { writer in
                for media in subject.media {
                    writer.object {
                        $0.member("href", media.href)
                        $0.member("data", Base64.url(media.mime, media.bytes))
                    }
                }
            }
            writer.array("notes", of: subject.notes)
        }
        return writer.bytes
    }

    static let document = PageDocument(
        title: "attachd preview", style: PageStyle.text + PhoneStyle.text, markup: PreviewMarkup.text,
        script: [
            "(function () {\n\"use strict\";\n", DocumentScript.text, PayloadScript.text, PhoneScript.text,
            AdviceScript.text,
            VerdictScript.text, PreviewScript.text, "}());\n",
        ].joined())
}
