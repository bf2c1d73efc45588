/// OneSignal's action buttons as its SDK reports them: `text`, `id`, and the icon's name by its kind.
struct ActionButtons: JSONValue {
    private static let text: JSONKey = "n"
    private static let id: JSONKey = "i"
    private static let iconType: JSONKey = "icon_type"
    private static let path: JSONKey = "path"
    private static let androidIcon: JSONKey = "p"

    let document: JSONTokens
    let array: Int

    func write(to writer: inout JSONWriter) {
        writer.array { writer in
            document.forEachElement(of: array) { write($0, to: &writer) }
        }
    }

    /// A button without a text is none.
    private func write(_ button: Int, to writer: inout JSONWriter) {
        guard let text = string(Self.text, of: button) else { return }
        writer.object { writer in
            writer.member("text", JSONFragment(document, text))
            writer.member("id", JSONFragment(document, string(Self.id, of: button) ?? text))
            switch string(Self.iconType, of: button).flatMap({ document.text($0) }) {
            case "system": writer.member("systemIcon", fragment(Self.path, of: button))
            case "custom": writer.member("templateIcon", fragment(Self.path, of: button))
            default: writer.member("icon", fragment(Self.androidIcon, of: button))
            }
        }
    }

    private func string(_ key: JSONKey, of button: Int) -> Int? {
        guard let token = document.member(key, of: button), document.kind(token) == .string else { return nil }
        return token
    }

    private func fragment(_ key: JSONKey, of button: Int) -> JSONFragment? {
        string(key, of: button).map { JSONFragment(document, $0) }
    }
}
