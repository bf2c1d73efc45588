/// Mixpanel.
enum Mixpanel {
    static let layouts = [
        Dialect(
            "mixpanel", layout: "Apple device: mp_media_url",
            recognition: Recognition(all: [.has(["mp_media_url"], .string)]),
            places: [MediaPlace([], .value(["mp_media_url"]))])
    ]
}
