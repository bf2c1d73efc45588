/// A way from one value to another inside it: member names, and entries into JSON that is held in a string.
struct JSONPath: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// One step of a path.
    enum Step: Sendable, Hashable, ExpressibleByStringLiteral {
        /// To an object's member of that name; of duplicates the last.
        case member(JSONKey)
        /// From a string to the JSON document that it holds.
        case json

        init(stringLiteral name: String) {
            self = .member(JSONKey(name))
        }
    }

    /// The steps, outermost first; without any the path leads to where it begins.
    let steps: [Step]
    /// Whether the path stays in one document.
    let staysInDocument: Bool

    init(_ steps: [Step]) {
        self.steps = steps
        staysInDocument = !steps.contains(.json)
    }

    init(arrayLiteral steps: Step...) {
        self.init(steps)
    }

    /// This path, then another.
    static func + (left: JSONPath, right: JSONPath) -> JSONPath {
        JSONPath(left.steps + right.steps)
    }
}

extension JSONPath: CustomStringConvertible {
    /// The names with dots between them, one with dots of its own in quotes; an arrow leads into JSON in a string.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .json:
                text += " -> "
            case .member(let key):
                if !text.isEmpty && !text.hasSuffix(" ") { text += "." }
                text += key.text.contains(".") ? "\"\(key.text)\"" : key.text
            }
        }
        return text
    }
}

extension JSONTokens {
    /// Follows a path that stays in this document; nil if it leads nowhere.
    func find(_ path: JSONPath, from start: Int) -> Int? {
        var token = start
        for step in path.steps {
            guard case .member(let key) = step, let value = member(key, of: token) else { return nil }
            token = value
        }
        return token
    }
}
