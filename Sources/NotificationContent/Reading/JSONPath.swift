/// A way from one value to another inside it: member names, and entries into JSON that is held in a string.
struct JSONPath: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// One step of a path: to an object's member of that name, of duplicates the last; or into a string's document.
    ///
    /// No enumeration: reading a case's value copies its references, and paths are followed dozens of times a payload.
    struct Step: Sendable, Hashable, ExpressibleByStringLiteral {
        /// From a string to the JSON document that it holds.
        static let json = Step(name: [], entersString: true)

        /// The member's name in UTF-8.
        let name: [UInt8]
        /// Whether the step leads into a string's document.
        let entersString: Bool

        private init(name: [UInt8], entersString: Bool) {
            self.name = name
            self.entersString = entersString
        }

        init(stringLiteral name: String) {
            self.init(name: Array(name.utf8), entersString: false)
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
