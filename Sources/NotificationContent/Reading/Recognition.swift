/// How a payload is known to be in a dialect.
struct Recognition: Sendable {
    /// A fact about a payload.
    enum Mark: Sendable {
        /// There is a value of one of these kinds.
        case has(JSONPath, KindSet)
        /// There is a URL: for keys so common that a string alone says little.
        case url(JSONPath)
        /// There is no value, or only null.
        case lacks(JSONPath)
    }

    /// Marks that must all hold.
    let all: [Mark]
    /// Marks of which one must hold; none are asked for if there are none.
    let any: [Mark]
    /// What a payload's own names say at once.
    let names: NameFilter

    init(all: [Mark] = [], any: [Mark] = []) {
        self.all = all
        self.any = any
        names = NameFilter(all: all, any: any)
    }

    /// The bits that a payload's names must have for a recognition to hold. Most payloads show hardly a mark of most
    /// dialects, and two comparisons tell.
    struct NameFilter: Sendable {
        private let all: UInt64
        private let any: UInt64

        fileprivate init(all: [Mark], any: [Mark]) {
            self.all = all.reduce(0) { $0 | ($1.bit ?? 0) }
            self.any = any.isEmpty ? .max : any.reduce(0) { $0 | ($1.bit ?? .max) }
        }

        /// Whether a payload with these names may show the marks.
        func passes(_ names: UInt64) -> Bool {
            names & all == all && (names & any != 0 || any == .max)
        }
    }

    /// Whether a payload shows the marks.
    func holds(in documents: inout NestedDocuments) -> Bool {
        for mark in all where !Self.holds(mark, in: &documents) { return false }
        if any.isEmpty { return true }
        for mark in any where Self.holds(mark, in: &documents) { return true }
        return false
    }

    private static func holds(_ mark: Mark, in documents: inout NestedDocuments) -> Bool {
        switch mark {
        case .has(let path, let kinds):
            guard let site = documents.find(path) else { return false }
            return kinds.contains(documents.kind(site))
        case .url(let path):
            guard let site = documents.find(path) else { return false }
            return documents.text(site).flatMap { MediaURL.read($0) } != nil
        case .lacks(let path):
            guard let site = documents.find(path) else { return true }
            return documents.kind(site) == .null
        }
    }
}

extension Recognition.Mark {
    /// The bit of the payload's own member in which a mark lies; nil if it needs none.
    fileprivate var bit: UInt64? {
        switch self {
        case .lacks: nil
        case .has(let path, _), .url(let path):
            if case .member(let key)? = path.steps.first { key.bit } else { nil }
        }
    }
}
