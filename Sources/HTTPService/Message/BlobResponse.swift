package import AttachmentCache
package import Telemetry

/// The answer that sends an immutable file: the whole, a part of it, or the news that the client has it already.
package struct BlobResponse: Sendable {
    /// The open file, or the bytes themselves.
    package var content: ReadyBlob.Content
    /// Its size in bytes.
    package var size: Int64
    /// Its media type.
    package var mime: String
    /// Its tag: the digest.
    package var tag: EntityTag

    /// An answer to be.
    package init(file: DescriptorHandle, size: Int64, mime: String, tag: EntityTag) {
        content = .file(file)
        self.size = size
        self.mime = mime
        self.tag = tag
    }

    /// An answer to be, of what the cache has ready.
    package init(_ ready: ReadyBlob, tag: EntityTag) {
        content = ready.content
        size = ready.blob.bytes
        mime = ready.blob.description.mime
        self.tag = tag
    }

    /// 304, 416, 206 or 200, as the request's conditions and range ask; `HEAD` gets no body, but the length, and ranges
    /// are only for `GET` (RFC 9110, section 14.2).
    package func response(to request: HTTPRequest) -> HTTPResponse {
        var headers: [HeaderField] = [.immutable, .noSniff, .acceptRanges]
        if let field = HeaderField("ETag", tag.quoted) { headers.append(field) }
        if tag.matchesAny(ofIfNoneMatch: request.headers.all("if-none-match")) {
            return HTTPResponse(.notModified, headers: headers)
        }
        let mayRange = request.method == .get && tag.allowsRange(ifRange: request.headers.all("if-range"))
        switch mayRange ? ByteRange.select(request.headers.all("range"), size: size) : .whole {
        case .unsatisfiable:
            let range = HeaderField("Content-Range", "bytes */\(size)")
            return ProblemDetails(
                .rangeNotSatisfiable, "The range lies outside of the \(size) bytes.", headers: range.map { [$0] } ?? []
            ).response()
        case .whole:
            if let type = HeaderField("Content-Type", mime) { headers.append(type) }
            return HTTPResponse(.ok, headers: headers, body: part(offset: 0, count: size))
        case .part(let range):
            if let type = HeaderField("Content-Type", mime) { headers.append(type) }
            if let part = HeaderField("Content-Range", range.contentRange(of: size)) { headers.append(part) }
            return HTTPResponse(
                .partialContent, headers: headers, body: part(offset: range.offset, count: range.count))
        }
    }

    private func part(offset: Int64, count: Int64) -> HTTPResponse.Body {
        switch content {
        case .file(let file): return .file(file, offset: offset, count: count)
        case .bytes(let bytes):
            guard count < bytes.count else { return .bytes(bytes) }
            return .bytes(Array(bytes.dropFirst(Int(offset)).prefix(Int(count))))
        }
    }
}
