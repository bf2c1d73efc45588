/// Expo: the first of video, audio and image, each a URL or an object with options.
enum Expo {
    static let layouts = [
        Dialect(
            "expo", layout: "push message: richContent.image",
            recognition: Recognition(all: [.has(["richContent"], .object), .lacks(["aps"])]),
            places: [MediaPlace(["richContent"], .value(["image"]), typeHint: .word("image"))],
            content: ContentFields.apple(or: [
                "title": [["title"]], "subtitle": [["subtitle"]], "body": [["body"]], "badge": [["badge"]],
                "sound": [["sound"]], "categoryIdentifier": [["categoryId"]],
                "interruptionLevel": [["interruptionLevel"]],
            ]),
            timeToLive: [["ttl"]], addresses: [.token(.expo, at: ["to"])]),
        Dialect(
            "expo", layout: "Apple device: body._richContent.video, else audio, else image",
            recognition: Recognition(all: [.has(["body", "_richContent"], .object)]),
            places: ["video", "audio", "image"].flatMap(places)),
    ]

    private static func places(_ kind: String) -> [MediaPlace] {
        let key = JSONPath.Step.member(JSONKey(kind))
        return [
            MediaPlace(
                ["body", "_richContent", key], .value(["url"]), typeHint: .word(kind), options: .descriptor,
                isAlternative: true),
            MediaPlace(["body", "_richContent"], .value([key]), typeHint: .word(kind), isAlternative: true),
        ]
    }
}
