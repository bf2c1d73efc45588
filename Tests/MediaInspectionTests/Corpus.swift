import Fixtures
import MediaTypes

/// The shared corpus of media and of what only looks like it, with the truth about each file.
enum Corpus {
    /// One file's truth.
    struct Entry: Sendable {
        let file: String
        let isAccepted: Bool
        let reason: String?
        let isCertain: Bool
        let format: String?
        let displayWidth: UInt32?
        let displayHeight: UInt32?
        let frames: UInt32?
        let seconds: Double?

        /// The file's path.
        var path: String {
            (Fixture.shared ?? "") + "/corpus/" + file
        }
    }

    /// Every entry; empty if the corpus is absent.
    static let entries: [Entry] = {
        guard let shared = Fixture.shared, let bytes = try? Fixture.readFile(shared + "/corpus/manifest.json") else {
            return []
        }
        // The manifest has one member a line, and what is nested in an entry is indented deeper.
        var entries: [Entry] = []
        var members: [Substring: Substring] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix(" }") {
                entries.append(entry(members))
                members = [:]
            } else if line.hasPrefix("  \""), let colon = line.range(of: "\": ") {
                let value = line[colon.upperBound...]
                members[line[..<colon.lowerBound].dropFirst(3)] = value.last == "," ? value.dropLast() : value
            }
        }
        return entries
    }()

    private static func entry(_ members: [Substring: Substring]) -> Entry {
        func text(_ key: Substring) -> String? {
            guard let value = members[key], value.hasPrefix("\"") else { return nil }
            return String(value.dropFirst().dropLast())
        }
        func number(_ key: Substring) -> UInt32? { members[key].flatMap { UInt32($0) } }
        return Entry(
            file: text("file") ?? "", isAccepted: text("verdict") == "accept", reason: text("reason"),
            isCertain: text("confidence") == "certain", format: text("format"), displayWidth: number("display_width"),
            displayHeight: number("display_height"), frames: number("frames"),
            seconds: members["duration_s"].flatMap { Double($0) })
    }
}

extension Substring {
    /// The first place of `text`, which is not empty.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
