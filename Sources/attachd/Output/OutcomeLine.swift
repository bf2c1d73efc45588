import NotificationContent

/// The line for a person about one attachment: `image  attached  image/jpeg 640x360 38 kB  miss 212 ms`.
enum OutcomeLine {
    /// What became of a reference.
    static func text(_ reference: MediaReference, _ outcome: Outcome) -> String {
        let name = printable(reference.identifier)
        switch outcome {
        case .attached(let media):
            let facts = facts(
                mime: media.mime, width: media.width, height: media.height, milliseconds: media.durationMilliseconds,
                bytes: media.bytes)
            let time = media.fetchMilliseconds.map { " \($0) ms" } ?? ""
            return "\(name)  attached  \(facts)  \(media.cache.rawValue)\(time)"
        case .failed(let failure):
            let remembered = failure.cached ? " (remembered)" : ""
            return "\(name)  failed  \(failure.reason.rawValue): \(printable(failure.detail))\(remembered)"
        }
    }

    /// What was measured: `video/mp4 640x360 2.0 s 1.2 MB`.
    static func facts(mime: String, width: UInt32?, height: UInt32?, milliseconds: UInt64?, bytes: Int64) -> String {
        var facts = [mime]
        if let width, let height { facts.append("\(width)x\(height)") }
        if let milliseconds { facts.append(seconds(milliseconds)) }
        facts.append(size(bytes))
        return facts.joined(separator: " ")
    }

    /// A reference that the gate or a dry run kept from being fetched.
    static func unfetched(_ reference: MediaReference) -> String {
        "\(printable(reference.identifier))  not fetched"
    }

    /// A size in decimal units: `512 B`, `38 kB`, `1.2 MB`.
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<999_500: "\((bytes + 500) / 1000) kB"
        case ..<999_950_000: tenths((bytes + 50_000) / 100_000) + " MB"
        default: tenths((min(bytes, .max - 50_000_000) + 50_000_000) / 100_000_000) + " GB"
        }
    }

    private static func tenths(_ value: Int64) -> String {
        "\(value / 10).\(value % 10)"
    }

    private static func seconds(_ milliseconds: UInt64) -> String {
        "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }

    /// Text from outside, with control characters replaced, so that nothing a payload holds can steer a terminal.
    static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                || (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            result.unicodeScalars.append(isControl ? "\u{fffd}" : scalar)
        }
        return result
    }
}
