/// OneSignal: the current and the original layout, the minified form of each, and Android's data message.
enum OneSignal {
    static let layouts = [
        layout(
            "current, minified: os_data.buttons.at.<id>, without aps.alert",
            recognition: Recognition(all: [.has(["os_data", "buttons"], .object), .lacks(["aps", "alert"])]),
            places: [
                MediaPlace(["os_data", "att"], .members), MediaPlace(["os_data", "buttons", "at"], .members),
            ],
            passesGate: true, content: minified(["os_data", "buttons"]), as: .currentMinified),
        layout(
            "current: os_data.att.<id>", recognition: Recognition(all: [.has(["os_data"], .object)]),
            places: [MediaPlace(["os_data", "att"], .members)], as: .current),
        layout(
            "original, minified: at.<id> beside m, without aps.alert",
            recognition: Recognition(
                all: [
                    .has(["m"], [.string, .object]), .lacks(["aps", "alert"]), .lacks(["custom", "a", "k.message"]),
                ],
                any: [.has(["at"], .object), .has(["custom", "i"], .string)]),
            places: [MediaPlace(["att"], .members), MediaPlace(["at"], .members)],
            passesGate: true, content: minified([]), as: .originalMinified),
        layout(
            "Android data message: bicon, licon, bg_img, with custom as JSON in a string",
            recognition: Recognition(all: [.has(["custom", .json, "i"], .string)]),
            places: [
                android("bicon", .value(["bicon"]), .bigPicture), android("licon", .value(["licon"]), .largeIcon),
                android("bg_img", .value(["bg_img", .json, "img"]), .background),
            ],
            content: ContentFields.apple(
                or: ["title": [["title"]], "body": [["alert"]], "sound": [["sound"]]]),
            as: .android),
        layout(
            "original: att.<id> beside custom",
            recognition: Recognition(
                all: [.has(["custom"], .object), .lacks(["custom", "a", "k.message"])],
                any: [.has(["custom", "i"], .string), .has(["att"], .object)]),
            places: [MediaPlace(["att"], .members)], as: .original),
    ]

    private static let name = "onesignal"

    private static func layout(
        _ layout: String, recognition: Recognition, places: [MediaPlace], passesGate: Bool = false,
        content: [FieldRule] = ContentFields.apple, as fields: OSNotification.Layout
    ) -> Dialect {
        Dialect(
            name, layout: layout, recognition: recognition, places: places, passesGate: passesGate, content: content,
            notification: OSNotification.fields(fields), actions: OSNotification.actions(fields),
            restoring: OSNotification.restoring)
    }

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
}
