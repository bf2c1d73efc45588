/// Home Assistant. A path instead of a URL leads to the user's own server, with a login, and is left out.
enum HomeAssistant {
    static let layouts = [
        Dialect(
            "home-assistant", layout: "Apple device: attachment.url, with attachment an object",
            recognition: Recognition(all: [.has(["attachment", "url"], .string)]),
            places: [
                MediaPlace(
                    ["attachment"], .value(["url"]), typeHint: .at(["content-type"], [.fileExtension, .mime]),
                    options: OptionsRule(hidden: ["hide-thumbnail"]), lazy: ["lazy"])
            ])
    ]
}
