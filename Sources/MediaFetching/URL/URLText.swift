/// A URL cut at its delimiters and repaired, byte for byte otherwise: the pure first half of judging one.
///
/// Only what no server can have meant is repaired: blanks around the URL go, and in path and query a space, a byte of
/// raw UTF-8 and a square bracket become `%XX`. Everything else is sent as it was given, since signed links break on any
/// other tidying.
struct URLText: Sendable, Equatable {
    /// Why a text is no URL to fetch.
    enum Fault: Error, Sendable, Equatable {
        /// It breaks the syntax; what is wrong, for a person.
        case syntax(String)
        /// It is a URL of another scheme, in lower case.
        case scheme(String)
    }

    /// The scheme.
    let scheme: Origin.Scheme
    /// Host and port as written.
    let authority: String
    /// Path and query as they will be sent: starts with `/`, has no fragment.
    let requestTarget: String

    /// The longest text looked at, in bytes: three times a URL, so that repairs cannot matter.
    private static let longestText = 3 * URLRules.longestURL

    /// Cuts and repairs.
    init(_ text: some Sequence<UInt8>) throws(Fault) {
        let trimmed = URLText.trimmed(Array(text.prefix(URLText.longestText + 1)))
        guard !trimmed.isEmpty else { throw .syntax("it is empty") }
        let (scheme, afterScheme) = try URLText.scheme(of: trimmed)
        guard trimmed.count <= URLText.longestText else { throw .syntax("it is too long") }
        guard !trimmed.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == UInt8(ascii: "\\") }) else {
            throw .syntax("it has a control character or a backslash in it")
        }
        guard afterScheme.starts(with: [0x2f, 0x2f]) else { throw .syntax("its scheme must be followed by ://") }
        let afterSlashes = afterScheme.dropFirst(2)
        let authority = afterSlashes.prefix { !URLText.authorityEnds.contains($0) }
        guard !authority.isEmpty else { throw .syntax("it names no host") }
        guard authority.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw .syntax("its host has characters beyond ASCII or a blank; write the name as punycode")
        }
        let target = afterSlashes[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") }
        self.scheme = scheme
        self.authority = String(decoding: authority, as: UTF8.self)
        requestTarget = (target.first == UInt8(ascii: "/") ? "" : "/") + URLText.repaired(target)
    }

    private static let authorityEnds: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
    private static let blanks: [UInt8] = [0x20, 0x09, 0x0a, 0x0d]

    private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        var rest = text[...]
        while let first = rest.first, blanks.contains(first) { rest = rest.dropFirst() }
        while let last = rest.last, blanks.contains(last) { rest = rest.dropLast() }
        return rest
    }

    /// The scheme and what follows its colon (RFC 3986 section 3.1); `host:80/x` has a port there and no scheme.
    private static func scheme(
        of text: ArraySlice<UInt8>
    ) throws(Fault) -> (scheme: Origin.Scheme, rest: ArraySlice<UInt8>) {
        let name = text.prefix { isLetter($0) || 0x30...0x39 ~= $0 || [0x2b, 0x2d, 0x2e].contains($0) }
        guard let first = name.first, isLetter(first), name.endIndex < text.endIndex,
            text[name.endIndex] == UInt8(ascii: ":")
        else { throw .syntax("it has no scheme") }
        let rest = text[(name.endIndex + 1)...]
        let scheme = String(decoding: name, as: UTF8.self).lowercased()
        if let known = Origin.Scheme(rawValue: scheme) { return (known, rest) }
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        if !digits.isEmpty, digits.endIndex == rest.endIndex || authorityEnds.contains(rest[digits.endIndex]) {
            throw .syntax("it has no scheme")
        }
        throw .scheme(scheme)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7a ~= byte | 0x20
    }

    /// Percent-encodes what cannot stand in a request target (RFC 3986 section 2.1, upper-case digits).
    private static func repaired(_ target: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(target.count)
        for byte in target {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "["), UInt8(ascii: "]"), 0x80...:
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default:
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
