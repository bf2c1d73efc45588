extension AttachedMedia {
    /// The media that an ATTACHMENT of an answer describes; trailing bytes are not in it, only the warning of them.
    init(_ fields: AnswerFields) throws(AnswerDefect) {
        guard let path = FileURL.path(of: try fields.text("url")) else { throw fields.defect("url") }
        guard let bytes: Int64 = fields.whole("bytes") else { throw fields.defect("bytes") }
        guard let cache = CacheResult(rawValue: try fields.text("cache")) else { throw fields.defect("cache") }
        let parts = try fields.text("href").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let fileExtension = parts.last else { throw fields.defect("href") }
        self.init(
            path: path, sha256: try fields.text("sha256"), fileExtension: String(fileExtension),
            type: try fields.text("type"), mime: try fields.text("mime"), kind: try fields.text("kind"),
            format: try fields.text("format"), bytes: bytes, width: fields.whole("width"),
            height: fields.whole("height"), frames: fields.whole("frames"),
            durationMilliseconds: fields.milliseconds("duration"), codecs: fields.texts("codecs"),
            hasAlpha: fields.flag("hasAlpha"), cache: cache, freshUntil: fields.optionalText("freshUntil"),
            fetchMilliseconds: fields.whole("fetchMs"))
        phases = (try? fields.object("phases")).map(FetchPhases.init)
    }
}

extension AttachmentFailure {
    /// The failure that an answer describes.
    init(_ fields: AnswerFields) throws(AnswerDefect) {
        guard let reason = FailureReason(rawValue: try fields.text("reason")) else { throw fields.defect("reason") }
        self.init(
            reason, try fields.text("detail"), httpStatus: fields.whole("httpStatus"),
            retryAfter: fields.whole("retryAfter"), cached: fields.flag("cached") ?? false)
        fetchMilliseconds = fields.whole("fetchMs")
        phases = (try? fields.object("phases")).map(FetchPhases.init)
    }
}

extension FileURL {
    /// The path of a URL that `text(path:)` has made; nil for any other text.
    static func path(of url: String) -> String? {
        guard url.hasPrefix("file:///") else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(url.utf8.dropFirst(7))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
