/// What Apple's dictionary says, as far as the gate and the warnings are concerned.
struct AppleDictionary {
    /// What kind each of Apple's keys must have (`apple-attachments`, section 6).
    private static let kinds: [(key: JSONKey, kinds: KindSet)] = [
        ("alert", [.string, .object]), ("badge", .number), ("sound", [.string, .object]), ("thread-id", .string),
        ("category", .string), ("target-content-id", .string), ("content-available", [.number, .flag]),
        ("mutable-content", [.number, .flag]), ("interruption-level", .string), ("relevance-score", .number),
        ("filter-criteria", .string),
    ]

    /// The members of an alert that show something.
    private static let texts: [JSONKey] = [
        "title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key",
    ]

    private static let aps: JSONKey = "aps"
    private static let alert: JSONKey = "alert"
    private static let mutableContent: JSONKey = "mutable-content"

    let isMutable: Bool
    let hasAlert: Bool
    let warnings: [ContentWarning]

    /// Reads the dictionary of an APNs payload; nil if the payload has none and so is not for an Apple device.
    init?(of payload: JSONTokens) {
        guard let aps = payload.member(Self.aps, of: 0) else { return nil }
        guard payload.kind(aps) == .object else {
            isMutable = false
            hasAlert = false
            warnings = [ContentWarning(.malformedAps, "aps is not an object")]
            return
        }
        isMutable = payload.member(Self.mutableContent, of: aps).map { payload.isTrue($0) } ?? false
        hasAlert = payload.member(Self.alert, of: aps).map { Self.shows($0, in: payload) } ?? false
        warnings = Self.kinds.compactMap { rule in
            guard let value = payload.member(rule.key, of: aps) else { return nil }
            guard !rule.kinds.contains(payload.kind(value)) else { return nil }
            return ContentWarning(.malformedAps, "aps.\(rule.key.text) is a value of the wrong kind")
        }
    }

    private static func shows(_ alert: Int, in payload: JSONTokens) -> Bool {
        switch payload.kind(alert) {
        case .string:
            return isText(alert, in: payload)
        case .object:
            return texts.contains { key in payload.member(key, of: alert).map { isText($0, in: payload) } ?? false }
        default:
            return false
        }
    }

    private static func isText(_ token: Int, in payload: JSONTokens) -> Bool {
        // Two bytes are the quotes.
        payload.kind(token) == .string && payload.range(token).count > 2
    }
}
