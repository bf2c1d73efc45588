/// Home Assistant. A path instead of a URL leads to the user's own server, with a login, and is left out.
enum HomeAssistant {
    static let layouts = [
        Dialect(
            "home-assistant", layout: "Apple device: attachment.url, with attachment an object",
            recognition: Recognition(all: [.has(["attachment", "url"], .string)]),
            places: [
                MediaPlace(
                    ["attachment"], .value(["url"]), typeHint: .at(["content-type"], [.fileExtension, .mime]),
                    options: OptionsRule(hidden: ["hide-thumbnail"]), lazy: ["lazy"])
            ],
            actions: buttons)
    ]

    /// A button whose action is `REPLY` asks for a text without being told to.
    private static let buttons = ActionRule(
        [["actions"]], title: [["title"]], identifier: [["action"]], icon: ActionRule.Icon(plain: [["icon"]]),
        textInput: ActionRule.TextInput(
            marks: [
                ActionRule.Mark(path: ["behavior"], word: "textInput"),
                ActionRule.Mark(path: ["action"], word: "REPLY"),
            ],
            buttonTitle: ["textInputButtonTitle"], placeholder: ["textInputPlaceholder"]),
        options: [
            (.authenticationRequired, ActionRule.Mark(path: ["authenticationRequired"])),
            (.destructive, ActionRule.Mark(path: ["destructive"])),
            (.foreground, ActionRule.Mark(path: ["activationMode"], word: "foreground")),
        ])
}
