/// An object's members without some of them, and with some of the payload's own; no value at all if there are none.
struct RemainingMembers: JSONValue {
    /// The document of the object.
    private let document: JSONTokens
    /// The names of the object's members that are left; a value follows its name.
    private let names: [Int]
    /// The whole object, where nothing was taken out of it or put into it.
    private let whole: Int?
    private let root: JSONTokens
    /// The names of the payload's own members that are put in.
    private let addedNames: [Int]

    init?(
        _ documents: NestedDocuments, of object: NestedDocuments.Site?, except excluded: [JSONKey],
        adding added: [JSONKey] = []
    ) {
        root = documents.payload
        document = object.map { documents[$0.document] } ?? root
        var added = added
        var addedNames: [Int] = []
        if !added.isEmpty {
            let root = root
            // Of duplicates the last.
            added.removeAll { root.member($0, of: 0) == nil }
            addedNames = added.compactMap { key in root.member(key, of: 0).map { $0 - 1 } }
        }
        self.addedNames = addedNames
        guard let object, !excluded.isEmpty || !added.isEmpty else {
            names = []
            whole = object?.token
            if object == nil && addedNames.isEmpty { return nil }
            return
        }
        // What is added stands for what has the same name.
        var names: [Int] = []
        let document = document
        document.forEachMember(of: object.token) { name, _ in
            let isLeft =
                !excluded.contains { document.isName(name, $0) } && !added.contains { document.isName(name, $0) }
            if isLeft { names.append(name) }
        }
        if names.isEmpty && addedNames.isEmpty { return nil }
        self.names = names
        whole = nil
    }

    func write(to writer: inout JSONWriter) {
        if let whole { return writer.value(document, whole) }
        writer.beginObject()
        for name in names { writer.member(of: document, name: name, value: name + 1) }
        for name in addedNames { writer.member(of: root, name: name, value: name + 1) }
        writer.endObject()
    }
}

/// Some of an object's members under other names; no value at all if it has none of them.
struct RenamedMembers: JSONValue {
    private let document: JSONTokens
    private let members: [(name: String, value: Int)]

    init?(_ document: JSONTokens, of object: Int, _ names: [(from: JSONKey, to: String)]) {
        self.document = document
        members = names.compactMap { name in document.member(name.from, of: object).map { (name.to, $0) } }
        if members.isEmpty { return nil }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for member in members { writer.member(member.name, JSONFragment(document, member.value)) }
        }
    }
}
