import NotificationContent

/// A JSON document that is written down in the source, in the order in which its members stand there.
enum JSONTree: JSONValue, Sendable {
    case text(String)
    case whole(Int64)
    case decimal(Double)
    case flag(Bool)
    case list([JSONTree])
    case object([Member])
    /// What the code itself has written.
    case made(JSONFragment)

    /// One member of an object.
    struct Member: Sendable {
        let name: String
        let value: JSONTree
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.value(text)
        case .whole(let number): writer.value(number)
        case .decimal(let number): writer.value(number)
        case .flag(let flag): writer.value(flag)
        case .list(let elements): writer.array { $0.write(elements) }
        case .object(let members):
            writer.object { writer in
                for member in members { writer.member(member.name, member.value) }
            }
        case .made(let value): value.write(to: &writer)
        }
    }

    /// What a value writes of itself.
    static func of(_ value: some JSONValue) -> JSONTree {
        var writer = JSONWriter()
        writer.value(value)
        return of(bytes: writer.bytes)
    }

    /// What the code has written; nothing where that is no JSON.
    static func of(bytes: [UInt8]) -> JSONTree {
        guard let tokens = try? JSONTokens(bytes) else { return [:] }
        return .made(JSONFragment(tokens))
    }

    /// An object's members and more behind them; anything else stays as it is.
    func adding(_ members: [Member]) -> JSONTree {
        guard case .object(let own) = self else { return self }
        return .object(own + members)
    }
}

extension JSONTree.Member {
    init(_ name: String, _ value: JSONTree) {
        self.init(name: name, value: value)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ elements: [JSONTree]) {
        for element in elements { value(element) }
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int64) { self = .whole(number) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
    init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}
