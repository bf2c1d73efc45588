import MediaTypes

/// The data reference table of a track: whether its samples lie in this file (ISO/IEC 14496-12 section 8.7.2).
enum DataReferences {
    /// Whether an entry of the `dref` box names another file.
    ///
    /// An entry without the self-contained flag counts when it also holds a name: an empty one means this file too.
    static func nameAnotherFile(
        _ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget
    ) throws(MediaRefusal) -> Bool {
        guard box.end - box.body >= 8 else { return false }
        var entries = BoxCursor(box.body + 8..<box.end)
        while let entry = try entries.next(bytes, &budget) {
            guard let (_, flags) = entry.versionAndFlags(bytes), flags & 1 == 0 else { continue }
            if hasContent(bytes, entry.body + 4..<entry.end) { return true }
        }
        return false
    }

    private static func hasContent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for offset in range where bytes.u8(offset) != 0 { return true }
        return false
    }
}
