import MediaTypes

/// Proves Core Audio Format, version 1: a file header, then chunks of which `desc` is the first.
enum CAFReader: FormatReader {
    /// The most chunks that are looked at.
    private static let mostChunks = 65_536

    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.matches("caff", at: 0)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        guard let version = bytes.u16be(4), bytes.has(12, at: 8) else { throw truncated("in its first chunk") }
        guard version == 1 else { throw corrupt("CAF of version \(version)") }
        guard bytes.matches("desc", at: 8) else { throw corrupt("the first chunk is not desc") }
        let description = try CAFDescription(bytes, at: 20)
        let chunks = try findChunks(bytes)
        guard let data = chunks.data else { throw corrupt("no data chunk") }
        guard !data.isEmpty else { throw corrupt("the data chunk holds no samples") }
        let trailing = try ForeignContent.trailing(bytes, from: chunks.end, of: .caf)
        return InspectedMedia(
            format: .caf, durationMicroseconds: try description.microseconds(bytes, data: data, table: chunks.table),
            codecs: [description.codec], trailingBytes: trailing)
    }

    /// Where the parts lie.
    private struct Chunks {
        /// The samples, without the edit count before them.
        var data: Range<Int>?
        /// The body of the packet table.
        var table: Range<Int>?
        /// Where the last whole chunk ends.
        var end = 8
    }

    /// Walks the chunks to the file's end. A `data` chunk of size -1 reaches there and is the last.
    private static func findChunks(_ bytes: Span<UInt8>) throws(MediaRefusal) -> Chunks {
        var chunks = Chunks()
        for _ in 0..<mostChunks where chunks.end < bytes.count {
            let body = chunks.end + 12
            guard let size = bytes.u64be(chunks.end + 4), hasName(bytes, at: chunks.end) else {
                // Bytes that cannot be a chunk's head are only trailing ones once the samples are there.
                guard chunks.data == nil else { return chunks }
                throw bytes.has(12, at: chunks.end) ? corrupt("a chunk without a name") : truncated("in a chunk's head")
            }
            let isData = bytes.matches("data", at: chunks.end)
            guard isData && size == .max || size <= UInt64(bytes.count - body) else {
                guard chunks.data == nil || bytes.matches("pakt", at: chunks.end) else { return chunks }
                throw truncated(isData ? "within its samples" : "within a chunk")
            }
            let end = size == .max ? bytes.count : body + Int(size)
            if isData, chunks.data == nil {
                guard end - body >= 4 else { throw corrupt("a data chunk without an edit count") }
                chunks.data = body + 4..<end
            }
            if bytes.matches("pakt", at: chunks.end), chunks.table == nil { chunks.table = body..<end }
            chunks.end = end
        }
        return chunks
    }

    /// Whether four printable characters name the chunk at `offset`.
    private static func hasName(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        (offset..<offset + 4).allSatisfy { 0x20...0x7e ~= bytes.u8($0) ?? 0 }
    }

    private static func truncated(_ place: String) -> MediaRefusal {
        MediaRefusal(.truncated, "the file ends \(place)", format: .caf)
    }

    private static func corrupt(_ detail: String) -> MediaRefusal {
        MediaRefusal(.corrupt, detail, format: .caf)
    }
}
