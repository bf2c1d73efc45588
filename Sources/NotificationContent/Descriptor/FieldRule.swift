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
    /// The name as JSON.
    private let encodedName: [UInt8]

    init(_ name: String, _ form: Form, _ paths: [JSONPath]) {
        self.name = name
        self.form = form
        self.paths = paths
        var encoded: [UInt8] = []
        JSONText.append(name, to: &encoded)
        encodedName = encoded
    }

    /// The value, if it is to be copied; nil for another form or if there is none.
    func copied(from documents: inout NestedDocuments) -> NestedDocuments.Site? {
        guard case .copy(let kinds) = form else { return nil }
        return site(in: &documents) { kinds.contains($0) }
    }

    /// Writes the field with the value at another site.
    func write(_ site: NestedDocuments.Site, to writer: inout JSONWriter, from documents: NestedDocuments) {
        write(JSONFragment(documents[site.document], site.token), to: &writer)
    }

    /// Writes the field; nothing if the payload has no such value.
    func write(to writer: inout JSONWriter, from documents: inout NestedDocuments) {
        switch form {
        case .copy:
            guard let site = copied(from: &documents) else { return }
            writer.name { $0.append(contentsOf: encodedName) }
            // Most values are single tokens, which look the same in every layout.
            if site.document == 0, documents.payload.kind(site.token).rawValue >= JSONTokens.Kind.string.rawValue {
                let range = documents.payload.range(site.token)
                writer.fragment { $0.append(contentsOf: documents.payload.bytes[range]) }
            } else {
                writer.value(JSONFragment(documents[site.document], site.token))
            }
        case .flag:
            guard let site = site(in: &documents, where: { _ in true }) else { return }
            guard documents[site.document].isTrue(site.token) else { return }
            write(true, to: &writer)
        case .buttons:
            guard let site = site(in: &documents, where: { $0 == .array }) else { return }
            write(ActionButtons(document: documents[site.document], array: site.token), to: &writer)
        case .rest(let excluded):
            guard let site = site(in: &documents, where: { $0 == .object }) else { return }
            write(RemainingMembers(documents[site.document], of: site.token, except: excluded), to: &writer)
        }
    }

    private func write(_ value: (some JSONValue)?, to writer: inout JSONWriter) {
        guard let value else { return }
        writer.name { $0.append(contentsOf: encodedName) }
        writer.value(value)
    }

    /// How many bytes the field's value has in compact form; 0 if there is none.
    func size(in documents: inout NestedDocuments) -> Int {
        var writer = JSONWriter()
        writer.object { write(to: &$0, from: &documents) }
        // Around the value stand two braces, the name and a colon.
        return max(0, writer.bytes.count - encodedName.count - 3)
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
