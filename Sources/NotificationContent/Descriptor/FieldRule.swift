/// One field of the descriptor that is taken from the payload.
///
/// A class, so that going through a table of them costs one reference each.
final class FieldRule: Sendable {
    /// What is made of the value.
    enum Form: Sendable {
        /// The value as it stands, if it is of one of these kinds.
        case copy(KindSet)
        /// A string as it stands, unless it is this word, which stands for none.
        case text(except: JSONKey)
        /// A string, or from an object of texts by language that of the default language, else the first.
        case language
        /// True where the value says yes; nothing otherwise.
        case flag
        /// The same, where numbers and flags may come as strings, as in a data message.
        case textFlag
        /// Whether there is a value: always written.
        case presence
        /// A time in milliseconds as whole seconds.
        case seconds
        /// Action buttons under the names of OneSignal's SDK; the field's paths lead to their array.
        case buttons(ActionRule)
        /// What was done with the notification, as OneSignal's SDK reports it.
        case action
        /// An object without the members named first, and with the payload's own members named last; nothing if none
        /// are left.
        case members(except: [JSONKey], adding: [JSONKey])
        /// An object of some of its members under other names; nothing if it has none of them.
        case renamed([(from: JSONKey, to: String)])
    }

    /// A string that must stand in the payload for the field to count.
    struct Condition: Sendable {
        let path: JSONPath
        let text: String
    }

    /// The language in which every vendor's texts by language must be given.
    static let defaultLanguage: JSONKey = "en"

    /// The field's name in the descriptor.
    let name: String
    let form: Form
    /// Where the value may stand; the first that fits is taken.
    let paths: [JSONPath]
    private let condition: Condition?
    /// Tells at once of most values that they are not there.
    private let probe: PathProbe
    private let alwaysWrites: Bool
    /// The name as JSON, between a comma and a colon.
    private let encodedName: [UInt8]

    init(_ name: String, _ form: Form, _ paths: [JSONPath], when condition: Condition? = nil) {
        self.name = name
        self.form = form
        self.paths = paths
        self.condition = condition
        let takesOthers = if case .members(_, let added) = form { !added.isEmpty } else { false }
        probe = PathProbe(paths, firstNamesOnly: takesOthers)
        alwaysWrites = if case .presence = form { true } else { false }
        var encoded = [UInt8(ascii: ",")]
        JSONText.append(name, to: &encoded)
        encodedName = encoded + [UInt8(ascii: ":")]
    }

    /// The value, if it is to be copied; nil for another form or if there is none.
    func copied(from documents: inout NestedDocuments) -> NestedDocuments.Site? {
        switch form {
        case .copy(let kinds):
            return site(in: &documents, of: kinds)
        case .text(let word):
            guard let site = site(in: &documents, of: .string) else { return nil }
            return documents[site.document].isName(site.token, word) ? nil : site
        case .language:
            return site(in: &documents, of: [.string, .object]).flatMap { Self.text(at: $0, in: documents) }
        default:
            return nil
        }
    }

    /// Writes the field with the value at another site.
    func write(_ site: NestedDocuments.Site, to writer: inout JSONWriter, from documents: NestedDocuments) {
        write(JSONFragment(documents[site.document], site.token), to: &writer)
    }

    /// Writes the field; nothing if the payload has no such value.
    func write(to writer: inout JSONWriter, from documents: inout NestedDocuments) {
        guard alwaysWrites || documents.mayHave(probe) else { return }
        switch form {
        case .copy, .text, .language:
            guard let site = copied(from: &documents) else { return }
            if site.document == 0 {
                writer.member(encodedName, documents.payload, site.token)
            } else {
                writer.member(encodedName, documents[site.document], site.token)
            }
        case .flag:
            guard let site = site(in: &documents, of: .any) else { return }
            guard documents[site.document].isTrue(site.token) else { return }
            write(true, to: &writer)
        case .textFlag:
            guard Lifecycle.says(yes: paths, in: &documents) else { return }
            write(true, to: &writer)
        case .presence:
            write(site(in: &documents, of: .any) != nil, to: &writer)
        case .seconds:
            guard let site = site(in: &documents, of: [.number, .string]) else { return }
            write(Lifecycle.whole(site, in: documents).map { $0 / 1_000 }, to: &writer)
        case .buttons(let rule):
            write(ActionButtons(rule.actions(at: paths, in: &documents)), to: &writer)
        case .action:
            guard let site = site(in: &documents, of: .string) else { return }
            write(SelectedAction(document: documents[site.document], token: site.token), to: &writer)
        case .members(let excluded, let added):
            let object = site(in: &documents, of: .object)
            write(RemainingMembers(documents, of: object, except: excluded, adding: added), to: &writer)
        case .renamed(let names):
            guard let site = site(in: &documents, of: .object) else { return }
            write(RenamedMembers(documents[site.document], of: site.token, names), to: &writer)
        }
    }

    /// How many bytes the field's value has in compact form; 0 if there is none.
    func size(in documents: inout NestedDocuments) -> Int {
        var writer = JSONWriter()
        writer.object { write(to: &$0, from: &documents) }
        // Around the value stand two braces and the name, without the comma.
        return max(0, writer.bytes.count - encodedName.count - 1)
    }

    private func write(_ value: (some JSONValue)?, to writer: inout JSONWriter) {
        guard let value else { return }
        writer.name(encodedName)
        writer.value(value)
    }

    private func site(in documents: inout NestedDocuments, of kinds: KindSet) -> NestedDocuments.Site? {
        for index in paths.indices {
            guard let site = documents.find(paths[index]), kinds.contains(documents.kind(site)) else { continue }
            return holds(in: &documents) ? site : nil
        }
        return nil
    }

    private func holds(in documents: inout NestedDocuments) -> Bool {
        guard let condition else { return true }
        return documents.find(condition.path).flatMap { documents.text($0) } == condition.text
    }

    /// The text at a site, which is a string or an object of strings by language.
    private static func text(
        at site: NestedDocuments.Site, in documents: NestedDocuments
    ) -> NestedDocuments.Site? {
        let tokens = documents[site.document]
        guard tokens.kind(site.token) == .object else { return site }
        var text = tokens.member(defaultLanguage, of: site.token).flatMap { tokens.kind($0) == .string ? $0 : nil }
        tokens.forEachMember(of: site.token) { _, value in
            if text == nil, tokens.kind(value) == .string { text = value }
        }
        return text.map { NestedDocuments.Site(document: site.document, token: $0) }
    }
}
