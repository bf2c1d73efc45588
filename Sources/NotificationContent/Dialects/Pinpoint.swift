/// AWS Pinpoint, by way of Amplify.
enum Pinpoint {
    static let layouts = [
        Dialect(
            "aws-pinpoint", layout: "Apple device: data.media-url beside data.pinpoint",
            recognition: Recognition(all: [.has(["data", "pinpoint"], .object)]),
            places: [MediaPlace(["data"], .value(["media-url"]))])
    ]
}
