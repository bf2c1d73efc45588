/// One field of the descriptor that is taken from the payload.
struct FieldRule: Sendable {
    /// What is made of the value.
    enum Form: Sendable {
        /// The value as it stands, if it is of one of these kinds.
        case copy(KindSet)
        /// True where the value says yes; nothing otherwise.
        case flag
        /// OneSignal's action buttons under the names of its SDK.
        case buttons
        /// An object of the members not named here; nothing if none are left.
        case rest(except: [JSONKey])
    }

    /// The field's name in the descriptor.
    let name: String
    let form: Form
    /// Where the value may stand; the first that fits is taken.
    let paths: [JSONPath]

    init(_ name: String, _ form: Form, _ paths: [JSONPath]) {
        self.name = name
        self.form = form
        self.paths = paths
    }

    /// The value, if it is to be copied; nil for another form or if there is none.
    func copied(from documents: inout NestedDocuments) -> NestedDocuments.Site? {
        guard case .copy(let kinds) = form else { return nil }
        return site(in: &documents) { kinds.contains($0) }
    }

    /// Writes the field; nothing if the payload has no such value.
    func write(to writer: inout JSONWriter, from documents: inout NestedDocuments) {
        switch form {
        case .copy:
            guard let site = copied(from: &documents) else { return }
            writer.member(name, JSONFragment(documents[site.document], site.token))
        case .flag:
            guard let site = site(in: &documents, where: { _ in true }) else { return }
            guard documents[site.document].isTrue(site.token) else { return }
            writer.member(name, true)
        case .buttons:
            guard let site = site(in: &documents, where: { $0 == .array }) else { return }
            writer.member(name, ActionButtons(document: documents[site.document], array: site.token))
        case .rest(let excluded):
            guard let site = site(in: &documents, where: { $0 == .object }) else { return }
            writer.member(name, RemainingMembers(documents[site.document], of: site.token, except: excluded))
        }
    }

    /// How many bytes the field's value has in compact form; 0 if there is none.
    func size(in documents: inout NestedDocuments) -> Int {
        var writer = JSONWriter()
        writer.object { write(to: &$0, from: &documents) }
        // Around the value stand two braces, the name in quotes and a colon.
        return max(0, writer.bytes.count - name.utf8.count - 5)
    }

    private func site(
        in documents: inout NestedDocuments, where accepts: (JSONTokens.Kind) -> Bool
    ) -> NestedDocuments.Site? {
        for path in paths {
            if let site = documents.find(path), accepts(documents.kind(site)) { return site }
        }
        return nil
    }
}

/// An object's members without some of them; no value at all if none are left.
struct RemainingMembers: JSONValue {
    private let document: JSONTokens
    private var members: [(name: Int, value: Int)] = []

    init?(_ document: JSONTokens, of object: Int, except excluded: [JSONKey]) {
        self.document = document
        let excludedBytes = excluded.map(\.bytes)
        var members: [(name: Int, value: Int)] = []
        document.forEachMember(of: object) { name, value in
            if !excludedBytes.contains(document.decoded(name).bytes) { members.append((name, value)) }
        }
        guard !members.isEmpty else { return nil }
        self.members = members
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for member in members {
                writer.name { $0.append(contentsOf: document.bytes[document.range(member.name)]) }
                writer.value(JSONFragment(document, member.value))
            }
        }
    }
}
