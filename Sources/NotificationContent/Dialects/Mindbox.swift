/// Mindbox.
enum Mindbox {
    static let layouts = [
        Dialect(
            "mindbox", layout: "Apple device: imageUrl beside uniqueKey",
            recognition: Recognition(all: [.has(["uniqueKey"], .string)]),
            places: [MediaPlace([], .value(["imageUrl"]))])
    ]
}
