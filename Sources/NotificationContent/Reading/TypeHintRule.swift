/// Where the payload's word for the type of its media comes from.
struct TypeHintRule: Sendable, ExpressibleByArrayLiteral {
    /// Paths from the place's base or element; the first one that leads to a string counts.
    let paths: [JSONPath]
    /// The word where no path leads to one: the place itself says it.
    let word: String?
    /// Whether media without a word are none, because the vendor's own software leaves them out.
    let isRequired: Bool

    private init(_ paths: [JSONPath], word: String? = nil, isRequired: Bool = false) {
        self.paths = paths
        self.word = word
        self.isRequired = isRequired
    }

    /// The string at the end of one path, if there is one.
    init(arrayLiteral steps: JSONPath.Step...) {
        self.init([JSONPath(steps)])
    }

    /// The string at the end of a path; without it there are no media.
    static func required(_ path: JSONPath) -> TypeHintRule {
        TypeHintRule([path], isRequired: true)
    }

    /// The first string at the end of several paths.
    static func first(_ paths: JSONPath...) -> TypeHintRule {
        TypeHintRule(paths)
    }

    /// A word that the payload says by its layout.
    static func word(_ word: String) -> TypeHintRule {
        TypeHintRule([], word: word)
    }
}
