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
                + [
                    MediaPlace(
                        ["android_background_layout"], .value(["image"]),
                        identifier: .constant("android_background_layout"), role: .background, platform: .android)
                ]
                + (["chrome_web_image", "chrome_big_picture"] as [JSONKey]).map(web),
            content: content, notification: notification, actions: buttons, timeToLive: [["ttl"]],
            addresses: [
                .token(.apns, at: ["include_ios_tokens"]), .token(.fcm, at: ["include_android_reg_ids"]),
            ])
    ]

    /// The texts of the default language; the others stand beside them among OneSignal's own fields.
    private static let content = ContentFields.apple(
        or: [
            "sound": sounds, "categoryIdentifier": [["ios_category"]], "threadIdentifier": [["thread_id"]],
            "targetContentIdentifier": [["target_content_identifier"]], "summaryArgument": [["summary_arg"]],
            "summaryArgumentCount": [["summary_arg_count"]], "interruptionLevel": [["ios_interruption_level"]],
            "relevanceScore": [["ios_relevance_score"]],
        ],
        instead: [
            FieldRule("title", .language, [["headings"]]), FieldRule("subtitle", .language, [["subtitle"]]),
            FieldRule("body", .language, [["contents"]]), badge(is: "SetTo", "badge", .number),
        ])

    private static let sounds: [JSONPath] = [
        ["ios_sound"], ["android_sound"], ["huawei_sound"], ["adm_sound"], ["wp_wns_sound"],
    ]

    private static let buttons = ActionRule(
        [["buttons"]], title: [["text"]], identifier: [["id"]],
        icon: ActionRule.Icon(kind: ["icon_type"], named: ["path"], plain: [["icon"]]), givesWayToCategory: true)

    /// The fields of `OSNotification` that a request sets, under the same names; those that only a request has keep
    /// the request's names.
    private static let notification: [FieldRule] = [
        FieldRule("launchURL", .copy(.string), [["app_url"], ["url"], ["web_url"]]),
        FieldRule("templateId", .copy(.string), [["template_id"]]),
        FieldRule("collapseId", .copy(.string), [["collapse_id"]]),
        FieldRule("additionalData", .copy(.object), [["data"]]),
        FieldRule("actionButtons", .buttons(buttons), [["buttons"]]),
        FieldRule("web_buttons", .copy(.array), [["web_buttons"]]),
        FieldRule("headings", .copy(.object), [["headings"]]),
        FieldRule("subtitle", .copy([.object, .string]), [["subtitle"]]),
        FieldRule("contents", .copy(.object), [["contents"]]),
        FieldRule("sound", .copy([.string, .object]), sounds),
        FieldRule("attachments", .copy(.object), [["ios_attachments"]]),
        badge(is: "SetTo", "badge", [.number, .string]),
        badge(is: "Increase", "badgeIncrement", [.number, .string]),
        FieldRule("contentAvailable", .flag, [["content_available"]]),
        FieldRule("mutableContent", .flag, [["mutable_content"]]),
        FieldRule("category", .copy(.string), [["ios_category"]]),
        FieldRule("threadId", .copy(.string), [["thread_id"]]),
        FieldRule("relevanceScore", .copy(.number), [["ios_relevance_score"]]),
        FieldRule("interruptionLevel", .copy(.string), [["ios_interruption_level"]]),
        FieldRule("ttl", .copy([.number, .string]), [["ttl"]]),
        FieldRule("groupKey", .copy(.string), [["android_group"], ["adm_group"]]),
        FieldRule("groupMessage", .copy([.object, .string]), [["android_group_message"], ["adm_group_message"]]),
        FieldRule("smallIcon", .copy(.string), [["small_icon"], ["huawei_small_icon"], ["adm_small_icon"]]),
        FieldRule("largeIcon", .copy(.string), [["large_icon"], ["huawei_large_icon"], ["adm_large_icon"]]),
        FieldRule("bigPicture", .copy(.string), [["big_picture"], ["huawei_big_picture"], ["adm_big_picture"]]),
        FieldRule(
            "backgroundImageLayout",
            .renamed([("image", "image"), ("headings_color", "titleTextColor"), ("contents_color", "bodyTextColor")]),
            [["android_background_layout"]]),
        FieldRule(
            "smallIconAccentColor", .copy([.string, .number]), [["android_accent_color"], ["huawei_accent_color"]]),
        FieldRule("ledColor", .copy([.string, .number]), [["android_led_color"], ["huawei_led_color"]]),
        FieldRule(
            "lockScreenVisibility", .copy([.string, .number]), [["android_visibility"], ["huawei_visibility"]]),
        FieldRule("priority", .copy([.string, .number]), [["priority"]]),
        FieldRule(
            "android_channel_id", .copy(.string), [["android_channel_id"], ["existing_android_channel_id"]]),
        FieldRule("web_push_topic", .copy(.string), [["web_push_topic"]]),
    ]

    /// The badge's count, where its type is this one; `None` has neither.
    private static func badge(is type: String, _ name: String, _ kinds: KindSet) -> FieldRule {
        FieldRule(
            name, .copy(kinds), [["ios_badgeCount"]], when: FieldRule.Condition(path: ["ios_badgeType"], text: type))
    }

    private static func web(_ key: JSONKey) -> MediaPlace {
        MediaPlace([], .value([.member(key)]), identifier: .constant(key.text), platform: .web)
    }
}
