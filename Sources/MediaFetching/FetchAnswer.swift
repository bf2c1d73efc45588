/// A fetch that ended well: the whole body has been consumed, or the origin confirmed what we hold.
package struct FetchAnswer: Sendable, Equatable {
    /// Whether the origin answered 304 to our validators; no byte was consumed then.
    package var notModified: Bool
    /// Decoded body bytes consumed.
    package var bytes: Int64
    /// The Content-Type header, never evidence, only compared and counted.
    package var contentType: String?
    /// How long the answer may be used.
    package var freshness: Freshness
    /// The origin's validators.
    package var validators: Validators
    /// The URL that answered in the end, after redirects.
    package var finalURL: String
    /// Redirects followed.
    package var redirects: Int
    /// Whether the body's end was marked; without it, only the bytes themselves can tell whether it came whole.
    package var isDelimited: Bool
    /// How long its parts took; nil until the fetch has ended.
    package var report: TransferReport?

    /// Makes an answer.
    package init(
        notModified: Bool, bytes: Int64, contentType: String?, freshness: Freshness, validators: Validators,
        finalURL: String, redirects: Int, isDelimited: Bool = true
    ) {
        self.notModified = notModified
        self.bytes = bytes
        self.contentType = contentType
        self.freshness = freshness
        self.validators = validators
        self.finalURL = finalURL
        self.redirects = redirects
        self.isDelimited = isDelimited
    }
}
