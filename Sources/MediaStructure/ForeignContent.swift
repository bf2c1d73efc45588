import MediaTypes

/// Tells harmless bytes behind a format's end from a second file that begins there.
enum ForeignContent {
    /// Signatures of formats that make a file dangerous to whoever reads it as the second one.
    private static let signatures: [(name: String, bytes: [UInt8])] = [
        ("ZIP", [0x50, 0x4b, 0x03, 0x04]),
        ("ZIP", [0x50, 0x4b, 0x05, 0x06]),
        ("RAR", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]),
        ("7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
    ]

    /// The number of bytes from `offset` to the file's end.
    ///
    /// - Throws: `MediaRefusal` of reason `polyglot` when another format begins in them.
    static func trailing(_ bytes: Span<UInt8>, from offset: Int, of format: MediaFormat) throws(MediaRefusal) -> UInt64
    {
        guard offset < bytes.count else { return 0 }
        for position in offset..<bytes.count {
            for signature in signatures where bytes.matches(signature.bytes, at: position) {
                throw MediaRefusal(.polyglot, "\(signature.name) begins behind the media's end", format: format)
            }
        }
        return UInt64(bytes.count - offset)
    }
}
