/// WonderPush: its options have the names of Apple's constants, and a type among them counts first.
enum WonderPush {
    static let layouts = [
        Dialect(
            "wonderpush", layout: "Apple device: _wp.attachments[].url",
            recognition: Recognition(all: [.has(["_wp"], .object)]),
            places: [
                MediaPlace(
                    ["_wp", "attachments"], .elements(["url"]), identifier: .valueOrIndex(["id"]),
                    typeHint: .first(["options", "UNNotificationAttachmentOptionsTypeHintKey"], ["type"]),
                    options: OptionsRule(
                        hidden: ["options", "UNNotificationAttachmentOptionsThumbnailHiddenKey"],
                        time: ["options", "UNNotificationAttachmentOptionsThumbnailTimeKey"],
                        rect: ["options", "UNNotificationAttachmentOptionsThumbnailClippingRectKey"],
                        rectNames: ["X", "Y", "Width", "Height"]))
            ],
            actions: ActionRule([["_wp", "alert", "buttons"]], title: [["label"]]))
    ]
}
