package import Telemetry

/// A fetch that brought nothing usable.
package struct FetchFailure: Error, Sendable, Equatable {
    /// The reasons a fetch can give; the raw values are those of DESIGN section 4.
    package enum Reason: String, Sendable, CaseIterable {
        case deadline
        case unsupportedType = "unsupported-type"
        case tooLarge = "too-large"
        case truncated
        case invalidURL = "invalid-url"
        case forbiddenScheme = "forbidden-scheme"
        case forbiddenAddress = "forbidden-address"
        case forbiddenPort = "forbidden-port"
        case insecureRedirect = "insecure-redirect"
        case tooManyRedirects = "too-many-redirects"
        case dnsFailure = "dns-failure"
        case connectFailure = "connect-failure"
        case tlsFailure = "tls-failure"
        case httpStatus = "http-status"
        case stalled
        case transferFailed = "transfer-failed"
        case badEncoding = "bad-encoding"
        case storageFull = "storage-full"
        case storageError = "storage-error"
        case cancelled
    }

    /// The stable reason.
    package var reason: Reason
    /// One sentence for a person, without secrets: no query, no userinfo, no address that the policy hides.
    package var detail: String
    /// The origin's status for `http-status`.
    package var httpStatus: Int?
    /// The origin's Retry-After in seconds.
    package var retryAfterSeconds: Int64?
    /// How long the response that showed the fault would have been fresh; nil without a response.
    package var freshUntil: WallTime?
    /// Whether the origin was not asked: this is how it failed lately, and `retryAfterSeconds` says when it may be again.
    package var isRemembered = false
    /// The name of the rule that refused an address or port (`AddressRules.refusalNames`): for logs and metrics, never for
    /// the asker.
    package var rule: String?
    /// How long its parts took; nil where no origin was asked, and until the fetch has ended.
    package var report: TransferReport?

    /// Makes a failure.
    package init(
        _ reason: Reason, _ detail: String, httpStatus: Int? = nil, retryAfterSeconds: Int64? = nil,
        freshUntil: WallTime? = nil, rule: String? = nil
    ) {
        self.reason = reason
        self.detail = detail
        self.httpStatus = httpStatus
        self.retryAfterSeconds = retryAfterSeconds
        self.freshUntil = freshUntil
        self.rule = rule
    }
}
