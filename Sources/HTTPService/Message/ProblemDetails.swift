import NotificationContent

/// An error as a client reads it (RFC 9457, `application/problem+json`).
package struct ProblemDetails: Error, Sendable, Hashable {
    /// A further member.
    package struct Member: Sendable, Hashable {
        private enum Value: Sendable, Hashable {
            case text(String)
            case number(Int64)
        }
        private let name: String
        private let value: Value

        /// A text.
        package static func text(_ name: String, _ value: String) -> Member { Member(name: name, value: .text(value)) }
        /// A whole number.
        package static func number(_ name: String, _ value: Int64) -> Member {
            Member(name: name, value: .number(value))
        }

        fileprivate func write(to writer: inout JSONWriter) {
            switch value {
            case .text(let text): writer.member(name, text)
            case .number(let number): writer.member(name, number)
            }
        }
    }

    /// The kinds that have a name of their own.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The status says it all.
        case blank = "about:blank"
        /// The body is no JSON; has the byte `offset`.
        case malformedJSON = "urn:attachd:malformed-json"
        /// Too much to do; has `Retry-After`.
        case overloaded = "urn:attachd:overloaded"
    }

    /// The status.
    package var status: HTTPStatus
    /// The kind.
    package var kind: Kind
    /// One sentence for a person, without secrets.
    package var detail: String
    /// A URI of this very case.
    package var instance: String?
    /// Further members, in order.
    package var members: [Member]
    /// Further header fields, such as `Allow` and `Retry-After`.
    package var headers: [HeaderField]

    /// A problem.
    package init(
        _ status: HTTPStatus, _ detail: String, kind: Kind = .blank, instance: String? = nil,
        members: [Member] = [], headers: [HeaderField] = []
    ) {
        self.status = status
        self.kind = kind
        self.detail = detail
        self.instance = instance
        self.headers = headers
        self.members = members
    }

    /// The body is no JSON from byte `offset` on.
    package static func malformedJSON(_ detail: String, offset: Int) -> ProblemDetails {
        ProblemDetails(
            .badRequest, detail, kind: .malformedJSON, members: [.number("offset", Int64(clamping: offset))])
    }

    /// Too much to do; `retryAfter` in whole seconds.
    package static func overloaded(_ detail: String, retryAfter: Int) -> ProblemDetails {
        ProblemDetails(
            .serviceUnavailable, detail, kind: .overloaded,
            headers: [HeaderField(fixed: "Retry-After", number: Int64(clamping: retryAfter))])
    }

    /// The JSON object, in the order of the standard.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", kind.rawValue)
            writer.member("title", status.phrase)
            writer.member("status", Int(status.rawValue))
            writer.member("detail", detail)
            writer.member("instance", instance)
            for member in members { member.write(to: &writer) }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The answer; never stored by a cache.
    package func response(closes: Bool = false) -> HTTPResponse {
        HTTPResponse(status, headers: [.problem, .noStore] + headers, body: .bytes(json), closes: closes)
    }
}
