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

    init(_ steps: [Step]) {
        self.steps = steps
    }

    init(arrayLiteral steps: Step...) {
        self.steps = steps
    }

    /// This path, then another.
    static func + (left: JSONPath, right: JSONPath) -> JSONPath {
        JSONPath(left.steps + right.steps)
    }
}
