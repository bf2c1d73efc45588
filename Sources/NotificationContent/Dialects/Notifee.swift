/// Notifee: only the first attachment is taken; its options are an object or JSON in a string.
enum Notifee {
    static let layouts = [
        Dialect(
            "notifee",
            layout: "notifee_options.ios.attachments[0].url, else notifee_options.image; Android's style and icon",
            recognition: Recognition(all: [.has(["notifee_options"], .object)]), places: places(["notifee_options"]),
            actions: actions(["notifee_options"])),
        Dialect(
            "notifee", layout: "the same with notifee_options as JSON in a string",
            recognition: Recognition(all: [.has(["notifee_options", .json], .object)]),
            places: places(["notifee_options", .json]), actions: actions(["notifee_options", .json])),
    ]

    /// Android's; those of Apple devices are the app's own, by category.
    private static func actions(_ base: JSONPath) -> ActionRule {
        ActionRule(
            [base + ["android", "actions"]], title: [["title"]], identifier: [["pressAction", "id"]],
            icon: ActionRule.Icon(plain: [["icon"]]),
            textInput: ActionRule.TextInput(
                marks: [ActionRule.Mark(path: ["input"])], placeholder: ["input", "placeholder"]))
    }

    private static func places(_ base: JSONPath) -> [MediaPlace] {
        [
            MediaPlace(
                base + ["ios", "attachments"], .firstElement(["url"]), identifier: .value(["id"]),
                typeHint: .at(["typeHint"], .typeIdentifier), options: .plain),
            MediaPlace(base, .value(["image"]), isAlternative: true),
            MediaPlace(
                base + ["android", "style"], .value(["picture"]), identifier: .constant("picture"), role: .bigPicture,
                platform: .android, companion: MediaPlace.Companion(path: ["type"], text: "BIG_PICTURE")),
            MediaPlace(
                base + ["android"], .value(["largeIcon"]), identifier: .constant("largeIcon"), role: .largeIcon,
                platform: .android),
        ]
    }
}
