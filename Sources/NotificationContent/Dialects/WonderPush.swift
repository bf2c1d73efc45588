/// WonderPush: its options have the names of Apple's constants, and a type among them counts first.
enum WonderPush {
    static let layouts = [
        Dialect(
            "wonderpush", layout: "Android data message: alert.bigPicture in _wp, JSON in a string",
            recognition: Recognition(all: [.has(["_wp", .json], .object), .lacks(["aps"])]),
            places: [
                MediaPlace(
                    ["_wp", .json, "alert"], .value(["bigPicture"]), identifier: .constant("bigPicture"),
                    role: .bigPicture, platform: .android,
                    companion: MediaPlace.Companion(path: ["type"], text: "bigPicture"))
            ],
            content: ContentFields.apple(or: [
                "title": [["_wp", .json, "alert", "title"]],
                "body": [["_wp", .json, "alert", "text"], ["alert"]],
            ])),
        Dialect(
            "wonderpush", layout: "Apple device: _wp.attachments[].url",
            recognition: Recognition(all: [.has(["_wp"], .object)]),
            places: [
                MediaPlace(
                    ["_wp", "attachments"], .elements(["url"]), identifier: .valueOrIndex(["id"]),
                    typeHint: .first(
                        ["options", "UNNotificationAttachmentOptionsTypeHintKey"], ["type"],
                        vocabulary: [.fileExtension, .mime, .typeIdentifier]),
                    options: OptionsRule(
                        hidden: ["options", "UNNotificationAttachmentOptionsThumbnailHiddenKey"],
                        time: ["options", "UNNotificationAttachmentOptionsThumbnailTimeKey"],
                        rect: ["options", "UNNotificationAttachmentOptionsThumbnailClippingRectKey"],
                        rectNames: ["X", "Y", "Width", "Height"]))
            ],
            actions: ActionRule([["_wp", "alert", "buttons"]], title: [["label"]])),
    ]
}
