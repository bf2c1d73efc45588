/// OneSignal's request to create a notification, for every system at once.
enum OneSignalRequest {
    static let layouts = [
        Dialect(
            "onesignal-rest",
            layout: "create-notification request: ios_attachments, and the pictures and icons of the other systems",
            recognition: Recognition(
                all: [.lacks(["aps"])],
                any: [
                    .has(["ios_attachments"], .object), .has(["contents", "en"], .string),
                    .has(["adm_big_picture"], .string), .has(["huawei_big_picture"], .string),
                    .has(["chrome_web_image"], .string),
                ]),
            places: [MediaPlace(["ios_attachments"], .members, platform: .ios)]
                + (["big_picture", "adm_big_picture", "huawei_big_picture"] as [JSONKey]).map { .android($0) }
                + (["large_icon", "adm_large_icon", "huawei_large_icon"] as [JSONKey]).map { .android($0, .largeIcon) }
                + (["chrome_web_image", "chrome_big_picture"] as [JSONKey]).map(web),
            content: ContentFields.apple(or: [
                "title": [["headings", "en"]], "subtitle": [["subtitle", "en"]], "body": [["contents", "en"]],
                "sound": [["ios_sound"]], "categoryIdentifier": [["ios_category"]], "threadIdentifier": [["thread_id"]],
                "targetContentIdentifier": [["target_content_identifier"]],
                "interruptionLevel": [["ios_interruption_level"]], "relevanceScore": [["ios_relevance_score"]],
            ]),
            notification: [
                FieldRule("launchURL", .copy(.string), [["app_url"], ["url"]]),
                FieldRule("templateId", .copy(.string), [["template_id"]]),
                FieldRule("collapseId", .copy(.string), [["collapse_id"]]),
                FieldRule("additionalData", .copy(.object), [["data"]]),
                FieldRule("contentAvailable", .flag, [["content_available"]]),
                FieldRule("mutableContent", .flag, [["mutable_content"]]),
            ],
            addresses: [
                .token(.apns, at: ["include_ios_tokens"]), .token(.fcm, at: ["include_android_reg_ids"]),
            ])
    ]

    private static func web(_ key: JSONKey) -> MediaPlace {
        MediaPlace([], .value([.member(key)]), identifier: .constant(key.text), platform: .web)
    }
}
