/// Iterable.
enum Iterable {
    static let layouts = [
        Dialect(
            "iterable", layout: "Apple device: itbl.attachment-url",
            recognition: Recognition(all: [.has(["itbl"], .object)]),
            places: [MediaPlace(["itbl"], .value(["attachment-url"]))]),
        Dialect(
            "iterable", layout: "Android data message: attachment-url in itbl, JSON in a string",
            recognition: Recognition(all: [.has(["itbl", .json], .object)]),
            places: [
                MediaPlace(
                    ["itbl", .json], .value(["attachment-url"]), identifier: .constant("attachment-url"),
                    role: .bigPicture, platform: .android)
            ],
            content: ContentFields.apple(or: ["title": [["title"]], "body": [["body"]]])),
    ]
}
