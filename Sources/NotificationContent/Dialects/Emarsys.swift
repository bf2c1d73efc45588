/// Emarsys, in both versions.
enum Emarsys {
    static let layouts = [
        Dialect(
            "emarsys", layout: "Apple device, version 2: notification.imageUrl beside ems",
            recognition: Recognition(all: [.has(["ems"], .object), .has(["notification"], .object)]),
            places: [MediaPlace(["notification"], .value(["imageUrl"]))]),
        Dialect(
            "emarsys", layout: "Apple device, version 1: image_url beside ems or ems_msg",
            recognition: Recognition(any: [.has(["ems"], .object), .has(["ems_msg"], .object)]),
            places: [MediaPlace([], .value(["image_url"]))]),
    ]
}
