/// One action button of a payload: the tokens of its texts, and what kind of button it is.
struct NotificationAction: Sendable {
    /// Apple's options of an action (`UNNotificationActionOptions`).
    enum Option: String, Sendable, CaseIterable {
        case authenticationRequired
        case destructive
        case foreground
    }

    /// The token of an icon's name, by what the name is of.
    enum Icon: Sendable {
        /// A symbol of Apple's.
        case system(Int)
        /// A picture of the app's.
        case template(Int)
        /// Something that only the device can tell.
        case plain(Int)
    }

    /// The tokens of what a button that asks for a text shows (`UNTextInputNotificationAction`).
    struct TextInput: Sendable {
        let buttonTitle: Int?
        let placeholder: Int?
    }

    let document: JSONTokens
    let title: Int
    let identifier: Int
    var icon: Icon?
    var textInput: TextInput?
    var options: [Option] = []

    init(document: JSONTokens, title: Int, identifier: Int) {
        self.document = document
        self.title = title
        self.identifier = identifier
    }
}

/// Writes an action as a content extension lays it out: under the names of Apple's classes.
extension NotificationAction: JSONValue {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", document, identifier)
        writer.member("title", document, title)
        switch icon {
        case .system(let name): writer.member("systemImageName", document, name)
        case .template(let name): writer.member("templateImageName", document, name)
        case .plain(let name): writer.member("icon", document, name)
        case nil: break
        }
        if !options.isEmpty { writer.array("options", of: options.map(\.rawValue)) }
        if let textInput {
            writer.beginObject("textInput")
            if let title = textInput.buttonTitle { writer.member("buttonTitle", document, title) }
            if let placeholder = textInput.placeholder { writer.member("placeholder", document, placeholder) }
            writer.endObject()
        }
        writer.endObject()
    }
}
