/// What Apple's dictionary says, as far as the gate and the warnings are concerned.
struct AppleDictionary {
    /// The members of an alert that show something.
    private static let texts: [JSONKey] = [
        "title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key",
    ]

    /// Where it stands in a payload for an Apple device.
    static let root: JSONPath = ["aps"]

    private static let alert: JSONKey = "alert"
    private static let mutableContent: JSONKey = "mutable-content"
    private static let contentAvailable: JSONKey = "content-available"
    private static let event: JSONKey = "event"

    let isMutable: Bool
    let hasAlert: Bool
    /// Whether it only wakes the app.
    let isSilent: Bool
    let warnings: [ContentWarning]

    /// Reads the dictionary at a path of a payload; nil if there is none, as in what is not for an Apple device.
    init?(of payload: JSONTokens, at path: JSONPath = root) {
        guard let aps = payload.find(path, from: 0) else { return nil }
        guard payload.kind(aps) == .object else {
            isMutable = false
            hasAlert = false
            isSilent = false
            warnings = [ContentWarning(.malformedAps, "\(path) should be an object")]
            return
        }
        isMutable = payload.member(Self.mutableContent, of: aps).map { payload.isTrue($0) } ?? false
        hasAlert = payload.member(Self.alert, of: aps).map { Self.shows($0, in: payload) } ?? false
        isSilent = !hasAlert && (payload.member(Self.contentAvailable, of: aps).map { payload.isTrue($0) } ?? false)
        let rules =
            payload.member(Self.event, of: aps) == nil ? AppleField.notification : AppleField.liveActivity
        warnings = AppleField.warnings(rules, of: aps, in: payload, at: path)
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
