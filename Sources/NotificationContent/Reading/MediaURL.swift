/// Tells a URL from the other strings that stand where media are expected, such as names of bundled files.
enum MediaURL {
    /// The schemes that are taken for URLs without `//` behind them, so that they are refused by name.
    private static let knownSchemes: Set<String> = ["http", "https", "data", "file"]

    /// The URL without surrounding blanks; nil if the text is none.
    ///
    /// A scheme that will be refused makes a URL all the same: its failure names the reason, silence would not.
    static func read(_ text: String) -> String? {
        let trimmed = trim(text)
        guard let colon = endOfScheme(trimmed.utf8.span) else { return nil }
        if hasSlashes(trimmed.utf8.span, from: colon + 1) { return trimmed }
        return knownSchemes.contains(String(Substring(trimmed.utf8.prefix(colon))).lowercased()) ? trimmed : nil
    }

    /// A path put behind an origin; nil for a text without one or with another scheme's name in front.
    static func read(_ path: String, behind origin: String) -> String? {
        let path = trim(path).utf8.drop { $0 == UInt8(ascii: "/") }
        guard !path.isEmpty, !path.contains(UInt8(ascii: ":")) else { return nil }
        return origin + "/" + String(Substring(path))
    }

    /// Whether the scheme is https.
    static func isHTTPS(_ url: String) -> Bool {
        url.utf8.prefix(6).map { $0 | 0x20 }.elementsEqual("https:".utf8.map { $0 | 0x20 })
    }

    /// What stands behind the last slash of a URL's path; empty if nothing does.
    static func lastPart(of url: String) -> String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // The slashes before the authority are no path's.
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count > 3, let last = parts.last else { return "" }
        return String(Substring(last))
    }

    /// Where the colon stands behind a scheme of at most 32 characters (RFC 3986 section 3.1); nil if no scheme is in
    /// front.
    private static func endOfScheme(_ bytes: Span<UInt8>) -> Int? {
        for index in 0..<min(bytes.count, 33) {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return index > 0 ? index : nil }
            if isLetter(byte) { continue }
            let isOther =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard isOther && index > 0 else { return nil }
        }
        return nil
    }

    private static func hasSlashes(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        start + 1 < bytes.count && bytes[start] == UInt8(ascii: "/") && bytes[start + 1] == UInt8(ascii: "/")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    private static func trim(_ text: String) -> String {
        guard let first = text.utf8.first, let last = text.utf8.last, isBlank(first) || isBlank(last) else {
            return text
        }
        let bytes = text.utf8.drop { isBlank($0) }
        guard let end = bytes.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(text[bytes.startIndex...end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
