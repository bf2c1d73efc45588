/// The index's row number of a key: the same in every process and every version of this layout.
struct KeyHash: Sendable {
    /// Keys whose hashes agree but for the lowest three bits share so many rows.
    static let slots: Int64 = 8

    private let hash: @Sendable (String) -> UInt64

    /// A hash by another function, for tests of collisions.
    init(_ hash: @escaping @Sendable (String) -> UInt64) {
        self.hash = hash
    }

    /// The first eight bytes of the key's SHA-256, so that nobody can choose URLs that collide.
    static let standard = KeyHash { key in
        guard let digest = SHA256.digest(ofText: key) else { return 0 }
        return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The rows in which a key can be.
    func rows(_ key: String) -> ClosedRange<Int64> {
        let first = Int64(bitPattern: hash(key)) & ~(KeyHash.slots - 1)
        return first...(first | (KeyHash.slots - 1))
    }
}

/// The host in a key, for lists and purges; the key is a canonical URL, so no full parser is needed.
///
/// Between `//` and the next `/`, `?` or end, without a port; empty where there is none.
func host(ofKey key: String) -> String {
    let bytes = key.utf8
    guard let colon = bytes.firstIndex(of: 0x3a) else { return "" }
    let rest = bytes[bytes.index(after: colon)...]
    guard rest.starts(with: [0x2f, 0x2f]) else { return "" }
    let afterSlashes = rest.dropFirst(2)
    var authority = afterSlashes.prefix { $0 != 0x2f && $0 != 0x3f && $0 != 0x23 }
    if let at = authority.lastIndex(of: 0x40) { authority = authority[authority.index(after: at)...] }
    if authority.first == 0x5b, let end = authority.firstIndex(of: 0x5d) {
        return String(decoding: authority[...end], as: UTF8.self)
    }
    return String(decoding: authority.prefix { $0 != 0x3a }, as: UTF8.self)
}
