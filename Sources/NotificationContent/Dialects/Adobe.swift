/// Adobe: Journey Optimizer and Campaign, which take https only, and the older Mobile Services.
enum Adobe {
    static let layouts = [
        Dialect(
            "adobe", layout: "Apple device: adb_media, https only",
            recognition: Recognition(all: [.has(["adb_media"], .string)]),
            places: [MediaPlace([], .value(["adb_media"]), identifier: .constant("aep-media"), isHTTPSOnly: true)])
    ]

    /// Its URL stands under the commonest of the generic keys; only the message's number tells it apart.
    static let mobileServices = Dialect(
        "adobe-mobile", layout: "Apple device: attachment-url beside adb_m_id",
        recognition: Recognition(all: [.has(["adb_m_id"], [.string, .number])]),
        places: [MediaPlace([], .value(["attachment-url"]))])
}
