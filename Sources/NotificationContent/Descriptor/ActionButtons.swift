/// OneSignal's action buttons as its SDK reports them: `text`, `id`, and the icon's name by its kind; no value at all
/// if there are none.
struct ActionButtons: JSONValue {
    private let actions: [NotificationAction]

    init?(_ actions: [NotificationAction]) {
        guard !actions.isEmpty else { return nil }
        self.actions = actions
    }

    func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for action in actions { Self.write(action, to: &writer) }
        }
    }

    private static func write(_ action: NotificationAction, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", action.document, action.title)
        writer.member("id", action.document, action.identifier)
        switch action.icon {
        case .system(let name): writer.member("systemIcon", action.document, name)
        case .template(let name): writer.member("templateIcon", action.document, name)
        case .plain(let name): writer.member("icon", action.document, name)
        case nil: break
        }
        writer.endObject()
    }
}

/// OneSignal's `OSNotificationAction`: what was done with a notification, where the payload says it.
struct SelectedAction: JSONValue {
    /// What the payload names where the notification itself was opened, not one of its buttons.
    private static let opened: JSONKey = "__DEFAULT__"

    let document: JSONTokens
    /// The string that names the button.
    let token: Int

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            guard !document.isName(token, Self.opened) else { return writer.member("type", "opened") }
            writer.member("type", "actionTaken")
            writer.member("actionId", JSONFragment(document, token))
        }
    }
}
