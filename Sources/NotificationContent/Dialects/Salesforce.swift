/// Salesforce Marketing Cloud.
enum Salesforce {
    static let layouts = [
        Dialect(
            "salesforce", layout: "Apple device: _mediaUrl",
            recognition: Recognition(any: [.has(["_mediaUrl"], .string), .has(["_mediaAlt"], .string)]),
            places: [MediaPlace([], .value(["_mediaUrl"]))],
            texts: [TextRule(.body, at: ["_mediaAlt"], when: .noneAttached)])
    ]
}
