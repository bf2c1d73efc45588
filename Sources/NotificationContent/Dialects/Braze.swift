/// Braze (Appboy).
enum Braze {
    static let layouts = [
        Dialect(
            "braze", layout: "Apple device: ab.att.url with ab.att.type",
            recognition: Recognition(any: [.has(["ab", "att"], .object), .has(["ab", "c"], .string)]),
            places: [MediaPlace(["ab", "att"], .value(["url"]), typeHint: .required(["type"], .fileExtension))]),
        Dialect(
            "braze", layout: "Android data message: ab_iu, or appboy_image_url in extra, JSON in a string",
            recognition: Recognition(any: [.has(["_ab"], .string), .has(["ab_iu"], .string)]),
            places: [
                .android("ab_iu"),
                MediaPlace(
                    ["extra", .json], .value(["appboy_image_url"]), identifier: .constant("appboy_image_url"),
                    role: .bigPicture, platform: .android, isAlternative: true),
            ],
            content: ContentFields.apple(or: ["title": [["t"]], "body": [["a"]]])),
    ]
}
