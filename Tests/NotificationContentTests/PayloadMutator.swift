import Fixtures

@testable import NotificationContent

/// Changes payloads in the ways in which senders, and those who want to break something, get them wrong.
struct PayloadMutator {
    private enum Edit: CaseIterable {
        case dropMember
        case otherKind
        case nest
        case duplicateMember
        case holdInString
        case openString
        case swapValues
        case breakText
        case blanks
        case bytes
    }

    /// Values that stand where others were: every kind, the edges of 64 bits, and what must not be taken for media.
    private static let values = [
        "null", "true", "false", "{}", "[]", "\"\"", "0", "1", "-0.0", "1e999", "-1e-999", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "4294967296", "\"\\ud800\"",
        "\"https://a.test/new\"", "\" https:\\/\\/a.test/\\u00e9 \"", "\"data:image/png;base64,AA\"", "\"name.png\"",
        "[\"https://a.test/in\"]", "{\"url\":\"https://a.test/in\"}", "\"{\\\"url\\\":\\\"https://a.test/held\\\"}\"",
    ]
    /// Bytes that matter to the grammar, so that changed payloads often stay payloads.
    private static let favourites = Array("{}[]\",:\\u0d89e-+. \n\u{7F}é".utf8) + [0, 0xFF, 0xC0, 0xED]
    private static let notUTF8: [[UInt8]] = [
        [0xFF], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]

    private var generator: SeededGenerator

    /// Everything that follows depends on `seed` alone.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// A number below a limit.
    mutating func below(_ limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &generator)
    }

    /// A payload with one to four changes.
    mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) {
            let edit = Edit.allCases[below(Edit.allCases.count)]
            if edit != .bytes, let tokens = try? JSONTokens(bytes) {
                apply(edit, to: &bytes, tokens)
            } else {
                changeBytes(&bytes)
            }
        }
        return bytes
    }

    private mutating func apply(_ edit: Edit, to bytes: inout [UInt8], _ tokens: JSONTokens) {
        var members: [(name: Int, value: Int)] = []
        for token in 0..<tokens.count { tokens.forEachMember(of: token) { members.append(($0, $1)) } }
        let names = Set(members.map(\.name))
        let values = (1..<max(2, tokens.count)).filter { $0 < tokens.count && !names.contains($0) }
        guard !members.isEmpty, !values.isEmpty else { return changeBytes(&bytes) }
        let member = members[below(members.count)]
        let value = values[below(values.count)]
        let range = tokens.range(value)
        switch edit {
        case .dropMember:
            drop(tokens.range(member.name).lowerBound..<tokens.range(member.value).upperBound, from: &bytes)
        case .otherKind:
            bytes.replaceSubrange(range, with: pick(Self.values).utf8)
        case .nest:
            let (opening, closing) = Bool.random(using: &generator) ? ("[", "]") : ("{\"url\":", "}")
            let depth = below(20) == 0 ? 70 : 1
            bytes.insert(contentsOf: String(repeating: closing, count: depth).utf8, at: range.upperBound)
            bytes.insert(contentsOf: String(repeating: opening, count: depth).utf8, at: range.lowerBound)
        case .duplicateMember:
            let name = Array(bytes[tokens.range(member.name)])
            let copy = Bool.random(using: &generator) ? Array(pick(Self.values).utf8) : Array(bytes[range])
            let place = tokens.range(members[below(members.count)].name).lowerBound
            bytes.insert(contentsOf: name + [UInt8(ascii: ":")] + copy + [UInt8(ascii: ",")], at: place)
        case .holdInString:
            var text: [UInt8] = []
            JSONText.append(String(decoding: bytes[range], as: UTF8.self), to: &text)
            bytes.replaceSubrange(range, with: text)
        case .openString:
            guard let text = tokens.text(value), (try? JSONTokens(Array(text.utf8))) != nil else { return }
            bytes.replaceSubrange(range, with: text.utf8)
        case .swapValues:
            bytes.replaceSubrange(range, with: Array(bytes[tokens.range(values[below(values.count)])]))
        case .breakText:
            guard tokens.kind(value) == .string else { return }
            bytes.insert(contentsOf: pick(Self.notUTF8), at: range.lowerBound + 1 + below(range.count - 1))
        case .blanks:
            bytes.insert(contentsOf: pick([" ", "\n\t ", "\r\n"]).utf8, at: range.lowerBound)
        case .bytes:
            changeBytes(&bytes)
        }
    }

    /// Takes a member out with the comma behind it, or else before it.
    private func drop(_ member: Range<Int>, from bytes: inout [UInt8]) {
        var end = member.upperBound
        while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
            bytes.removeSubrange(member.lowerBound...end)
            return
        }
        var start = member.lowerBound
        while start > 0, bytes[start - 1] <= 0x20 { start -= 1 }
        if start > 0, bytes[start - 1] == UInt8(ascii: ",") { start -= 1 }
        bytes.removeSubrange(start..<member.upperBound)
    }

    private mutating func changeBytes(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let position = below(bytes.count)
        let byte = pick(Self.favourites)
        switch below(5) {
        case 0: bytes[position] = byte
        case 1: bytes[position] ^= 1 << UInt8(below(8))
        case 2: bytes.insert(byte, at: position)
        case 3: bytes.remove(at: position)
        default:
            let end = min(bytes.count, position + 1 + below(12))
            bytes.insert(contentsOf: bytes[position..<end], at: below(bytes.count + 1))
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
