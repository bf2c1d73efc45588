import Telemetry

/// What a response says about its own reuse, read but not yet judged.
struct CacheHeaders: Sendable, Equatable {
    /// The Cache-Control directives that a shared cache obeys (RFC 9111 section 5.2.2, RFC 5861); seconds saturate.
    var noStore = false
    var noCache = false
    var isPrivate = false
    var mustRevalidate = false
    var sharedMaxAge: Int64?
    var maxAge: Int64?
    var staleWhileRevalidate: Int64?
    var staleIfError: Int64?
    /// Whether there is a Cache-Control or an Expires header at all.
    var hasFreshnessFields = false
    /// The Age header in seconds; nil if absent or malformed.
    var age: Int64?
    /// The Date header.
    var date: WallTime?
    /// The Expires header; a malformed one means "already expired" (RFC 9111 section 5.3).
    var expires: Expiry?
    /// `Vary: *`: no later request matches the response.
    var variesOnEverything = false

    /// What an Expires header said.
    enum Expiry: Sendable, Equatable {
        case at(WallTime)
        case malformed
    }

    /// Reads the headers of a response.
    ///
    /// - Parameters:
    ///   - head: The response's head.
    ///   - now: Decides the century of two-digit years.
    init(_ head: ResponseHead, now: WallTime) {
        for value in head.values("cache-control") { readDirectives(value) }
        hasFreshnessFields = head.first("cache-control") != nil || head.first("expires") != nil
        // Of a list the first member counts (RFC 9111 section 5.1).
        age = head.first("age").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).first }
            .flatMap(CacheHeaders.digits)
        date = head.first("date").flatMap { HTTPDate.parse($0, now: now) }
        if let text = head.first("expires") {
            expires = HTTPDate.parse(text, now: now).map(Expiry.at) ?? .malformed
        }
        variesOnEverything = head.values("vary").contains { value in
            value.split(separator: ",").contains { $0.trimmingBlanks == "*" }
        }
    }

    private mutating func readDirectives(_ value: String) {
        for directive in CacheHeaders.elements(of: value) {
            let equals = directive.firstIndex(of: "=")
            let name = directive[..<(equals ?? directive.endIndex)].trimmingBlanks.lowercased()
            let argument = equals.map { directive[directive.index(after: $0)...].trimmingBlanks } ?? ""
            // Invalid freshness information is taken as stale, and of several the first counts (RFC 9111 section 4.2.1).
            let seconds = CacheHeaders.seconds(argument) ?? 0
            switch name {
            case "no-store": noStore = true
            case "no-cache": noCache = true
            case "private": isPrivate = true
            case "must-revalidate", "proxy-revalidate": mustRevalidate = true
            case "s-maxage": sharedMaxAge = sharedMaxAge ?? seconds
            case "max-age": maxAge = maxAge ?? seconds
            case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds
            case "stale-if-error": staleIfError = staleIfError ?? seconds
            default: break
            }
        }
    }

    /// The elements of a list, cut at commas outside quotes (RFC 9110 section 5.6.4).
    private static func elements(of value: String) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        return value.split { character in
            if isEscaped {
                isEscaped = false
                return false
            }
            if isQuoted, character == "\\" { isEscaped = true }
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    /// Delta-seconds (RFC 9111 section 1.2.2), quoted or not; a number too great counts as 2^31.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        var digits = Substring(text).trimmingBlanks
        if digits.utf8.count >= 2, digits.hasPrefix("\""), digits.hasSuffix("\"") {
            digits = String(digits.dropFirst().dropLast())
        }
        return CacheHeaders.digits(digits)
    }

    /// Delta-seconds without quotes.
    static func digits(_ text: some StringProtocol) -> Int64? {
        let digits = text.trimmingBlanks
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Int64(digits) ?? .max, 1 << 31)
    }
}

extension StringProtocol {
    /// The text without the blanks and tabs around it (OWS, RFC 9110 section 5.6.3).
    var trimmingBlanks: String {
        let text = Substring(self)
        let bytes = text.utf8
        var start = text.startIndex
        var end = text.endIndex
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start = bytes.index(after: start) }
        while start < end {
            let last = bytes.index(before: end)
            guard bytes[last] == 0x20 || bytes[last] == 0x09 else { break }
            end = last
        }
        return String(text[start..<end])
    }
}
