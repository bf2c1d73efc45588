/// An ATTACHMENT of the descriptor (DESIGN section 5).
package struct AttachmentReport: JSONValue, Sendable {
    /// What the payload says of it.
    package let reference: MediaReference
    /// What was fetched.
    package let media: AttachedMedia
    /// The blob's place on the daemon's server.
    let blobPath: String

    /// Puts both together.
    package init(_ reference: MediaReference, _ media: AttachedMedia) {
        self.reference = reference
        self.media = media
        blobPath = media.blobPath
    }

    /// Writes the ATTACHMENT; what is not known is left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", reference.identifier)
        writer.member("url", FileURL.text(path: media.path))
        writer.member("href", blobPath)
        writer.member("type", media.type)
        writer.member("mime", media.mime)
        writer.member("kind", media.kind)
        writer.member("format", media.format)
        writer.member("bytes", media.bytes)
        writer.member("sha256", media.sha256)
        writer.member("width", media.width)
        writer.member("height", media.height)
        writer.member("frames", media.frames)
        writer.member("duration", media.durationMilliseconds.map { Seconds(milliseconds: $0) })
        if !media.codecs.isEmpty { writer.array("codecs", of: media.codecs) }
        writer.member("hasAlpha", media.hasAlpha)
        writer.member("options", reference.options.orNothing)
        writer.member("source", reference.source)
        writer.member("role", reference.role?.rawValue)
        writer.member("platform", reference.platform?.rawValue)
        writer.member("cache", media.cache.rawValue)
        writer.member("freshUntil", media.freshUntil)
        writer.member("fetchMs", media.fetchMilliseconds)
        writer.member("phases", media.phases)
        writer.endObject()
    }
}

extension AttachedMedia {
    /// The blob's place on the daemon's server: `/v1/blobs/<sha256>.<ext>`.
    package var blobPath: String {
        var path = "/v1/blobs/"
        path.reserveCapacity(path.utf8.count + sha256.utf8.count + 1 + fileExtension.utf8.count)
        path += sha256
        path += "."
        path += fileExtension
        return path
    }
}
