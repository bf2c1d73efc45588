/// Customer.io.
enum CustomerIO {
    static let layouts = [
        Dialect(
            "customerio", layout: "Apple device: CIO.push.image",
            recognition: Recognition(all: [.has(["CIO"], .object)]),
            places: [MediaPlace(["CIO", "push"], .value(["image"]))]),
        Dialect(
            "customerio", layout: "Android data message: image beside CIO-Delivery-ID",
            recognition: Recognition(all: [.has(["CIO-Delivery-ID"], .string)]), places: [.android("image")],
            content: ContentFields.apple(or: ["title": [["title"]], "body": [["body"]]])),
    ]
}
