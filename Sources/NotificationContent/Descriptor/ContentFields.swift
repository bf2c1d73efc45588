/// The fields of `UNNotificationContent` that come from a payload.
enum ContentFields {
    /// As in a payload for an Apple device.
    static let apple = apple(or: [:])

    /// Where each field stands in Apple's dictionary.
    ///
    /// A text that is only named keeps the names of Apple's keys: which text a key leads to is known to the app alone.
    private static let own: [(name: String, kinds: KindSet, paths: [JSONPath])] = [
        ("title", .string, [["alert", "title"]]),
        ("title-loc-key", .string, [["alert", "title-loc-key"]]),
        ("title-loc-args", .array, [["alert", "title-loc-args"]]),
        ("subtitle", .string, [["alert", "subtitle"]]),
        ("subtitle-loc-key", .string, [["alert", "subtitle-loc-key"]]),
        ("subtitle-loc-args", .array, [["alert", "subtitle-loc-args"]]),
        ("body", .string, [["alert", "body"], ["alert"]]),
        ("loc-key", .string, [["alert", "loc-key"]]),
        ("loc-args", .array, [["alert", "loc-args"]]),
        ("launchImageName", .string, [["alert", "launch-image"]]),
        ("summaryArgument", .string, [["alert", "summary-arg"]]),
        ("summaryArgumentCount", .number, [["alert", "summary-arg-count"]]),
        ("badge", .number, [["badge"]]),
        ("sound", [.string, .object], [["sound"]]),
        ("categoryIdentifier", .string, [["category"]]),
        ("threadIdentifier", .string, [["thread-id"]]),
        ("targetContentIdentifier", .string, [["target-content-id"]]),
        ("interruptionLevel", .string, [["interruption-level"]]),
        ("relevanceScore", .number, [["relevance-score"]]),
        ("filterCriteria", .string, [["filter-criteria"]]),
    ]

    /// The fields where Apple's dictionary stands at `aps`; `others` are places to look after that, by field, and
    /// `rules` stand for the fields of their names.
    static func apple(
        aps: JSONPath = ["aps"], or others: [String: [JSONPath]], instead rules: [FieldRule] = []
    ) -> [FieldRule] {
        own.map { field in
            if let rule = rules.first(where: { $0.name == field.name }) { return rule }
            return FieldRule(
                field.name, .copy(field.kinds), field.paths.map { aps + $0 } + (others[field.name] ?? []))
        }
    }
}
