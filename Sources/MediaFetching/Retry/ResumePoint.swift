import Telemetry

/// Where a body that broke off can go on, and what must be true of the rest so that two versions are never mixed. Pure.
struct ResumePoint: Sendable, Equatable {
    /// What names one version of the bytes, strong enough for If-Range (RFC 9110 section 13.1.5).
    enum Validator: Sendable, Equatable {
        case etag(String)
        case lastModified(String)

        /// The header's value.
        var value: String {
            switch self {
            case .etag(let value), .lastModified(let value): value
            }
        }

        /// The header that carries it, in lower case.
        var field: String {
            switch self {
            case .etag: "etag"
            case .lastModified: "last-modified"
            }
        }
    }

    /// The version that the bytes so far are of.
    let validator: Validator
    /// The length of the whole body.
    let total: Int64
    /// The bytes that are there already; more than none and fewer than all before it is used.
    var offset: Int64 = 0

    /// The seconds by which a modification must lie before the answer, so that no second one can hide in the same second.
    private static let leastAge: Int64 = 60

    /// What a whole answer allows; nil unless its origin serves ranges of a body with a length, uncoded, and names its
    /// version by a strong validator.
    init?(_ head: ResponseHead, now: WallTime) {
        guard head.status == 200, let framing = try? BodyFraming(head), framing.coding == nil,
            let total = framing.length, total > 0,
            head.values("accept-ranges").contains(where: { $0.trimmingBlanks.lowercased() == "bytes" }),
            let validator = ResumePoint.validator(of: head, now: now)
        else { return nil }
        self.validator = validator
        self.total = total
    }

    /// The point after so many bytes; nil where there is nothing to go on from, or no rest.
    func advanced(to offset: Int64) -> ResumePoint? {
        guard offset > 0, offset < total else { return nil }
        var point = self
        point.offset = offset
        return point
    }

    /// The lines of a request for the rest (RFC 9110 sections 13.1.5 and 14.2).
    var headers: [String] {
        ["Range: bytes=\(offset)-", "If-Range: " + validator.value]
    }

    /// Whether a 206 is the rest of the very same bytes: version, first byte, last byte and total, uncoded.
    func isContinued(by head: ResponseHead, _ framing: BodyFraming) -> Bool {
        guard head.status == 206, framing.coding == nil, head.values(validator.field) == [validator.value],
            let text = head.first("content-range"), head.values("content-range").count == 1,
            let range = ContentRange(text)
        else { return false }
        return range.first == offset && range.last == total - 1 && range.total == total
            && (framing.length ?? total - offset) == total - offset
    }

    private static func validator(of head: ResponseHead, now: WallTime) -> Validator? {
        let tags = head.values("etag")
        if let tag = tags.first {
            let isStrong =
                tags.count == 1 && tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
                && HopRequest.isHeaderValue(tag)
            return isStrong ? .etag(tag) : nil
        }
        let modifications = head.values("last-modified")
        guard let text = modifications.first, modifications.count == 1, HopRequest.isHeaderValue(text),
            let modified = HTTPDate.parse(text, now: now),
            let date = head.first("date").flatMap({ HTTPDate.parse($0, now: now) }),
            modified.seconds(to: date) >= leastAge
        else { return nil }
        return .lastModified(text)
    }
}
