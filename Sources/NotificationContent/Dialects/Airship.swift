/// Airship (Urban Airship): one or more URLs with shared options; Android's style as JSON in a string.
enum Airship {
    static let layouts = [
        Dialect(
            name, layout: "push object: notification.ios.media_attachment, notification.android.style, web.image",
            recognition: Recognition(
                all: [.has(["audience"], [.string, .object]), .has(["notification"], .object)],
                any: [
                    .has(["device_types"], [.string, .array]), .has(["notification", "ios"], .object),
                    .has(["notification", "android"], .object), .has(["notification", "web"], .object),
                ]),
            places: attachments(["notification", "ios", "media_attachment"], platform: .ios) + [
                bigPicture(["notification", "android", "style"]),
                MediaPlace(["notification", "web", "image"], .value(["url"]), platform: .web),
            ],
            content: ContentFields.apple(
                aps: ["notification", "ios"],
                or: [
                    "title": overrides("title"), "subtitle": [["notification", "ios", "subtitle"]],
                    "body": [["notification", "alert"]] + overrides("alert"),
                    "categoryIdentifier": [["notification", "interactive", "type"]],
                    "threadIdentifier": [["notification", "ios", "thread_id"]],
                    "targetContentIdentifier": [["notification", "ios", "target_content_id"]],
                    "interruptionLevel": [["notification", "ios", "interruption_level"]],
                    "relevanceScore": [["notification", "ios", "relevance_score"]],
                ]),
            timeToLive: [
                ["options", "expiry"], ["notification", "ios", "expiry"], ["notification", "android", "time_to_live"],
            ],
            texts: texts(["notification", "ios", "media_attachment"]),
            addresses: [
                .token(.apns, at: ["audience", "device_token"]),
                .collapseID(at: ["notification", "ios", "collapse_id"]),
            ]),
        Dialect(
            name, layout: "Android data message: com.urbanairship.style, JSON in a string, of type big_picture",
            recognition: Recognition(
                any: [
                    .has(["com.urbanairship.style"], .string), .has(["com.urbanairship.push.ALERT"], .string),
                ]),
            places: [bigPicture(["com.urbanairship.style", .json])],
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

    /// A text of a push object, as the systems override it.
    private static func overrides(_ key: JSONPath.Step) -> [JSONPath] {
        (["ios", "android", "web"] as [JSONPath.Step]).map { ["notification", $0, key] }
    }

    private static func marks(of key: JSONPath.Step) -> [Recognition.Mark] {
        [.has([key, "url"], [.string, .array]), .has([key, "urls"], .array)]
    }

    private static func apple(_ layout: String, key: JSONPath.Step, recognition: Recognition) -> Dialect {
        Dialect(
            name, layout: layout, recognition: recognition, places: attachments([key]), texts: texts([key]))
    }

    /// Shown once every download has succeeded; one that fails spoils the text too.
    private static func texts(_ media: JSONPath) -> [TextRule] {
        TextRule.all(in: media + ["content"], when: .allAttached)
    }

    private static func bigPicture(_ style: JSONPath) -> MediaPlace {
        MediaPlace(
            style, .value(["big_picture"]), identifier: .constant("big_picture"), role: .bigPicture, platform: .android,
            companion: MediaPlace.Companion(path: ["type"], text: "big_picture"))
    }

    /// `urls` is read first, as in Airship's software; one bad rectangle spoils all of it.
    private static func attachments(_ base: JSONPath, platform: MediaReference.Platform? = nil) -> [MediaPlace] {
        [
            MediaPlace(
                base + ["urls"], .elements(["url"]), identifier: .value(["url_id"]),
                options: options(base, shown: ["thumbnail_id"]), platform: platform),
            MediaPlace(
                base + ["url"], .elements([]), options: options(base), platform: platform, isAlternative: true),
            MediaPlace(base, .value(["url"]), options: options(base), platform: platform, isAlternative: true),
        ]
    }

    private static func options(_ base: JSONPath, shown: JSONPath? = nil) -> OptionsRule {
        OptionsRule(
            shared: base, hidden: ["options", "hidden"], shown: shown, time: ["options", "time"],
            rect: ["options", "crop"], isStrict: true)
    }
}
