/// OneSignal: the current and the original layout, the minified form of each, and Android's data message.
enum OneSignal {
    static let layouts = [
        Dialect(
            name, layout: "current, minified: os_data.buttons.at.<id>, without aps.alert",
            recognition: Recognition(all: [.has(["os_data", "buttons"], .object), .lacks(["aps", "alert"])]),
            places: [
                MediaPlace(["os_data", "att"], .members), MediaPlace(["os_data", "buttons", "at"], .members),
            ],
            passesGate: true, content: minified(["os_data", "buttons"]),
            notification: currentFields),
        Dialect(
            name, layout: "current: os_data.att.<id>", recognition: Recognition(all: [.has(["os_data"], .object)]),
            places: [MediaPlace(["os_data", "att"], .members)],
            notification: currentFields),
        Dialect(
            name, layout: "original, minified: at.<id> beside m, without aps.alert",
            recognition: Recognition(
                all: [
                    .has(["m"], [.string, .object]), .lacks(["aps", "alert"]), .lacks(["custom", "a", "k.message"]),
                ],
                any: [.has(["at"], .object), .has(["custom", "i"], .string)]),
            places: [MediaPlace(["att"], .members), MediaPlace(["at"], .members)],
            passesGate: true, content: minified([]), notification: fields(["custom"], buttons: [["o"]])),
        Dialect(
            name, layout: "Android data message: bicon, licon, bg_img, with custom as JSON in a string",
            recognition: Recognition(all: [.has(["custom", .json, "i"], .string)]),
            places: [
                android("bicon", .value(["bicon"]), .bigPicture), android("licon", .value(["licon"]), .largeIcon),
                android("bg_img", .value(["bg_img", .json, "img"]), .background),
            ],
            content: ContentFields.apple(
                or: ["title": [["title"]], "body": [["alert"]], "sound": [["sound"]]]),
            notification: fields(["custom", .json], buttons: [["o", .json]], collapse: [["collapse_key"]])),
        Dialect(
            name, layout: "original: att.<id> beside custom",
            recognition: Recognition(
                all: [.has(["custom"], .object), .lacks(["custom", "a", "k.message"])],
                any: [.has(["custom", "i"], .string), .has(["att"], .object)]),
            places: [MediaPlace(["att"], .members)],
            notification: fields(["custom"], buttons: [["buttons"]])),
    ]

    private static let name = "onesignal"

    private static let currentFields = fields(
        ["os_data"], data: FieldRule("additionalData", .rest(except: ["aps", "os_data"]), [[]]),
        buttons: [["os_data", "buttons"], ["os_data", "buttons", "o"], ["actionbuttons"]])

    private static func android(
        _ key: String, _ shape: MediaPlace.Shape, _ role: MediaReference.Role
    ) -> MediaPlace {
        MediaPlace([], shape, identifier: .constant(key), role: role, platform: .android)
    }

    /// The content's fields where the minified form's short names stand under `base`.
    private static func minified(_ base: JSONPath) -> [FieldRule] {
        ContentFields.apple(or: [
            "title": [base + ["m", "title"]], "subtitle": [base + ["m", "subtitle"]],
            "body": [base + ["m", "body"], base + ["m"]], "badge": [base + ["b"]], "sound": [base + ["s"]],
        ])
    }

    /// OneSignal's fields where its own data stand under `base`.
    private static func fields(
        _ base: JSONPath, data: FieldRule? = nil, buttons: [JSONPath], collapse: [JSONPath] = []
    ) -> [FieldRule] {
        [
            FieldRule("notificationId", .copy(.string), [base + ["i"]]),
            FieldRule("launchURL", .copy(.string), [base + ["u"]]),
            FieldRule("templateId", .copy(.string), [base + ["ti"]]),
            FieldRule("templateName", .copy(.string), [base + ["tn"]]),
            FieldRule("collapseId", .copy(.string), [base + ["collapse_id"]] + collapse),
            data ?? FieldRule("additionalData", .copy(.object), [base + ["a"]]),
            FieldRule("actionButtons", .buttons, buttons),
            FieldRule("badgeIncrement", .copy(.number), [base + ["badge_inc"]]),
            FieldRule("contentAvailable", .flag, [["aps", "content-available"]]),
            FieldRule("mutableContent", .flag, [["aps", "mutable-content"]]),
        ]
    }
}
