/// CleverTap: on Apple devices nothing is attached without a type.
enum CleverTap {
    static let layouts = [
        Dialect(
            "clevertap", layout: "Apple device: ct_mediaUrl with ct_mediaType",
            recognition: Recognition(
                all: [.has(["aps"], .object)],
                any: [.has(["ct_mediaUrl"], .string), .has(["wzrk_id"], .string), .has(["wzrk_dl"], .string)]),
            places: [MediaPlace([], .value(["ct_mediaUrl"]), typeHint: .required(["ct_mediaType"]))]),
        Dialect(
            "clevertap", layout: "Android data message: wzrk_bp and ico",
            recognition: Recognition(any: [.has(["wzrk_bp"], .string), .has(["wzrk_id"], .string)]),
            places: [.android("wzrk_bp"), .android("ico", .largeIcon)],
            content: ContentFields.apple(or: ["title": [["nt"]], "body": [["nm"]]])),
    ]
}
