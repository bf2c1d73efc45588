import AttachmentCache
import Telemetry

/// `GET /v1/blobs/<sha256>[.ext]`: the bytes themselves. Open to clients without a token: the name is the secret.
struct BlobRoutes: Sendable {
    let service: Service

    var routes: [Route] {
        [Route(.get, "/v1/blobs/{name}", isOpen: true) { blob($0) }]
    }

    private func blob(_ routed: RoutedRequest) -> HTTPReply {
        // Nothing of the path reaches the file system: the digest is parsed, and the index knows the file.
        let name = routed.parameter("name") ?? ""
        let utf8 = name.utf8.span
        let place = utf8.indices.first { utf8[$0] == UInt8(ascii: ".") } ?? utf8.count
        let dot = name.utf8.index(name.startIndex, offsetBy: place)
        guard let digest = Digest(hexadecimal: name[..<dot]) else { return .now(BlobRoutes.missing) }
        let fileExtension = dot == name.endIndex ? nil : String(name[name.utf8.index(after: dot)...])
        if let ready = service.cache.ready(digest) {
            guard fileExtension == nil || fileExtension == ready.found.blob.fileExtension,
                let response = BlobResponse(ready)
            else {
                return .now(BlobRoutes.missing)
            }
            return .now(response.response(to: routed.request))
        }
        guard let tag = EntityTag(digest.hexadecimal) else { return .now(BlobRoutes.missing) }
        return service.waiting(4096) { [self] in
            guard let (blob, file) = await service.cache.open(digest),
                fileExtension == nil || fileExtension == blob.fileExtension
            else { return BlobRoutes.missing }
            return BlobResponse(file: file, size: blob.bytes, mime: blob.description.mime, tag: tag)
                .response(to: routed.request)
        }
    }

    private static let missing = ProblemDetails(.notFound, "There is no such blob.").response()
}
