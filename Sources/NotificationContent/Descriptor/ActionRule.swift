/// Where a dialect's action buttons stand, and what their members are called: a value, one for each dialect that has
/// them in the payload.
final class ActionRule: Sendable {
    /// Where a button's icon is named.
    struct Icon: Sendable {
        /// A word that says what the name at `named` is of: `system` or `custom`.
        var kind: JSONPath?
        var named: JSONPath?
        /// The name of an icon of a kind that nothing is said of.
        var plain: [JSONPath] = []
    }

    /// A fact about a button: at a path stands this word, or without one `true` or an object.
    struct Mark: Sendable {
        let path: JSONPath
        var word: String?
    }

    /// How a button that asks for a text is known, and what it shows.
    struct TextInput: Sendable {
        /// Of these one must hold.
        let marks: [Mark]
        var buttonTitle: JSONPath?
        var placeholder: JSONPath?
    }

    /// Where the array of buttons may stand; the first one that is an array is taken.
    let lists: [JSONPath]
    /// Paths from the button, of which the first that leads to a string counts; without a title there is no button.
    let title: [JSONPath]
    /// The same; without an identifier the title is it.
    let identifier: [JSONPath]
    let icon: Icon
    let textInput: TextInput?
    /// Apple's option of an action, and what asks for it.
    let options: [(option: NotificationAction.Option, mark: Mark)]
    /// Whether the vendor's software shows the buttons only where the payload names no category of the app's own.
    let givesWayToCategory: Bool
    /// Whether two buttons are shown the other way round.
    let reversesPair: Bool

    init(
        _ lists: [JSONPath] = [], title: [JSONPath], identifier: [JSONPath] = [], icon: Icon = Icon(),
        textInput: TextInput? = nil, options: [(option: NotificationAction.Option, mark: Mark)] = [],
        givesWayToCategory: Bool = false, reversesPair: Bool = false
    ) {
        self.lists = lists
        self.title = title
        self.identifier = identifier
        self.icon = icon
        self.textInput = textInput
        self.options = options
        self.givesWayToCategory = givesWayToCategory
        self.reversesPair = reversesPair
    }

    /// The same buttons at other places.
    func standing(at lists: [JSONPath]) -> ActionRule {
        ActionRule(
            lists, title: title, identifier: identifier, icon: icon, textInput: textInput, options: options,
            givesWayToCategory: givesWayToCategory, reversesPair: reversesPair)
    }

    /// The payload's buttons in its order; none if it has none.
    func actions(in documents: inout NestedDocuments) -> [NotificationAction] {
        actions(at: lists, in: &documents)
    }

    /// The same where their array stands at other places.
    func actions(at lists: [JSONPath], in documents: inout NestedDocuments) -> [NotificationAction] {
        for list in lists {
            guard let site = documents.find(list), documents.kind(site) == .array else { continue }
            let document = documents[site.document]
            var actions: [NotificationAction] = []
            document.forEachElement(of: site.token) { button in
                if let action = action(button, in: document) { actions.append(action) }
            }
            return actions
        }
        return []
    }

    private func action(_ button: Int, in document: JSONTokens) -> NotificationAction? {
        guard let title = string(title, of: button, in: document) else { return nil }
        var action = NotificationAction(
            document: document, title: title, identifier: string(identifier, of: button, in: document) ?? title)
        action.icon = icon(of: button, in: document)
        if let textInput, textInput.marks.contains(where: { holds($0, for: button, in: document) }) {
            action.textInput = NotificationAction.TextInput(
                buttonTitle: textInput.buttonTitle.flatMap { string([$0], of: button, in: document) },
                placeholder: textInput.placeholder.flatMap { string([$0], of: button, in: document) })
        }
        for (option, mark) in options where holds(mark, for: button, in: document) { action.options.append(option) }
        return action
    }

    private func icon(of button: Int, in document: JSONTokens) -> NotificationAction.Icon? {
        if let kind = icon.kind, let named = icon.named, let name = string([named], of: button, in: document),
            let kind = string([kind], of: button, in: document).flatMap({ document.text($0) })
        {
            if kind == "system" { return .system(name) }
            if kind == "custom" { return .template(name) }
        }
        return string(icon.plain, of: button, in: document).map { .plain($0) }
    }

    private func holds(_ mark: Mark, for button: Int, in document: JSONTokens) -> Bool {
        guard let token = document.find(mark.path, from: button) else { return false }
        if let word = mark.word { return document.text(token) == word }
        return document.isTrue(token) || document.kind(token) == .object
    }

    private func string(_ paths: [JSONPath], of button: Int, in document: JSONTokens) -> Int? {
        for path in paths {
            if let token = document.find(path, from: button), document.kind(token) == .string { return token }
        }
        return nil
    }
}
