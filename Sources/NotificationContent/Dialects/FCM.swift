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
                    "title": [["message", "notification", "title"]], "body": [["message", "notification", "body"]],
                ]),
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

    /// What carries Firebase's marks without a picture at Firebase's place. Vendors who send through Firebase are
    /// tried before.
    static let marks = Dialect(
        "fcm", layout: "Firebase's marks without a picture: gcm.n.e, fcm_options",
        recognition: Recognition(any: [.has(["gcm.n.e"], .string), .has(["fcm_options"], .object)]),
        places: [MediaPlace(["fcm_options"], .value(["image"]))],
        content: ContentFields.apple(or: ["title": [["gcm.n.title"]], "body": [["gcm.n.body"]]]))
}
