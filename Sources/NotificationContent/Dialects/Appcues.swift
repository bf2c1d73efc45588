/// Appcues: one key on both systems.
enum Appcues {
    static let layouts = [
        Dialect(
            "appcues", layout: "Apple device: appcues_attachment_url",
            recognition: Recognition(
                all: [.has(["aps"], .object)],
                any: [.has(["appcues_attachment_url"], .string), .has(["appcues_notification_id"], .string)]),
            places: [
                MediaPlace(
                    [], .value(["appcues_attachment_url"]), typeHint: .at(["appcues_attachment_type"], .fileExtension))
            ]),
        Dialect(
            "appcues", layout: "Android data message: appcues_attachment_url",
            recognition: Recognition(any: [
                .has(["appcues_attachment_url"], .string), .has(["appcues_notification_id"], .string),
            ]),
            places: [.android("appcues_attachment_url")]),
    ]
}
