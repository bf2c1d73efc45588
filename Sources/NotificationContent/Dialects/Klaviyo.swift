/// Klaviyo.
enum Klaviyo {
    static let layouts = [
        Dialect(
            "klaviyo", layout: "Apple device: rich-media beside body._k",
            recognition: Recognition(all: [.has(["body", "_k"], [.object, .string])]),
            places: [MediaPlace([], .value(["rich-media"]), typeHint: .at(["rich-media-type"], .fileExtension))],
            actions: ActionRule([["body", "action_buttons"]], title: [["label"]], identifier: [["id"]]))
    ]
}
