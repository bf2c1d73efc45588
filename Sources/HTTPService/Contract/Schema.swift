import NotificationContent

/// Makes JSON Schemas (2020-12), as OpenAPI 3.1 uses them.
enum Schema {
    /// A member of an object: its name and its schema.
    typealias Property = (name: String, schema: JSONTree)

    /// A schema of the description's own, by its name.
    static func named(_ name: String) -> JSONTree {
        ["$ref": .text("#/components/schemas/\(name)")]
    }

    /// A string.
    static func text(_ description: String, pattern: String? = nil, format: String? = nil) -> JSONTree {
        typed("string", description).adding(
            member("pattern", pattern.map(JSONTree.text)) + member("format", format.map(JSONTree.text)))
    }

    /// One of the words that a table of the code holds.
    static func word(_ description: String, of words: [String]) -> JSONTree {
        typed("string", description).adding([.init("enum", .list(words.map(JSONTree.text)))])
    }

    /// A time: RFC 3339, UTC, milliseconds.
    static func time(_ description: String) -> JSONTree {
        text(description, format: "date-time")
    }

    /// Exactly one text.
    static func always(_ text: String) -> JSONTree {
        ["const": .text(text)]
    }

    /// A whole number that is not negative, or not below `minimum`.
    static func whole(_ description: String, from minimum: Int64 = 0) -> JSONTree {
        typed("integer", description).adding([.init("minimum", .whole(minimum))])
    }

    /// A number that is not negative.
    static func number(_ description: String, to maximum: Double? = nil) -> JSONTree {
        typed("number", description).adding(
            [.init("minimum", 0)] + member("maximum", maximum.map(JSONTree.decimal)))
    }

    /// True or false.
    static func flag(_ description: String) -> JSONTree {
        typed("boolean", description)
    }

    /// An array.
    static func list(_ description: String, of element: JSONTree) -> JSONTree {
        typed("array", description).adding([.init("items", element)])
    }

    /// An object with these members and no others.
    static func object(
        _ description: String, required: [Property], optional: [Property] = []
    ) -> JSONTree {
        anyObject(description).adding([
            .init("required", .list(required.map { .text($0.name) })),
            .init("properties", .object((required + optional).map { .init($0.name, $0.schema) })),
            .init("additionalProperties", false),
        ])
    }

    /// An object of whatever members.
    static func anyObject(_ description: String) -> JSONTree {
        typed("object", description)
    }

    /// A value of a request that is taken for absent where it does not fit: nothing that stands there is an error.
    static func lenient(_ schema: JSONTree) -> JSONTree {
        ["anyOf": [schema, ["description": "Anything else is as good as absent."]]]
    }

    private static func typed(_ type: String, _ description: String) -> JSONTree {
        ["type": .text(type), "description": .text(description)]
    }

    private static func member(_ name: String, _ value: JSONTree?) -> [JSONTree.Member] {
        value.map { [.init(name, $0)] } ?? []
    }
}
