/// An object's members without some of them, and with some of the payload's own; no value at all if there are none.
struct RemainingMembers: JSONValue {
    private let members: [(document: JSONTokens, name: Int, value: Int)]
    /// The whole object, where nothing was taken out of it or put into it.
    private let whole: JSONFragment?

    init?(
        _ documents: NestedDocuments, of object: NestedDocuments.Site?, except excluded: [JSONKey],
        adding added: [JSONKey] = []
    ) {
        let root = documents.payload
        let additions = added.filter { root.member($0, of: 0) != nil }
        guard let object else {
            guard !additions.isEmpty else { return nil }
            members = Self.members(of: additions, in: root)
            whole = nil
            return
        }
        let document = documents[object.document]
        guard !excluded.isEmpty || !additions.isEmpty else {
            members = []
            whole = JSONFragment(document, object.token)
            return
        }
        // What is added stands for what has the same name.
        let others = excluded + additions
        var members: [(document: JSONTokens, name: Int, value: Int)] = []
        document.forEachMember(of: object.token) { name, value in
            if !others.contains(where: { document.isName(name, $0) }) { members.append((document, name, value)) }
        }
        members += Self.members(of: additions, in: root)
        guard !members.isEmpty else { return nil }
        self.members = members
        whole = nil
    }

    func write(to writer: inout JSONWriter) {
        if let whole { return whole.write(to: &writer) }
        writer.object { writer in
            for (document, name, value) in members {
                writer.name { $0.append(contentsOf: document.bytes[document.range(name)]) }
                writer.value(JSONFragment(document, value))
            }
        }
    }

    /// The payload's own members of these names, of duplicates the last.
    private static func members(
        of keys: [JSONKey], in root: JSONTokens
    ) -> [(document: JSONTokens, name: Int, value: Int)] {
        // A value follows its name.
        keys.compactMap { key in root.member(key, of: 0).map { (root, $0 - 1, $0) } }
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
