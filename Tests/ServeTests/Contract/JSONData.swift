import NotificationContent

/// A JSON document as a value that tests walk through.
enum JSONData: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONData])
    case object([String: JSONData])

    /// Reads a document.
    init(_ bytes: [UInt8]) throws {
        let tokens = try JSONTokens(bytes)
        self.init(tokens, 0)
    }

    private init(_ tokens: JSONTokens, _ token: Int) {
        switch tokens.kind(token) {
        case .string: self = .text(tokens.text(token) ?? "")
        case .number: self = .number(tokens.number(token) ?? .infinity)
        case .true: self = .flag(true)
        case .false: self = .flag(false)
        case .null: self = .null
        case .array:
            var elements: [JSONData] = []
            tokens.forEachElement(of: token) { elements.append(JSONData(tokens, $0)) }
            self = .list(elements)
        case .object:
            var members: [String: JSONData] = [:]
            tokens.forEachMember(of: token) { name, value in
                members[tokens.text(name) ?? ""] = JSONData(tokens, value)
            }
            self = .object(members)
        }
    }

    /// A member of an object.
    subscript(_ name: String) -> JSONData? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text of a string.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The value of a number.
    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The elements of an array; none of anything else.
    var elements: [JSONData] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The members of an object by name; none of anything else.
    var members: [(name: String, value: JSONData)] {
        guard case .object(let members) = self else { return [] }
        return members.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// The names of JSON Schema that it goes by.
    var types: Set<String> {
        switch self {
        case .null: ["null"]
        case .flag: ["boolean"]
        case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
        case .text: ["string"]
        case .list: ["array"]
        case .object: ["object"]
        }
    }
}
