extension SHA256 {
    /// The digest of some bytes in memory, 32 of them; none only if libcrypto fails.
    package static func bytes(of bytes: [UInt8]) -> [UInt8] {
        guard var hash = SHA256() else { return [] }
        hash.update(bytes.span)
        return hash.finish()?.bytes ?? []
    }
}
