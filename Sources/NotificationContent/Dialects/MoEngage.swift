/// MoEngage: the attachment, and the pictures of a template, which its content extension shows later.
enum MoEngage {
    static let layouts = [
        Dialect(
            "moengage", layout: "Apple device: moengage.media-attachment, and the template's image widgets",
            recognition: Recognition(all: [.has(["moengage"], .object)]),
            places: [
                MediaPlace(["moengage"], .value(["media-attachment"]), typeHint: .at(["media-type"], .category)),
                MediaPlace(
                    ["moeFeatures", "richPush", "expanded", "cards"],
                    .elementsOfEach(list: ["widgets"], url: ["content"]), role: .lazy,
                    companion: MediaPlace.Companion(path: ["type"], text: "image")),
            ])
    ]
}
