/// Pushwoosh. Its keys are short and common, so it is tried late.
enum Pushwoosh {
    static let layouts = [
        Dialect(
            "pushwoosh", layout: "Android data message: b and ci beside pw_msg",
            recognition: Recognition(all: [.has(["pw_msg"], [.string, .number]), .lacks(["aps"])]),
            places: [.android("b"), .android("ci", .largeIcon)],
            content: ContentFields.apple(or: ["title": [["header"]], "body": [["title"]]])),
        Dialect(
            "pushwoosh", layout: "Apple device: attachment, a string",
            recognition: Recognition(all: [.url(["attachment"])]),
            places: [MediaPlace([], .value(["attachment"]))]),
    ]
}
