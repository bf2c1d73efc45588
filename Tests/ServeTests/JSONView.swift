import NotificationContent

/// A JSON document that tests look into by member names and element numbers.
struct JSONView: Sendable {
    /// One step into a value.
    enum Step: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case member(String)
        case element(Int)

        init(stringLiteral name: String) { self = .member(name) }
        init(integerLiteral index: Int) { self = .element(index) }
    }

    private let tokens: JSONTokens

    /// Reads a document.
    init(_ bytes: [UInt8]) throws {
        tokens = try JSONTokens(bytes)
    }

    /// The text of a string, the spelling of any other value; nil if there is none.
    subscript(_ steps: Step...) -> String? {
        guard let token = find(steps) else { return nil }
        return tokens.text(token) ?? String(decoding: tokens.bytes[tokens.range(token)], as: UTF8.self)
    }

    /// The same for the steps of a list.
    subscript(path steps: [Step]) -> String? {
        guard let token = find(steps) else { return nil }
        return tokens.text(token) ?? String(decoding: tokens.bytes[tokens.range(token)], as: UTF8.self)
    }

    /// The same for the steps of a list.
    func count(path steps: [Step]) -> Int {
        var count = 0
        if let token = find(steps), tokens.kind(token) == .array {
            tokens.forEachElement(of: token) { _ in count += 1 }
        }
        return count
    }

    /// The elements of an array; 0 where there is none.
    func count(_ steps: Step...) -> Int {
        var count = 0
        if let token = find(steps), tokens.kind(token) == .array {
            tokens.forEachElement(of: token) { _ in count += 1 }
        }
        return count
    }

    private func find(_ steps: [Step]) -> Int? {
        var token: Int? = 0
        for step in steps {
            guard let parent = token else { return nil }
            switch step {
            case .member(let name): token = tokens.member(JSONKey(name), of: parent)
            case .element(let index):
                token = nil
                guard tokens.kind(parent) == .array else { return nil }
                var position = 0
                tokens.forEachElement(of: parent) { element in
                    if position == index { token = element }
                    position += 1
                }
            }
        }
        return token
    }
}
