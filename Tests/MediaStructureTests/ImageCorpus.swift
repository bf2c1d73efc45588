import Fixtures
import Testing

/// What the shared corpus says of one of its files: the fields that a picture's verdict is held against.
struct ImageCorpusEntry: Sendable, CustomTestStringConvertible {
    let file: String
    let format: String?
    let isAccepted: Bool
    let reason: String?
    let isCertain: Bool
    let bytes: Int
    let width: Int?
    let height: Int?
    let frames: Int?

    var testDescription: String { file }

    /// The file's content.
    func content() throws -> [UInt8] {
        try Fixture.readFile((Fixture.shared ?? "") + "/corpus/" + file)
    }

    /// The entries of the named groups; none where the corpus is absent.
    static func entries(of groups: Set<String>) -> [ImageCorpusEntry] {
        guard let shared = Fixture.shared,
            let bytes = try? Fixture.readFile(shared + "/corpus/manifest.json"),
            case .array(let rows) = ManifestJSON.parse(bytes)
        else { return [] }
        return rows.compactMap { row in
            guard let file = row["file"]?.text, groups.contains(row["group"]?.text ?? "") else { return nil }
            return ImageCorpusEntry(
                file: file, format: row["format"]?.text, isAccepted: row["verdict"]?.text == "accept",
                reason: row["reason"]?.text, isCertain: row["confidence"]?.text == "certain",
                bytes: row["bytes"]?.whole ?? 0, width: row["display_width"]?.whole,
                height: row["display_height"]?.whole, frames: row["frames"]?.whole)
        }
    }
}

/// As much of JSON as a well-formed manifest needs.
enum ManifestJSON {
    case object([String: ManifestJSON])
    case array([ManifestJSON])
    case text(String)
    case literal(String)

    subscript(key: String) -> ManifestJSON? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    var whole: Int? {
        guard case .literal(let value) = self else { return nil }
        return Int(value)
    }

    static func parse(_ bytes: [UInt8]) -> ManifestJSON {
        var rest = bytes[...]
        return value(&rest)
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> ManifestJSON {
        skipBlank(&rest)
        switch rest.first {
        case UInt8(ascii: "{"):
            var members: [String: ManifestJSON] = [:]
            while step(&rest, until: UInt8(ascii: "}")) {
                let key = string(&rest)
                skipBlank(&rest)
                rest = rest.dropFirst()
                members[key] = value(&rest)
            }
            return .object(members)
        case UInt8(ascii: "["):
            var items: [ManifestJSON] = []
            while step(&rest, until: UInt8(ascii: "]")) { items.append(value(&rest)) }
            return .array(items)
        case UInt8(ascii: "\""):
            return .text(string(&rest))
        default:
            let end = rest.firstIndex { $0 <= 0x20 || [0x2c, 0x5d, 0x7d].contains($0) } ?? rest.endIndex
            defer { rest = rest[end...] }
            return .literal(String(decoding: rest[..<end], as: UTF8.self))
        }
    }

    /// Steps over an opening bracket or comma; false, past the closing bracket, when there is no further item.
    private static func step(_ rest: inout ArraySlice<UInt8>, until close: UInt8) -> Bool {
        skipBlank(&rest)
        let isClosing = rest.first == close || rest.isEmpty
        rest = rest.dropFirst()
        guard !isClosing else { return false }
        skipBlank(&rest)
        guard rest.first == close else { return true }
        rest = rest.dropFirst()
        return false
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) -> String {
        var content: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            content.append(byte)
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { content.append(escaped) }
        }
        return String(decoding: content, as: UTF8.self)
    }

    private static func skipBlank(_ rest: inout ArraySlice<UInt8>) {
        while let byte = rest.first, byte <= 0x20 { rest = rest.dropFirst() }
    }
}
