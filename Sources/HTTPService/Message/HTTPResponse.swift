package import AttachmentCache
package import Telemetry

/// An answer, ready to be sent; the server adds `Date`, `Content-Length`, `X-Request-Id` and `traceparent`.
package struct HTTPResponse: Sendable {
    /// What follows the header.
    package enum Body: Sendable {
        /// Nothing: `Content-Length: 0`, or no length with 204 and 304.
        case none
        /// Bytes in memory.
        case bytes([UInt8])
        /// All bytes of a blob that the cache keeps in memory, sent without a copy. The server keeps the whole answer
        /// beside the content where it is a 200.
        case kept(HotContent)
        /// A part of an open file, sent with sendfile(2): offset and count in bytes.
        case file(DescriptorHandle, offset: Int64, count: Int64)
    }

    /// The status.
    package var status: HTTPStatus
    /// The fields, in order.
    package var headers: [HeaderField]
    /// What follows the header; left out by the server where the request was `HEAD`.
    package var body: Body
    /// Whether the connection ends with this answer.
    package var closes: Bool

    /// An answer.
    package init(_ status: HTTPStatus, headers: [HeaderField] = [], body: Body = .none, closes: Bool = false) {
        self.status = status
        self.headers = headers
        self.body = body
        self.closes = closes
    }

    /// A 200 of JSON; its list of fields is one constant that all such answers share.
    package static func json(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(.ok, headers: jsonHeaders, body: .bytes(bytes))
    }

    private static let jsonHeaders: [HeaderField] = [.json]
}
