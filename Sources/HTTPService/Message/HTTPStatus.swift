/// A response status (RFC 9110, section 15).
package struct HTTPStatus: RawRepresentable, Sendable, Hashable {
    /// The three digits.
    package let rawValue: UInt16

    /// A status of 200-599; everything else would be a programming error, and becomes 500.
    package init(rawValue: UInt16) {
        self.rawValue = (200...599).contains(rawValue) ? rawValue : 500
    }

    /// 200.
    package static let ok = HTTPStatus(rawValue: 200)
    /// 206.
    package static let partialContent = HTTPStatus(rawValue: 206)
    /// 304.
    package static let notModified = HTTPStatus(rawValue: 304)
    /// 400.
    package static let badRequest = HTTPStatus(rawValue: 400)
    /// 401.
    package static let unauthorized = HTTPStatus(rawValue: 401)
    /// 404.
    package static let notFound = HTTPStatus(rawValue: 404)
    /// 405.
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 413.
    package static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 415.
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 416.
    package static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    /// 503.
    package static let serviceUnavailable = HTTPStatus(rawValue: 503)

    /// The standard's phrase, as the title of problem details.
    package var phrase: String {
        HTTPStatus.phrases[rawValue] ?? "Status \(rawValue)"
    }

    private static let phrases: [UInt16: String] = [
        200: "OK", 202: "Accepted", 204: "No Content", 206: "Partial Content", 304: "Not Modified",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
        503: "Service Unavailable",
    ]
}
