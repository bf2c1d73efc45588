/// A field of the descriptor that dialects' tables fill, as the description of the contract needs it.
package struct DescriptorField: Sendable, Equatable {
    /// Its name in the descriptor.
    package let name: String
    /// The JSON types that its value can have, in alphabetical order.
    package let types: [String]

    /// The fields of `content` in any dialect, by name; `attachments` and `userInfo` are in no table.
    package static let content = fields(DialectTable.all.map(\.content))

    /// The fields of `notification` in any dialect, by name.
    package static let notification = fields(DialectTable.all.map(\.notification))

    private static func fields(_ tables: [[FieldRule]]) -> [DescriptorField] {
        var types: [String: Set<String>] = [:]
        for rule in tables.flatMap({ $0 }) { types[rule.name, default: []].formUnion(rule.form.types) }
        return types.map { DescriptorField(name: $0.key, types: $0.value.sorted()) }.sorted { $0.name < $1.name }
    }
}

extension FieldRule.Form {
    /// The JSON types of what it writes.
    fileprivate var types: [String] {
        switch self {
        case .copy(let kinds): kinds.types
        case .text, .language: ["string"]
        case .flag, .textFlag, .presence: ["boolean"]
        case .seconds: ["integer"]
        case .buttons: ["array"]
        case .action, .members, .renamed: ["object"]
        }
    }
}

extension KindSet {
    private static let names: [(KindSet, String)] = [
        (.object, "object"), (.array, "array"), (.string, "string"), (.number, "number"), (.flag, "boolean"),
    ]

    fileprivate var types: [String] {
        KindSet.names.compactMap { isDisjoint(with: $0.0) ? nil : $0.1 }
    }
}

/// The words for Apple's options of an action (`UNNotificationActionOptions`).
package enum NotificationActionOptions {
    /// Every word.
    package static let names = NotificationAction.Option.allCases.map(\.rawValue)
}
