/// Swrve: one URL and one that stands in for it.
enum Swrve {
    static let layouts = [
        Dialect(
            "swrve", layout: "Apple device: _sw.media.url, then _sw.media.fallback_url",
            recognition: Recognition(all: [.has(["_sw"], .object)]),
            places: [MediaPlace(["_sw", "media"], .value(["url"]), fallback: ["fallback_url"])],
            texts: TextRule.all(in: ["_sw", "media"], when: .anyAttached))
    ]
}
