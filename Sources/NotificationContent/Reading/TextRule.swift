/// A text of the notification that the vendor's own software takes from another place once it knows what became of the
/// media.
struct TextRule: Sendable {
    /// When the text counts; media are those for an Apple device that are to be attached.
    enum Occasion: Sendable {
        /// There are media, and every one of them is attached.
        case allAttached
        /// At least one is attached.
        case anyAttached
        /// There are media, and none of them is attached.
        case noneAttached
        /// The extension was started at all.
        case always

        /// Whether it has come; `attached` and `failed` count what became of the media.
        func hasCome(attached: Int, failed: Int) -> Bool {
            switch self {
            case .allAttached: attached > 0 && failed == 0
            case .anyAttached: attached > 0
            case .noneAttached: attached == 0 && failed > 0
            case .always: true
            }
        }
    }

    /// The texts that can be replaced; the raw values are the descriptor's names.
    enum Field: String, Sendable, CaseIterable {
        case title
        case subtitle
        case body
    }

    let field: Field
    /// Where the text stands; an empty one replaces nothing.
    let path: JSONPath
    let occasion: Occasion

    init(_ field: Field, at path: JSONPath, when occasion: Occasion) {
        self.field = field
        self.path = path
        self.occasion = occasion
    }

    /// All three texts under their own names in one object.
    static func all(in object: JSONPath, when occasion: Occasion) -> [TextRule] {
        Field.allCases.map { field in
            TextRule(field, at: object + [.member(JSONKey(field.rawValue))], when: occasion)
        }
    }
}
