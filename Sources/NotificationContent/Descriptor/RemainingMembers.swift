/// An object's members without some of them; no value at all if none are left.
struct RemainingMembers: JSONValue {
    private let document: JSONTokens
    private var members: [(name: Int, value: Int)] = []

    init?(_ document: JSONTokens, of object: Int, except excluded: [JSONKey]) {
        self.document = document
        var members: [(name: Int, value: Int)] = []
        document.forEachMember(of: object) { name, value in
            if !excluded.contains(where: { document.isName(name, $0) }) { members.append((name, value)) }
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
