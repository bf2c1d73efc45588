/// Bloomreach (Exponea): whatever it is, the picture is called image.png, and the alert's own texts are not shown.
enum Bloomreach {
    static let layouts = [
        Dialect(
            "bloomreach", layout: "Apple device: image beside attributes or url_params",
            recognition: Recognition(
                all: [.url(["image"])], any: [.has(["attributes"], .object), .has(["url_params"], .object)]),
            places: [MediaPlace([], .value(["image"]), identifier: .constant("image.png"))],
            texts: [
                TextRule(.title, at: ["title"], when: .always), TextRule(.body, at: ["message"], when: .always),
            ])
    ]
}
