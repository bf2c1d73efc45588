private import Synchronization

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

    /// What is known of a path beforehand, made once with the dialect table.
    final class Way: Sendable {
        /// The steps, outermost first; without any the path leads to where it begins.
        let steps: [Step]
        /// Whether the path stays in one document.
        let staysInDocument: Bool
        /// The bit of the first step's name, of which one at the root is needed; all bits where there is no such name.
        let firstBit: UInt64
        /// The last step where it is a name.
        let last: JSONKey?
        /// The steps before the last one.
        let base: ArraySlice<Step>
        /// The number of the base: the same for all paths that share it.
        let baseNumber: Int

        /// The bases by number.
        private static let numbers = Mutex<[ArraySlice<Step>: Int]>([[]: 0])

        init(_ steps: [Step]) {
            self.steps = steps
            staysInDocument = !steps.contains(.json)
            firstBit = if case .member(let key)? = steps.first { key.bit } else { .max }
            last = if case .member(let key)? = steps.last { key } else { nil }
            let base = steps.dropLast()
            self.base = base
            baseNumber = Self.numbers.withLock { numbers in
                let number = numbers[base] ?? numbers.count
                numbers[base] = number
                return number
            }
        }
    }

    /// A reference, so that passing a path on costs next to nothing.
    let way: Way

    /// The path without steps.
    static let here: JSONPath = []

    /// The steps, outermost first; without any the path leads to where it begins.
    var steps: [Step] { way.steps }

    init(_ steps: [Step]) {
        way = Way(steps)
    }

    init(arrayLiteral steps: Step...) {
        self.init(steps)
    }

    /// This path, then another.
    static func + (left: JSONPath, right: JSONPath) -> JSONPath {
        JSONPath(left.steps + right.steps)
    }

    /// Whether both have the same steps.
    static func == (left: JSONPath, right: JSONPath) -> Bool {
        left.steps == right.steps
    }

    /// Hashes the steps.
    func hash(into hasher: inout Hasher) {
        hasher.combine(steps)
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
        for step in path.way.steps {
            guard case .member(let key) = step, let value = member(key, of: token) else { return nil }
            token = value
        }
        return token
    }
}
