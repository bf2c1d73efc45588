/// The answer for one payload: its notification's content with the attachments attached, a reason for each one that
/// is missing, and the payload to deliver (DESIGN section 5).
package struct ContentDescriptor: Sendable {
    /// The payload.
    package let payload: Payload
    /// False exactly if the deadline cut the work short.
    package let complete: Bool
    /// What is attached, and what was fetched without being attached, in the payload's order.
    package let attachments: [AttachmentReport]
    /// What is missing, in the payload's order.
    package let failures: [ReferenceReport]
    /// Everything remarkable about the payload and its media.
    package internal(set) var warnings: [ContentWarning]

    private let wasFetched: Bool
    private let delivery: DeliveryPayload?
    private let texts: ReplacedTexts

    /// Puts a payload and its outcomes together.
    ///
    /// - Parameters:
    ///   - payload: the payload as read.
    ///   - outcomes: parallel to the payload's references; a nil element is a fallback that was not needed. Nil if
    ///     nothing was fetched, because of the gate or for a dry run.
    ///   - complete: false if the deadline cut the work short.
    ///   - publicBaseURL: where the blobs are served to devices; nil leaves the payload's URLs as they are.
    ///   - warnings: further remarks of those who did the work.
    package init(
        payload: Payload, outcomes: [Outcome?]?, complete: Bool = true, publicBaseURL: String? = nil,
        warnings: [ContentWarning] = []
    ) {
        var attachments: [AttachmentReport] = []
        var failures: [ReferenceReport] = []
        var allWarnings = payload.warnings + warnings
        var urls: [String?] = []
        let base = publicBaseURL.map(Self.withoutTrailingSlashes)
        var lastFailed = false
        for index in 0..<min(payload.references.count, outcomes?.count ?? 0) {
            switch outcomes?[index] {
            case .attached(let media)?:
                let report = AttachmentReport(payload.references[index], media)
                allWarnings += MediaWarnings.of(report.reference, media)
                if report.reference.role == .fallback, lastFailed {
                    allWarnings.append(
                        ContentWarning(.fallbackUsed, "\(report.reference.identifier) stands in for one that failed"))
                }
                lastFailed = false
                urls.append(base.map { $0 + report.blobPath })
                attachments.append(report)
            case .failed(let failure)?:
                failures.append(ReferenceReport(payload.references[index], failure))
                lastFailed = true
                urls.append(nil)
            case nil:
                urls.append(nil)
            }
        }
        texts = ReplacedTexts(payload, outcomes)
        if let warning = texts.warning { allWarnings.append(warning) }
        delivery = DeliveryPayload(payload, urls: urls)
        if let warning = delivery?.warning { allWarnings.append(warning) }
        self.payload = payload
        self.complete = complete
        self.attachments = attachments
        self.failures = failures
        self.warnings = allWarnings
        wasFetched = outcomes != nil
    }

    /// The descriptor as one JSON object, without a line's end.
    package func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty, capacity: 2_048 + 4 * (delivery?.bytes.count ?? 0))
        write(to: &writer)
        return writer.bytes
    }

    /// The payload to deliver; nil for a bare URL, which has none.
    package func deliveryPayload(pretty: Bool = false) -> [UInt8]? {
        guard let delivery else { return nil }
        guard pretty else { return delivery.bytes }
        var writer = JSONWriter(pretty: true, capacity: 2 * delivery.bytes.count)
        writer.value(delivery.delivered)
        return writer.bytes
    }

    private static func withoutTrailingSlashes(_ url: String) -> String {
        var url = url[...]
        while url.utf8.last == UInt8(ascii: "/") { url.removeLast() }
        return String(url)
    }
}

extension ContentDescriptor: JSONValue {
    /// Writes the descriptor's object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", 1)
        writer.member("dialect", payload.dialect)
        writer.member("mutable", payload.gate != .notMutable)
        writer.member("complete", complete)
        writeContent(to: &writer)
        writeNotification(to: &writer)
        writer.member("presentation", Presentation(payload, attachments))
        if attachments.contains(where: { $0.reference.role == .lazy }) {
            writer.beginArray("prepared")
            write(where: { $0 == .lazy }, to: &writer)
            writer.endArray()
        }
        writer.array("failures", of: failures)
        if !wasFetched { writer.array("references", of: payload.references.map { ReferenceReport($0) }) }
        writer.array("warnings", of: warnings)
        writer.member("payload", delivery?.delivered)
        writer.endObject()
    }

    private func writeContent(to writer: inout JSONWriter) {
        writer.beginObject("content")
        if var documents = payload.documents {
            for index in payload.content.indices {
                if !texts.isEmpty, let site = texts[payload.content[index].name] {
                    payload.content[index].write(site, to: &writer, from: documents)
                } else {
                    payload.content[index].write(to: &writer, from: &documents)
                }
            }
            writer.member("userInfo", delivery?.userInfo)
        }
        writer.beginArray("attachments")
        write(where: { $0 != .lazy }, to: &writer)
        writer.endArray()
        writer.endObject()
    }

    /// Writes the attachments of some roles where they lie: a copy of one costs more than to write it.
    private func write(where isMeant: (MediaReference.Role?) -> Bool, to writer: inout JSONWriter) {
        for index in attachments.indices where isMeant(attachments[index].reference.role) {
            attachments[index].write(to: &writer)
        }
    }

    private func writeNotification(to writer: inout JSONWriter) {
        guard !payload.notification.isEmpty, var documents = payload.documents else { return }
        writer.beginObject("notification")
        for index in payload.notification.indices {
            payload.notification[index].write(to: &writer, from: &documents)
        }
        writer.endObject()
    }
}
