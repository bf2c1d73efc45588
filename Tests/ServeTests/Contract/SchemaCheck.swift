/// Holds values against the JSON Schemas of a description: the keywords that it uses, and a complaint about any other.
struct SchemaCheck {
    private static let silent: Set<String> = ["description"]
    private let schemas: JSONData

    /// A check by the schemas of an OpenAPI document.
    init(_ document: JSONData) {
        schemas = document["components"]?["schemas"] ?? .null
    }

    /// What is wrong with a value; empty if nothing is.
    func problems(of value: JSONData, by schema: JSONData, at path: String = "$") -> [String] {
        schema.members.flatMap { keyword in problems(of: value, keyword, schema, path) }
    }

    /// What is wrong with a value by a named schema.
    func problems(of value: JSONData, by name: String) -> [String] {
        guard let schema = schemas[name] else { return ["there is no schema \(name)"] }
        return problems(of: value, by: schema, at: name)
    }

    private func problems(
        of value: JSONData, _ keyword: (name: String, value: JSONData), _ schema: JSONData, _ path: String
    ) -> [String] {
        func unless(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword.name)"] }
        let expected = keyword.value
        switch keyword.name {
        case let name where SchemaCheck.silent.contains(name): return []
        case "$ref":
            return problems(of: value, by: String(expected.text?.split(separator: "/").last ?? ""))
        case "type":
            let types = expected.text.map { [$0] } ?? expected.elements.compactMap(\.text)
            return unless(!value.types.isDisjoint(with: types))
        case "enum": return unless(expected.elements.contains(value))
        case "const": return unless(expected == value)
        case "required":
            return expected.elements.compactMap(\.text).filter { value[$0] == nil }.map { "\(path): \($0) is missing" }
        case "properties":
            return expected.members.flatMap { property in
                value[property.name].map { problems(of: $0, by: property.value, at: "\(path).\(property.name)") } ?? []
            }
        case "additionalProperties":
            return value.members.filter { schema["properties"]?[$0.name] == nil }.map {
                "\(path): \($0.name) is unknown"
            }
        case "items":
            return value.elements.enumerated().flatMap {
                problems(of: $0.element, by: expected, at: "\(path)[\($0.offset)]")
            }
        case "minimum": return unless((value.number ?? .infinity) >= (expected.number ?? 0))
        case "maximum": return unless((value.number ?? 0) <= (expected.number ?? 0))
        case "minProperties": return unless(value.members.count >= Int(expected.number ?? 0))
        case "maxProperties": return unless(value.members.count <= Int(expected.number ?? 0))
        case "pattern":
            guard let text = value.text, let pattern = expected.text, let regex = try? Regex(pattern) else {
                return unless(value.text == nil)
            }
            return unless(text.firstMatch(of: regex) != nil)
        case "format":
            guard expected.text == "date-time" else { return unless(false) }
            return unless(value.text?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
        case "oneOf", "anyOf":
            let tries = expected.elements.map { problems(of: value, by: $0, at: path) }
            let fitting = tries.count(where: \.isEmpty)
            if keyword.name == "oneOf" ? fitting == 1 : fitting > 0 { return [] }
            return ["\(path): \(fitting) of \(keyword.name) fit"] + tries.flatMap { $0 }
        default: return ["\(path): unknown keyword \(keyword.name)"]
        }
    }
}
