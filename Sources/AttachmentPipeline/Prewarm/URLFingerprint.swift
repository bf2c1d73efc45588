/// Stands for a URL in a table of many: 128 bits of two keyed hashes, so that neither long URLs nor chosen ones cost memory
/// or collide. The keys are those of the process (`Hasher`); nothing of it may be stored.
struct URLFingerprint: Hashable, Sendable {
    private let low: Int
    private let high: Int

    /// The fingerprint of a cache key, byte for byte.
    init(_ key: String) {
        // `String` hashes equal characters alike, however they are spelt; the bytes themselves (FNV-1a) tell them apart.
        var bytes: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { bytes = (bytes ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var one = Hasher()
        one.combine(key)
        var other = Hasher()
        other.combine(bytes)
        other.combine(key)
        low = one.finalize()
        high = other.finalize()
    }
}
