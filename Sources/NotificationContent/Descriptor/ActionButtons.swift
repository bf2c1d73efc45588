/// OneSignal's action buttons as its SDK reports them: `text`, `id`, and the icon's name by its kind.
struct ActionButtons: JSONValue {
    let document: JSONTokens
    let array: Int

    func write(to writer: inout JSONWriter) {
        writer.array { writer in
            document.forEachElement(of: array) { write($0, to: &writer) }
        }
    }

    /// A button without a text is none.
    private func write(_ button: Int, to writer: inout JSONWriter) {
        guard let text = string("n", of: button) else { return }
        writer.object { writer in
            writer.member("text", JSONFragment(document, text))
            writer.member("id", JSONFragment(document, string("i", of: button) ?? text))
            switch string("icon_type", of: button).flatMap({ document.text($0) }) {
            case "system": writer.member("systemIcon", fragment("path", of: button))
            case "custom": writer.member("templateIcon", fragment("path", of: button))
            default: writer.member("icon", fragment("p", of: button))
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
