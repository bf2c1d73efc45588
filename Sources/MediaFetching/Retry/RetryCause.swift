import CCurl

/// Why a request is made once more inside the same fetch.
package enum RetryCause: String, Sendable, CaseIterable {
    /// The connection was reset or closed where an answer, or more of it, was due.
    case connection
    /// A stream or the framing of HTTP/2 broke.
    case http2
    /// The body ended before it was whole.
    case truncated
    /// A status that stands for trouble that passes.
    case status
    /// 429: the origin wants fewer requests.
    case limited
    /// The answer to a request for the rest was of another version, or of another part.
    case otherPart = "other-part"

    /// The statuses that are worth another try (RFC 9110 section 15.6, RFC 6585 section 4).
    private static let statuses: Set<Int> = [500, 502, 503, 504]

    /// The codes of a connection that broke off; those of bad HTTP are among the others.
    private static let connectionCodes: Set<UInt32> = [
        CURLE_GOT_NOTHING.rawValue, CURLE_SEND_ERROR.rawValue, CURLE_RECV_ERROR.rawValue,
    ]
    private static let http2Codes: Set<UInt32> = [CURLE_HTTP2.rawValue, CURLE_HTTP2_STREAM.rawValue]

    /// The cause in a failure; nil where a new try would only bring the same.
    ///
    /// - Parameters:
    ///   - failure: What the hop came to.
    ///   - code: Its `CURLcode`; 0 where our own rules ended it.
    ///   - isForPart: Whether the request asked for the rest of a body.
    init?(_ failure: FetchFailure, code: UInt32, isForPart: Bool) {
        switch failure.reason {
        case .truncated: self = .truncated
        case .transferFailed where RetryCause.http2Codes.contains(code): self = .http2
        case .transferFailed where RetryCause.connectionCodes.contains(code): self = .connection
        case .httpStatus:
            guard let status = failure.httpStatus else { return nil }
            if isForPart, status == 206 || status == 416 {
                self = .otherPart
            } else if status == 429 {
                self = .limited
            } else if RetryCause.statuses.contains(status) {
                self = .status
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// Whether nothing was heard of HTTP: what a probe of an origin need not try again.
    var isOfConnection: Bool {
        self == .connection || self == .http2
    }
}
