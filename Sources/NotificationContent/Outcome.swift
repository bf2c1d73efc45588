/// What became of one media reference.
package enum Outcome: Sendable, Equatable {
    /// The media are in the cache and can be shown.
    case attached(AttachedMedia)
    /// They are not, for a named reason.
    case failed(AttachmentFailure)
}

/// How the cache answered for one reference.
package enum CacheResult: String, Sendable, CaseIterable {
    /// Fetched for this request.
    case miss
    /// Fresh in the cache.
    case hit
    /// Stale, and the origin confirmed it (304).
    case revalidated
    /// Stale, and served all the same.
    case stale
    /// Shared the flight that another request or reference had begun.
    case joined
}

/// Accepted media: the facts that an ATTACHMENT of the descriptor reports beside those of its reference.
package struct AttachedMedia: Sendable, Equatable {
    /// Absolute path of the blob's file.
    package var path: String
    /// Lower-case hexadecimal SHA-256 of the bytes.
    package var sha256: String
    /// File name extension without the dot.
    package var fileExtension: String
    /// Uniform type identifier.
    package var type: String
    /// MIME type.
    package var mime: String
    /// `image`, `video` or `audio`.
    package var kind: String
    /// Short format name.
    package var format: String
    /// Size in bytes.
    package var bytes: Int64
    /// Width in pixels as displayed.
    package var width: UInt32?
    /// Height in pixels as displayed.
    package var height: UInt32?
    /// Frames or pages of an image.
    package var frames: UInt32?
    /// Playing time in milliseconds.
    package var durationMilliseconds: UInt64?
    /// RFC 6381 codec strings.
    package var codecs: [String]
    /// Whether an image can be transparent.
    package var hasAlpha: Bool?
    /// Harmless bytes after the format's end; a warning when above 0.
    package var trailingBytes: UInt64
    /// What those who judged the bytes have to remark, in sentences that a name and a colon can stand before.
    package var remarks: [ContentWarning]
    /// How the cache answered.
    package var cache: CacheResult
    /// Until when the cache answers without asking the origin, RFC 3339; nil under no-store.
    package var freshUntil: String?
    /// Milliseconds the fetch, inspection and storing took; nil for a hit.
    package var fetchMilliseconds: Int64?
    /// The parts of that time; nil for a hit.
    package var phases: FetchPhases?

    /// Makes a record.
    package init(
        path: String, sha256: String, fileExtension: String, type: String, mime: String, kind: String, format: String,
        bytes: Int64, width: UInt32? = nil, height: UInt32? = nil, frames: UInt32? = nil,
        durationMilliseconds: UInt64? = nil, codecs: [String] = [], hasAlpha: Bool? = nil, trailingBytes: UInt64 = 0,
        remarks: [ContentWarning] = [], cache: CacheResult, freshUntil: String? = nil, fetchMilliseconds: Int64? = nil
    ) {
        self.path = path
        self.sha256 = sha256
        self.fileExtension = fileExtension
        self.type = type
        self.mime = mime
        self.kind = kind
        self.format = format
        self.bytes = bytes
        self.width = width
        self.height = height
        self.frames = frames
        self.durationMilliseconds = durationMilliseconds
        self.codecs = codecs
        self.hasAlpha = hasAlpha
        self.trailingBytes = trailingBytes
        self.remarks = remarks
        self.cache = cache
        self.freshUntil = freshUntil
        self.fetchMilliseconds = fetchMilliseconds
    }
}

/// A missing attachment: the facts that a failure of the descriptor reports beside those of its reference.
package struct AttachmentFailure: Error, Sendable, Equatable {
    /// The stable reason.
    package var reason: FailureReason
    /// One sentence for a person, without secrets.
    package var detail: String
    /// The origin's status, for `http-status`.
    package var httpStatus: Int?
    /// Seconds until a new try can succeed, rounded up.
    package var retryAfter: Int?
    /// Whether this is a remembered failure.
    package var cached: Bool
    /// Milliseconds until it was known; nil where nothing was tried, or where the work still goes on.
    package var fetchMilliseconds: Int64?
    /// The parts of that time; nil where no origin was asked.
    package var phases: FetchPhases?

    /// Makes a failure.
    package init(
        _ reason: FailureReason, _ detail: String, httpStatus: Int? = nil, retryAfter: Int? = nil, cached: Bool = false
    ) {
        self.reason = reason
        self.detail = detail
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
        self.cached = cached
    }

    /// The UNError code a phone would give for the same file (`UNErrorCode`: 101 unrecognized type, 102 invalid file
    /// size, 105 corrupt); nil where a phone would not have got so far.
    package var appleError: Int? {
        switch reason {
        case .unsupportedType, .polyglot, .encrypted, .externalReference: 101
        case .tooLarge: 102
        case .empty, .truncated, .corrupt: 105
        default: nil
        }
    }
}
