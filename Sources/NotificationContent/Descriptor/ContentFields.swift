/// The fields of `UNNotificationContent` that come from a payload.
enum ContentFields {
    /// As in a payload for an Apple device.
    static let apple = apple(or: [:])

    /// The fields where Apple's dictionary stands at `aps`; `others` are places to look after that, by field.
    static func apple(aps: JSONPath = ["aps"], or others: [String: [JSONPath]]) -> [FieldRule] {
        let own: [(name: String, kinds: KindSet, paths: [JSONPath])] = [
            ("title", .string, [["alert", "title"]]),
            ("subtitle", .string, [["alert", "subtitle"]]),
            ("body", .string, [["alert", "body"], ["alert"]]),
            ("badge", .number, [["badge"]]),
            ("sound", [.string, .object], [["sound"]]),
            ("categoryIdentifier", .string, [["category"]]),
            ("threadIdentifier", .string, [["thread-id"]]),
            ("targetContentIdentifier", .string, [["target-content-id"]]),
            ("interruptionLevel", .string, [["interruption-level"]]),
            ("relevanceScore", .number, [["relevance-score"]]),
            ("filterCriteria", .string, [["filter-criteria"]]),
        ]
        return own.map { field in
            FieldRule(field.name, .copy(field.kinds), field.paths.map { aps + $0 } + (others[field.name] ?? []))
        }
    }
}
