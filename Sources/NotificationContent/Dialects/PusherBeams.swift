/// Pusher Beams has no key of its own for media: the usual ones are read, beside its mark.
enum PusherBeams {
    static let layouts = [
        Dialect(
            "pusher-beams", layout: "a URL under one of the usual keys, beside data.pusher",
            recognition: Recognition(all: [.has(["data", "pusher"], .object)]), places: Generic.layout.places)
    ]
}
