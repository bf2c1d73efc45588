/// The keys that samples and home-grown apps use, read when no vendor is recognised.
enum Generic {
    static let layout = Dialect(
        "generic", layout: "a URL under one of the usual keys, at the root or under data",
        recognition: Recognition(), places: places(at: []) + places(at: ["data"]))

    private static let keys: [JSONPath.Step] = [
        "attachment-url", "media-attachment-url", "media-attachment", "image-url", "image_url", "imageUrl",
        "media-url", "mediaUrl", "image", "pic_url",
    ]

    /// The keys that `mediaType` may speak of.
    private static let typedKeys: Set<JSONPath.Step> = [
        "attachment-url", "media-attachment-url", "media-attachment", "media-url", "mediaUrl",
    ]

    private static func places(at base: JSONPath) -> [MediaPlace] {
        keys.map { key in
            MediaPlace(base, .value([key]), typeHint: typedKeys.contains(key) ? .at(["mediaType"], .category) : nil)
        }
    }
}
