/// Tells a page, a document or an error message in text from media by its first characters.
///
/// No supported format begins with white space, a byte order mark, `<`, `{` or `[`: as the size of a box in ISO base media
/// these would mean hundreds of megabytes.
enum EarlyText {
    /// How far a body agrees with being text.
    enum Match: Equatable {
        case matches(String)
        case undecided
        case differs
    }

    /// What may follow `<`, in lower case, and what the whole is then called; the first that fits is taken.
    private static let markup: [(start: String, name: String)] = [
        ("!doctype html", "text/html"), ("html", "text/html"), ("head", "text/html"), ("body", "text/html"),
        ("script", "text/html"), ("!--", "markup"), ("svg", "image/svg+xml"), ("?xml", "text/xml"),
        ("?php", "text/x-php"), ("error", "text/xml"), ("!doctype svg", "image/svg+xml"),
    ]

    /// Names the text that `prefix` begins.
    static func name(of prefix: Span<UInt8>) -> Match {
        var offset = 0
        if prefix.count > 0, prefix[0] == 0xef {
            for (index, byte) in [0xef, 0xbb, 0xbf].enumerated() {
                guard index < prefix.count else { return .undecided }
                guard prefix[index] == byte else { return .differs }
            }
            offset = 3
        }
        offset = afterSpace(prefix, from: offset)
        guard offset < prefix.count else { return .undecided }
        switch prefix[offset] {
        case UInt8(ascii: "<"): return markupName(prefix, from: offset + 1)
        case UInt8(ascii: "{"): return json(prefix, from: offset + 1, firstOf: "\"}")
        case UInt8(ascii: "["): return json(prefix, from: offset + 1, firstOf: "{[\"-0123456789tfn]")
        default: return .differs
        }
    }

    private static func afterSpace(_ prefix: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < prefix.count, [0x09, 0x0a, 0x0d, 0x20].contains(prefix[offset]) { offset += 1 }
        return offset
    }

    private static func json(_ prefix: Span<UInt8>, from start: Int, firstOf allowed: String) -> Match {
        let offset = afterSpace(prefix, from: start)
        guard offset < prefix.count else { return .undecided }
        return allowed.utf8.contains(prefix[offset]) ? .matches("application/json") : .differs
    }

    private static func markupName(_ prefix: Span<UInt8>, from start: Int) -> Match {
        var result = Match.differs
        for row in markup {
            var index = start
            var agrees = true
            for byte in row.start.utf8 {
                guard index < prefix.count else { break }
                let upper = prefix[index]
                let lower = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= upper ? upper + 32 : upper
                guard lower == byte else {
                    agrees = false
                    break
                }
                index += 1
            }
            guard agrees else { continue }
            if index - start == row.start.utf8.count { return .matches(row.name) }
            result = .undecided
        }
        return result
    }
}
