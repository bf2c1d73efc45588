/// What one member of Apple's dictionary must be (`aps`, "Generating a remote notification").
struct AppleField: Sendable {
    /// The values that a member may have.
    indirect enum Form: Sendable {
        case text
        /// An array of strings.
        case texts
        case number
        /// A whole number from 0 up.
        case count
        /// A number from 0 to 1.
        case unit
        /// 0 or 1, or as some senders write it, false or true.
        case flag
        case object
        case choice([JSONKey])
        /// A string, or an object whose members have rules of their own.
        case textOrObject([AppleField])
    }

    let key: JSONKey
    let form: Form

    init(_ key: JSONKey, _ form: Form) {
        self.key = key
        self.form = form
    }

    /// The dictionary of a notification.
    static let notification: [AppleField] = [
        AppleField("alert", .textOrObject(alert)), AppleField("badge", .count), AppleField("sound", sound),
        AppleField("thread-id", .text), AppleField("category", .text), AppleField("target-content-id", .text),
        AppleField("content-available", .flag), AppleField("mutable-content", .flag),
        AppleField("interruption-level", .choice(["passive", "active", "time-sensitive", "critical"])),
        AppleField("relevance-score", .unit), AppleField("filter-criteria", .text), AppleField("url-args", .texts),
    ]

    /// The dictionary of a Live Activity, known by its `event`: the score has no upper end, texts may be objects.
    static let liveActivity: [AppleField] = [
        AppleField("event", .choice(["start", "update", "end"])), AppleField("alert", .textOrObject([])),
        AppleField("sound", sound), AppleField("content-state", .object), AppleField("timestamp", .number),
        AppleField("stale-date", .number), AppleField("dismissal-date", .number),
        AppleField("relevance-score", .number),
    ]

    private static let alert: [AppleField] = [
        AppleField("title", .text), AppleField("subtitle", .text), AppleField("body", .text),
        AppleField("title-loc-key", .text), AppleField("title-loc-args", .texts),
        AppleField("subtitle-loc-key", .text), AppleField("subtitle-loc-args", .texts), AppleField("loc-key", .text),
        AppleField("loc-args", .texts), AppleField("launch-image", .text), AppleField("summary-arg", .text),
        AppleField("summary-arg-count", .count),
    ]

    private static let sound = Form.textOrObject([
        AppleField("name", .text), AppleField("volume", .unit), AppleField("critical", .flag),
    ])

    /// A warning for each member of an object that is not as the rules want it. The object stands at `path`, or is its
    /// member `parent`.
    static func warnings(
        _ rules: [AppleField], of object: Int, in payload: JSONTokens, at path: JSONPath, _ parent: JSONKey? = nil
    ) -> [ContentWarning] {
        var warnings: [ContentWarning] = []
        let names = payload.nameBits(of: object)
        for index in rules.indices where names & rules[index].key.bit != 0 {
            guard let value = payload.member(rules[index].key, of: object) else { continue }
            let rule = rules[index]
            guard rule.form.holds(value, in: payload) else {
                let place = path + JSONPath([parent, rule.key].compactMap { $0.map(JSONPath.Step.member) })
                warnings.append(ContentWarning(.malformedAps, "\(place) should be \(rule.form.words)"))
                continue
            }
            if case .textOrObject(let members) = rule.form, payload.kind(value) == .object {
                warnings += self.warnings(members, of: value, in: payload, at: path, rule.key)
            }
        }
        return warnings
    }
}

extension AppleField.Form {
    /// Whether a value is one of them; of an object's members nothing is said.
    func holds(_ value: Int, in payload: JSONTokens) -> Bool {
        let kind = payload.kind(value)
        switch self {
        case .text: return kind == .string
        case .texts:
            var areTexts = kind == .array
            payload.forEachElement(of: value) { if payload.kind($0) != .string { areTexts = false } }
            return areTexts
        case .number: return kind == .number
        case .count: return payload.number(value).map { $0 >= 0 && $0 == $0.rounded() } ?? false
        case .unit: return payload.number(value).map { (0...1).contains($0) } ?? false
        case .flag: return kind == .true || kind == .false || payload.number(value).map { $0 == 0 || $0 == 1 } ?? false
        case .object: return kind == .object
        case .choice(let words): return kind == .string && words.contains { payload.isName(value, $0) }
        case .textOrObject: return kind == .string || kind == .object
        }
    }

    /// The values in words, for people.
    var words: String {
        switch self {
        case .text: "a string"
        case .texts: "an array of strings"
        case .number: "a number"
        case .count: "a whole number from 0 up"
        case .unit: "a number from 0 to 1"
        case .flag: "0 or 1"
        case .object: "an object"
        case .choice(let words): "one of " + words.map(\.text).joined(separator: ", ")
        case .textOrObject: "a string or an object"
        }
    }
}
