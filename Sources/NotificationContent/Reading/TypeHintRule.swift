/// What a vendor's words for a type can be.
struct TypeVocabulary: OptionSet, Sendable {
    let rawValue: UInt8

    /// The end of a file's name: `jpg`.
    static let fileExtension = TypeVocabulary(rawValue: 1)
    /// A MIME type: `image/jpeg`.
    static let mime = TypeVocabulary(rawValue: 2)
    /// A uniform type identifier: `public.jpeg`.
    static let typeIdentifier = TypeVocabulary(rawValue: 4)
    /// `image`, `video` or `audio`.
    static let category = TypeVocabulary(rawValue: 8)

    /// The vocabulary in words, for people.
    var words: String {
        let names: [(TypeVocabulary, String)] = [
            (.fileExtension, "extension"), (.mime, "MIME"), (.typeIdentifier, "UTI"), (.category, "category"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}

/// Where the payload's word for the type of its media comes from.
struct TypeHintRule: Sendable, ExpressibleByArrayLiteral {
    /// Paths from the place's base or element; the first one that leads to a string counts.
    let paths: [JSONPath]
    /// The word where no path leads to one: the place itself says it.
    let word: String?
    /// What the words can be; nothing where the vendor does not say.
    let vocabulary: TypeVocabulary
    /// Whether media without a word are none, because the vendor's own software leaves them out.
    let isRequired: Bool

    private init(
        _ paths: [JSONPath], _ vocabulary: TypeVocabulary = [], word: String? = nil, isRequired: Bool = false
    ) {
        self.paths = paths
        self.vocabulary = vocabulary
        self.word = word
        self.isRequired = isRequired
    }

    /// The string at the end of one path, if there is one.
    init(arrayLiteral steps: JSONPath.Step...) {
        self.init([JSONPath(steps)])
    }

    /// The string at the end of a path.
    static func at(_ path: JSONPath, _ vocabulary: TypeVocabulary) -> TypeHintRule {
        TypeHintRule([path], vocabulary)
    }

    /// The string at the end of a path; without it there are no media.
    static func required(_ path: JSONPath, _ vocabulary: TypeVocabulary) -> TypeHintRule {
        TypeHintRule([path], vocabulary, isRequired: true)
    }

    /// The first string at the end of several paths.
    static func first(_ paths: JSONPath..., vocabulary: TypeVocabulary) -> TypeHintRule {
        TypeHintRule(paths, vocabulary)
    }

    /// A word that the payload says by its layout.
    static func word(_ word: String) -> TypeHintRule {
        TypeHintRule([], .category, word: word)
    }
}
