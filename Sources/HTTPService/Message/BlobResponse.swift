package import AttachmentCache
import Synchronization
package import Telemetry

/// The answer that sends an immutable file: the whole, a part of it, or the news that the client has it already.
package struct BlobResponse: Sendable {
    /// The open file, or the bytes themselves.
    package var content: ReadyBlob.Content
    /// Its size in bytes.
    package var size: Int64
    private let fields: Fields

    /// What every answer of a blob says of it.
    private final class Fields: Sendable {
        /// Its tag: the digest.
        let tag: EntityTag
        /// The fields of an answer without a body.
        let bare: [HeaderField]
        /// The fields of one with a body.
        let full: [HeaderField]

        init(_ tag: EntityTag, mime: String) {
            self.tag = tag
            var headers: [HeaderField] = [.immutable, .noSniff, .acceptRanges]
            if let field = HeaderField("ETag", tag.quoted) { headers.append(field) }
            bare = headers
            if let type = HeaderField("Content-Type", mime) { headers.append(type) }
            full = headers
        }
    }

    /// An answer to be.
    package init(file: DescriptorHandle, size: Int64, mime: String, tag: EntityTag) {
        content = .file(file)
        self.size = size
        fields = Fields(tag, mime: mime)
    }

    /// An answer to be, of what the cache has ready; nil for a digest that makes no tag.
    ///
    /// The fields are made once for a blob, and kept with it.
    package init?(_ ready: ReadyBlob) {
        let blob = ready.found.blob
        if let known = ready.found.note.withLock({ $0 }) as? Fields {
            fields = known
        } else {
            guard let tag = EntityTag(blob.digest.hexadecimal) else { return nil }
            let made = Fields(tag, mime: blob.description.mime)
            ready.found.note.withLock { $0 = made }
            fields = made
        }
        content = ready.content
        size = blob.bytes
    }

    /// 304, 416, 206 or 200, as the request's conditions and range ask; `HEAD` gets no body, but the length, and ranges
    /// are only for `GET` (RFC 9110, section 14.2).
    package func response(to request: HTTPRequest) -> HTTPResponse {
        let tag = fields.tag
        if tag.matchesAny(ofIfNoneMatch: request.headers.all("if-none-match")) {
            return HTTPResponse(.notModified, headers: fields.bare)
        }
        let mayRange = request.method == .get && tag.allowsRange(ifRange: request.headers.all("if-range"))
        switch mayRange ? ByteRange.select(request.headers.all("range"), size: size) : .whole {
        case .unsatisfiable:
            let range = HeaderField("Content-Range", "bytes */\(size)")
            return ProblemDetails(
                .rangeNotSatisfiable, "The range lies outside of the \(size) bytes.", headers: range.map { [$0] } ?? []
            ).response()
        case .whole:
            return HTTPResponse(.ok, headers: fields.full, body: part(offset: 0, count: size))
        case .part(let range):
            var headers = fields.full
            if let part = HeaderField("Content-Range", range.contentRange(of: size)) { headers.append(part) }
            return HTTPResponse(
                .partialContent, headers: headers, body: part(offset: range.offset, count: range.count))
        }
    }

    private func part(offset: Int64, count: Int64) -> HTTPResponse.Body {
        switch content {
        case .file(let file): return .file(file, offset: offset, count: count)
        case .memory(let content):
            guard count < content.bytes.count else { return .kept(content) }
            return .bytes(content.bytes.copy(Int(offset)..<Int(offset + count)))
        }
    }
}
