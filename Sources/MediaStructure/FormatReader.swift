import MediaTypes

/// A reader that proves one format or family: pure functions over the file's bytes.
protocol FormatReader {
    /// Whether the first bytes are this family's own; at most one reader says so of a file.
    static func recognizes(_ bytes: Span<UInt8>) -> Bool

    /// Walks the structure and measures it, bounded in time and memory whatever the bytes are.
    ///
    /// - Throws: `MediaRefusal`, when the file is not sound media of this family.
    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia
}
