/// Accepted bytes in the cache, named by their digest, with what was measured in them.
package struct Blob: Sendable, Equatable {
    /// SHA-256 of the bytes.
    package var digest: Digest
    /// File name extension without the dot.
    package var fileExtension: String
    /// Size in bytes.
    package var bytes: Int64
    /// Absolute path of the file.
    package var path: String
    /// What the inspection measured.
    package var description: MediaDescription

    /// Makes a record.
    package init(digest: Digest, fileExtension: String, bytes: Int64, path: String, description: MediaDescription) {
        self.digest = digest
        self.fileExtension = fileExtension
        self.bytes = bytes
        self.path = path
        self.description = description
    }
}

/// What an inspection measured, as the index keeps it; the cache itself only looks at `kind`.
package struct MediaDescription: Sendable, Equatable {
    /// `image`, `video` or `audio`.
    package var kind: String
    /// Short format name, `jpeg`.
    package var format: String
    /// Canonical MIME type.
    package var mime: String
    /// Uniform type identifier.
    package var type: String
    /// Width in pixels as displayed.
    package var width: UInt32?
    /// Height in pixels as displayed.
    package var height: UInt32?
    /// Frames or pages of an image.
    package var frames: UInt32?
    /// Playing time in milliseconds.
    package var durationMilliseconds: UInt64?
    /// Codec strings; none contains a comma.
    package var codecs: [String]
    /// Whether an image can be transparent.
    package var hasAlpha: Bool?
    /// Pixels of the canvas, so that another policy can judge a cached blob.
    package var canvasPixels: UInt64
    /// Harmless bytes after the format's end.
    package var trailingBytes: UInt64

    /// Makes a record.
    package init(
        kind: String, format: String, mime: String, type: String, width: UInt32? = nil, height: UInt32? = nil,
        frames: UInt32? = nil, durationMilliseconds: UInt64? = nil, codecs: [String] = [], hasAlpha: Bool? = nil,
        canvasPixels: UInt64 = 0, trailingBytes: UInt64 = 0
    ) {
        self.kind = kind
        self.format = format
        self.mime = mime
        self.type = type
        self.width = width
        self.height = height
        self.frames = frames
        self.durationMilliseconds = durationMilliseconds
        self.codecs = codecs
        self.hasAlpha = hasAlpha
        self.canvasPixels = canvasPixels
        self.trailingBytes = trailingBytes
    }
}
