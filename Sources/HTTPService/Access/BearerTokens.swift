/// The tokens that let a network client in (RFC 6750).
package struct BearerTokens: Sendable {
    /// Why the text of a token file is no use; line numbers from 1.
    package enum Defect: Error, Sendable, Hashable {
        /// Fewer than 16 characters can be guessed.
        case tooShort(line: Int)
        /// More than 256 characters, or one that a token may not have.
        case malformed(line: Int)
        /// No token at all.
        case empty
        /// More than 64 tokens.
        case tooMany
    }

    private let tokens: [[UInt8]]

    /// Reads a token file: one token a line, so that a new one can be added before the old one goes; blank lines and
    /// lines that begin with `#` do not count.
    package init(file text: String) throws(Defect) {
        var tokens: [[UInt8]] = []
        for (index, line) in text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let token = Array(HTTPSyntax.trimmed(Array(line.last == 0x0d ? line.dropLast() : line)[...]))
            guard let first = token.first, first != 0x23 else { continue }
            guard token.count >= 16 else { throw .tooShort(line: index + 1) }
            guard token.count <= 256, token.allSatisfy(BearerTokens.isTokenByte) else {
                throw .malformed(line: index + 1)
            }
            guard tokens.count < 64 else { throw .tooMany }
            tokens.append(token)
        }
        guard !tokens.isEmpty else { throw .empty }
        self.tokens = tokens
    }

    /// Whether the values of the Authorization fields are exactly one, of a known token.
    func admit(_ fields: [ArraySlice<UInt8>]) -> Bool {
        guard fields.count == 1, let value = fields.first else { return false }
        let scheme = "bearer ".utf8
        guard value.count > scheme.count, HTTPSyntax.equalIgnoringCase(value.prefix(scheme.count), scheme) else {
            return false
        }
        return contains(HTTPSyntax.trimmed(value.dropFirst(scheme.count)))
    }

    /// Whether the values of the Authorization fields are exactly one, with a known token as its password (RFC 7617).
    func admitPassword(_ fields: [ArraySlice<UInt8>]) -> Bool {
        guard fields.count == 1, let value = fields.first, value.count <= 1024 else { return false }
        let scheme = "basic ".utf8
        guard value.count > scheme.count, HTTPSyntax.equalIgnoringCase(value.prefix(scheme.count), scheme),
            let pair = BearerTokens.decoded(HTTPSyntax.trimmed(value.dropFirst(scheme.count))),
            let colon = pair.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return contains(pair[(colon + 1)...])
    }

    /// Base 64 (RFC 4648, section 4) taken off; nil for what it cannot be.
    private static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        var group: UInt32 = 0
        var bits = 0
        var padding = 0
        for character in text {
            guard let six = sextet(character), padding == 0 else {
                guard character == UInt8(ascii: "="), padding < 2 else { return nil }
                padding += 1
                continue
            }
            group = group << 6 & 0xffff | UInt32(six)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
            }
        }
        return bytes
    }

    private static func sextet(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Whether a token is known. Every token is compared to its end, so that the time tells nothing but sizes.
    func contains(_ candidate: some Collection<UInt8>) -> Bool {
        let candidate = Array(candidate)
        guard candidate.count <= 256 else { return false }
        var found = false
        for token in tokens {
            var difference = UInt8(token.count == candidate.count ? 0 : 1)
            for index in token.indices {
                difference |= token[index] ^ (index < candidate.count ? candidate[index] : 0xff)
            }
            found = (difference == 0) || found
        }
        return found
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e, 0x2b, 0x2f, 0x3d: true
        default: false
        }
    }
}
