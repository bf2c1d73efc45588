/// The page of the documentation that shows the dialect table: each entry as it is read, nothing of it written by hand.
package enum DialectSheet {
    private static let introduction = """
        # Dialects

        How each push vendor writes media into a payload, and where attachd looks for them.

        ## Overview

        This page is what `attachd dialects --markdown` prints: the table that payloads are read by. A payload is tried in
        the order of the rows, and the first one whose marks it shows reads it; `--dialect NAME` and `?dialect=NAME` try
        the rows of one name only.

        A path has dots between its names; a name with dots of its own stands in quotes, and `->` leads into JSON that a
        string holds. A place with "else" before it counts only where the places above it hold no media. Behind a place
        stand its role (none for a plain attachment: `fallback` is fetched only when the URL before it fails, `lazy` is
        fetched but not attached), the system that it is for, and where its identifier comes from.

        A type is a word of the payload and no evidence: it is compared with what the bytes are. A thumbnail's time counts
        frames in an animation and seconds in a film. A text of the last column replaces the alert's in the descriptor,
        with the warning `text-replaced`; the payload to deliver keeps both, for the vendor's software on the device.


        """

    private static let head = ["Dialect", "Layout", "Known by", "Media", "Type", "Options", "Text"]

    /// The page: an introduction, then one row a layout, in the order in which a payload is tried.
    package static var markdown: String {
        introduction + table
    }

    private static var table: String {
        var lines = [row(head), row(head.map { _ in "---" })]
        for dialect in DialectTable.all {
            lines.append(
                row([
                    code(dialect.name), escaped(dialect.layout), dialect.recognition.words,
                    cell(dialect.places.map(\.words)), cell(dialect.places.compactMap { $0.typeHint?.words }),
                    cell(dialect.places.compactMap { $0.options?.words }), cell(texts(dialect)),
                ]))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A path or a name as code.
    static func code(_ text: some CustomStringConvertible) -> String {
        "`" + text.description + "`"
    }

    /// A text in which no angle bracket begins a tag.
    package static func escaped(_ text: String) -> String {
        text.replacing("<", with: "\\<")
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// Several things, each once.
    private static func cell(_ parts: [String]) -> String {
        var seen: Set<String> = []
        return parts.filter { seen.insert($0).inserted }.joined(separator: "; ")
    }

    private static func texts(_ dialect: Dialect) -> [String] {
        dialect.texts.map { "\($0.field.rawValue): \(code($0.path)) \($0.occasion.words)" }
    }
}

extension TextRule.Occasion {
    /// The occasion in words, for people.
    fileprivate var words: String {
        switch self {
        case .allAttached: "when all media are attached"
        case .anyAttached: "when media are attached"
        case .noneAttached: "when no media are attached"
        case .always: "always"
        }
    }
}

extension Recognition {
    /// The marks in words.
    fileprivate var words: String {
        var alternatives = any.map(Self.words).joined(separator: " or ")
        if any.count > 1 && !all.isEmpty { alternatives = "(\(alternatives))" }
        let parts = all.map(Self.words) + (any.isEmpty ? [] : [alternatives])
        return parts.isEmpty ? "anything" : parts.joined(separator: " and ")
    }

    private static func words(_ mark: Mark) -> String {
        switch mark {
        case .has(let path, _): DialectSheet.code(path)
        case .url(let path): "\(DialectSheet.code(path)), a URL"
        case .lacks(let path): "no \(DialectSheet.code(path))"
        }
    }
}

extension MediaPlace {
    /// The place, its role and system, and its identifier, in words.
    fileprivate var words: String {
        var words = DialectSheet.code(text)
        if let fallback { words += ", then \(DialectSheet.code(fallback))" }
        if isAlternative { words = "else " + words }
        if isHTTPSOnly { words += ", https only" }
        if let companion { words += " with \(DialectSheet.code(companion.path)) = \(companion.text)" }
        var remarks: [String] = []
        if let role { remarks.append(role.rawValue) }
        if let lazy { remarks.append("lazy if \(DialectSheet.code(lazy))") }
        if let platform { remarks.append(platform.rawValue) }
        if let identifier = identifier.words { remarks.append("identifier \(identifier)") }
        return remarks.isEmpty ? words : words + " (\(remarks.joined(separator: ", ")))"
    }

    private var text: String {
        switch shape {
        case .value(let path): (base + path).description
        case .members: base.description + ".<identifier>"
        case .elements(let path): Self.element(of: base.description + "[]", path)
        case .firstElement(let path): Self.element(of: base.description + "[0]", path)
        case .elementsOfEach(let list, let path):
            Self.element(of: Self.element(of: base.description + "[]", list) + "[]", path)
        }
    }

    private static func element(of array: String, _ path: JSONPath) -> String {
        path.steps.isEmpty ? array : array + "." + path.description
    }
}

extension MediaPlace.IdentifierRule {
    /// The identifier's origin in words; nil if it has none.
    fileprivate var words: String? {
        switch self {
        case .none: nil
        case .constant(let identifier): "\"\(identifier)\""
        case .value(let path): DialectSheet.code(path)
        case .valueOrIndex(let path): DialectSheet.code(path) + " or number"
        case .lastURLPart: "from the URL"
        }
    }
}

extension TypeHintRule {
    /// Where the word is and what it can be, in words.
    fileprivate var words: String {
        var words = paths.map { DialectSheet.code($0) }.joined(separator: ", else ")
        if let word { words = "\"\(word)\"" }
        if isRequired { words += ", required" }
        return vocabulary.isEmpty ? words : words + " (\(vocabulary.words))"
    }
}

extension OptionsRule {
    /// The options and where they are, in words.
    fileprivate var words: String {
        let paths: [(name: String, path: JSONPath?)] = [
            ("hidden", hidden), ("shown", shown), ("time", time), ("clip", rect),
        ]
        let options = paths.compactMap { option in
            option.path.map { "\(option.name): \(DialectSheet.code((shared ?? []) + $0))" }
        }
        return options.joined(separator: ", ") + (isStrict ? "; a bad clip spoils the media" : "")
    }
}
