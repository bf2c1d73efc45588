/// Firebase Cloud Messaging: what an Apple device gets, what an Android device gets, and the sender's request.
enum FCM {
    static let layouts = [
        Dialect(
            "fcm", layout: "HTTP v1 request: message.notification.image and its platform copies",
            recognition: Recognition(
                all: [.has(["message"], .object)],
                any: [
                    .has(["message", "notification"], .object), .has(["message", "apns"], .object),
                    .has(["message", "android"], .object), .has(["message", "webpush"], .object),
                    .has(["message", "token"], .string), .has(["message", "topic"], .string),
                    .has(["message", "condition"], .string),
                ]),
            places: [
                MediaPlace(["message", "notification"], .value(["image"])),
                MediaPlace(["message", "android", "notification"], .value(["image"]), platform: .android),
                MediaPlace(["message", "apns", "fcm_options"], .value(["image"]), platform: .ios),
                MediaPlace(["message", "webpush", "notification"], .value(["image"]), platform: .web),
            ],
            content: ContentFields.apple(
                aps: ["message", "apns", "payload", "aps"],
                or: [
                    "title": notification("title"), "title-loc-key": android("title_loc_key"),
                    "title-loc-args": android("title_loc_args"), "body": notification("body"),
                    "loc-key": android("body_loc_key"), "loc-args": android("body_loc_args"),
                    "sound": android("sound"),
                ]),
            actions: ActionRule(
                [["message", "webpush", "notification", "actions"]], title: [["title"]], identifier: [["action"]],
                icon: ActionRule.Icon(plain: [["icon"]])),
            timeToLive: [["message", "android", "ttl"], ["message", "webpush", "headers", "TTL"]],
            addresses: [
                .token(.fcm, at: ["message", "token"]),
                .collapseID(at: ["message", "apns", "headers", "apns-collapse-id"]),
            ],
            apple: ["message", "apns", "payload", "aps"]),
        Dialect(
            "fcm", layout: "Android data message: gcm.n.image",
            recognition: Recognition(all: [.has(["gcm.n.image"], .string)]), places: [.android("gcm.n.image")],
            content: ContentFields.apple(or: ["title": [["gcm.n.title"]], "body": [["gcm.n.body"]]])),
        Dialect(
            "fcm", layout: "Apple device: fcm_options.image",
            recognition: Recognition(all: [.has(["fcm_options", "image"], .string)]),
            places: [MediaPlace(["fcm_options"], .value(["image"]))]),
    ]

    /// A text of a request: the common one, else that of a system which has its own.
    private static func notification(_ key: JSONPath.Step) -> [JSONPath] {
        [["message", "notification", key]] + android(key) + [["message", "webpush", "notification", key]]
    }

    private static func android(_ key: JSONPath.Step) -> [JSONPath] {
        [["message", "android", "notification", key]]
    }

    /// What carries Firebase's marks without a picture at Firebase's place. Vendors who send through Firebase are
    /// tried before.
    static let marks = Dialect(
        "fcm", layout: "Firebase's marks without a picture: gcm.n.e, fcm_options",
        recognition: Recognition(any: [.has(["gcm.n.e"], .string), .has(["fcm_options"], .object)]),
        places: [MediaPlace(["fcm_options"], .value(["image"]))],
        content: ContentFields.apple(or: ["title": [["gcm.n.title"]], "body": [["gcm.n.body"]]]))
}
