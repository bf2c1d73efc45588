/// Optimove: Optimobile, which was Kumulos, and the older Optipush.
enum Optimove {
    static let layouts = [
        Dialect(
            "kumulos", layout: "Apple device: attachments.pictureUrl, a URL or a path",
            recognition: Recognition(any: [
                .has(["custom", "a", "k.message"], .object), .has(["attachments", "pictureUrl"], .string),
            ]),
            places: [MediaPlace(["attachments"], .value(["pictureUrl"]), origin: resizer)],
            actions: ActionRule(
                [["custom", "a", "k.buttons"]], title: [["text"]], identifier: [["id"]],
                icon: ActionRule.Icon(kind: ["icon", "type"], named: ["icon", "id"]), givesWayToCategory: true)),
        Dialect(
            "optimove", layout: "Apple device (Optipush): url in media, JSON in a string",
            recognition: Recognition(all: [.has(["is_optipush"], [.string, .flag])]),
            places: [
                MediaPlace(
                    ["media", .json], .value(["url"]), identifier: .lastURLPart,
                    typeHint: .at(["media_type"], [.category, .fileExtension]))
            ],
            content: ContentFields.apple(or: ["title": [["title"]], "body": [["content"]]])),
    ]

    /// Where the vendor serves pictures that a payload names by path, in the width that is asked for: here that of a
    /// large telephone, in pixels.
    private static let resizer = "https://i.app.delivery/1080x"
}
