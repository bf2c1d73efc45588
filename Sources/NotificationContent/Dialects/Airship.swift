/// Airship (Urban Airship): one or more URLs with shared options; Android's style as JSON in a string.
enum Airship {
    static let layouts = [
        Dialect(
            name, layout: "Android data message: com.urbanairship.style, JSON in a string, of type big_picture",
            recognition: Recognition(
                any: [
                    .has(["com.urbanairship.style"], .string), .has(["com.urbanairship.push.ALERT"], .string),
                ]),
            places: [
                MediaPlace(
                    ["com.urbanairship.style", .json], .value(["big_picture"]), identifier: .constant("big_picture"),
                    role: .bigPicture, platform: .android,
                    companion: MediaPlace.Companion(path: ["type"], text: "big_picture"))
            ],
            content: ContentFields.apple(or: [
                "title": [["com.urbanairship.title"]], "body": [["com.urbanairship.push.ALERT"]],
            ])),
        apple(
            "Apple device, as Accengage had it: the same under a4sid", key: "a4sid",
            recognition: Recognition(all: [.has(["a4sid"], .object)], any: marks(of: "a4sid"))),
        apple(
            "Apple device: com.urbanairship.media_attachment with url (a string or an array) or urls",
            key: "com.urbanairship.media_attachment",
            recognition: Recognition(any: [
                .has(["com.urbanairship.media_attachment"], .object), .has(["com.urbanairship.metadata"], .string),
            ])),
    ]

    private static let name = "airship"

    private static func marks(of key: JSONPath.Step) -> [Recognition.Mark] {
        [.has([key, "url"], [.string, .array]), .has([key, "urls"], .array)]
    }

    /// `urls` is read first, as in Airship's software; one bad rectangle spoils all of it.
    private static func apple(_ layout: String, key: JSONPath.Step, recognition: Recognition) -> Dialect {
        Dialect(
            name, layout: layout, recognition: recognition,
            places: [
                MediaPlace(
                    [key, "urls"], .elements(["url"]), identifier: .value(["url_id"]),
                    options: options(key, shown: ["thumbnail_id"])),
                MediaPlace([key, "url"], .elements([]), options: options(key), isAlternative: true),
                MediaPlace([key], .value(["url"]), options: options(key), isAlternative: true),
            ])
    }

    private static func options(_ key: JSONPath.Step, shown: JSONPath? = nil) -> OptionsRule {
        OptionsRule(
            shared: [key], hidden: ["options", "hidden"], shown: shown, time: ["options", "time"],
            rect: ["options", "crop"], isStrict: true)
    }
}
