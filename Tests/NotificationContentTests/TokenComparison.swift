@testable import NotificationContent

/// Holds a delivered payload against the one received, token by token, with no regard to where media were found.
struct TokenComparison {
    /// What stands before a path where a vendor sends paths.
    private static let resizer = "https://i.app.delivery/1080x/"

    /// The URLs that a source may have become.
    private let urls: [String: Set<String>]
    /// The URLs that stand where a source stood.
    private(set) var found: [String] = []

    /// Takes the references, with the new URL of each one that has one.
    init(_ references: [MediaReference], _ newURLs: [String?]) {
        var urls: [String: Set<String>] = [:]
        for (reference, url) in zip(references, newURLs) {
            if let url { urls[reference.source, default: []].insert(url) }
        }
        self.urls = urls
    }

    /// What differs although it must not, in words; nil if nothing does. Inside a string white space counts too.
    mutating func difference(_ old: JSONTokens, _ new: JSONTokens, isHeld: Bool = false) -> String? {
        guard old.count == new.count else { return "\(old.count) tokens became \(new.count)" }
        var oldEnd = isHeld ? 0 : old.range(0).lowerBound
        var newEnd = 0
        for token in 0..<old.count {
            guard old.kind(token) == new.kind(token), old.next(token) == new.next(token) else {
                return "token \(token) changed its kind or its size"
            }
            guard old.kind(token) != .object, old.kind(token) != .array else { continue }
            let oldRange = old.range(token)
            let newRange = new.range(token)
            let gap = old.bytes[oldEnd..<oldRange.lowerBound].filter { isHeld || $0 > 0x20 }
            guard new.bytes[newEnd..<newRange.lowerBound].elementsEqual(gap) else {
                return "what stands before token \(token) changed"
            }
            oldEnd = oldRange.upperBound
            newEnd = newRange.upperBound
            guard !old.bytes[oldRange].elementsEqual(new.bytes[newRange]) else { continue }
            if let difference = difference(ofString: token, old, new) { return difference }
        }
        let oldRest = (isHeld ? old.bytes[oldEnd...] : old.bytes[oldEnd..<old.range(0).upperBound])
        let rest = oldRest.filter { isHeld || $0 > 0x20 }
        return new.bytes[newEnd...].elementsEqual(rest) ? nil : "the end changed"
    }

    private mutating func difference(ofString token: Int, _ old: JSONTokens, _ new: JSONTokens) -> String? {
        guard let oldText = old.text(token), let newText = new.text(token) else { return "token \(token) changed" }
        if isURL(newText, for: oldText) {
            found.append(newText)
            return nil
        }
        guard let oldHeld = try? JSONTokens(Array(oldText.utf8)), let newHeld = try? JSONTokens(Array(newText.utf8))
        else { return "token \(token) changed and was no URL" }
        return difference(oldHeld, newHeld, isHeld: true).map { "inside token \(token): \($0)" }
    }

    private func isURL(_ url: String, for text: String) -> Bool {
        let trimmed = text.unicodeScalars.trimmingPrefix(while: Self.isBlank).reversed().trimmingPrefix(
            while: Self.isBlank)
        let source = String(String.UnicodeScalarView(trimmed.reversed()))
        return urls[source]?.contains(url) == true
            || urls[Self.resizer + source.trimmingPrefix { $0 == "/" }]?.contains(url) == true
    }

    /// The white space of JSON; a form feed is none.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
}
