/// CleverTap: on Apple devices nothing is attached without a type.
enum CleverTap {
    static let layouts = [
        Dialect(
            "clevertap",
            layout:
                "Apple device: ct_mediaUrl with ct_mediaType, and the template's pictures in pt_json, JSON in a string",
            recognition: Recognition(
                all: [.has(["aps"], .object)],
                any: [.has(["ct_mediaUrl"], .string), .has(["wzrk_id"], .string), .has(["wzrk_dl"], .string)]),
            places: [
                MediaPlace(
                    [], .value(["ct_mediaUrl"]), typeHint: .required(["ct_mediaType"], [.category, .fileExtension]))
            ] + templateKeys.map(template)),
        Dialect(
            "clevertap", layout: "Android data message: wzrk_bp and ico",
            recognition: Recognition(any: [.has(["wzrk_bp"], .string), .has(["wzrk_id"], .string)]),
            places: [.android("wzrk_bp"), .android("ico", .largeIcon)],
            content: ContentFields.apple(or: ["title": [["nt"]], "body": [["nm"]]])),
    ]

    /// What the content extension shows when the notification is opened, and loads itself.
    private static let templateKeys: [JSONKey] = ["pt_big_img", "pt_img1", "pt_img2", "pt_img3", "pt_gif"]

    private static func template(_ key: JSONKey) -> MediaPlace {
        MediaPlace(["pt_json", .json], .value([.member(key)]), identifier: .constant(key.text), role: .lazy)
    }
}
