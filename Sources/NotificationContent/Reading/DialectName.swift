/// A dialect that exists, as chosen with `--dialect` or `?dialect=`.
package struct DialectName: Sendable, Hashable {
    /// The name in the descriptor.
    package let text: String

    /// A dialect by its name; nil if there is none of that name.
    package init?(_ text: String) {
        guard DialectTable.all.contains(where: { $0.name == text }) else { return nil }
        self.text = text
    }

    private init(known text: String) {
        self.text = text
    }

    /// Every dialect's name once, in the order in which a payload is tried.
    package static let all: [DialectName] = {
        var seen: Set<String> = []
        return DialectTable.all.compactMap { seen.insert($0.name).inserted ? DialectName(known: $0.name) : nil }
    }()

    /// The layouts that are read under this name, one line each, for people.
    package var layouts: [String] {
        DialectTable.all.filter { $0.name == text }.map(\.layout)
    }
}
