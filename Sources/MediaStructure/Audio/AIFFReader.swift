import MediaTypes

/// Proves AIFF and AIFF-C: a FORM of chunks in any order, of which COMM describes and SSND holds the samples.
enum AIFFReader: FormatReader {
    /// The most chunks that are looked at.
    private static let mostChunks = 65_536

    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.matches("FORM", at: 0) && (bytes.matches("AIFF", at: 8) || bytes.matches("AIFC", at: 8))
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        guard let size = bytes.u32be(4) else { throw truncated("in its first chunk") }
        // What a writer into a pipe leaves for "not known yet".
        let isStreamed = size == 0 || size == .max
        let formEnd = isStreamed ? bytes.count : 8 + Int(size)
        // A last chunk of odd size may lack its padding byte, though the form counts it.
        guard formEnd <= bytes.count + 1 else { throw truncated("before its FORM size") }
        let chunks = try findChunks(bytes, formEnd: min(formEnd, bytes.count), isStreamed: isStreamed)
        guard let common = chunks.common else { throw corrupt("no COMM chunk") }
        let description = try AIFFDescription(bytes, common, isCompressed: bytes.matches("AIFC", at: 8))
        guard let data = chunks.data, !data.isEmpty else { throw corrupt("no samples") }
        guard isStreamed || description.fits(in: data.count) else { throw truncated("within its samples") }
        let trailing = try ForeignContent.trailing(bytes, from: chunks.end, of: .aiff)
        return InspectedMedia(
            format: .aiff, durationMicroseconds: description.microseconds(of: data.count),
            codecs: [description.codec], trailingBytes: trailing)
    }

    private struct Chunks {
        /// The body of COMM.
        var common: Range<Int>?
        /// The samples, behind the offset that SSND begins with.
        var data: Range<Int>?
        /// Where the form ends.
        var end = 12
    }

    private static func findChunks(
        _ bytes: Span<UInt8>, formEnd: Int, isStreamed: Bool
    ) throws(MediaRefusal) -> Chunks {
        var chunks = Chunks()
        var position = 12
        for _ in 0..<mostChunks where position < formEnd {
            guard let size = bytes.u32be(position + 4), position + 8 <= formEnd else {
                guard chunks.data == nil else { break }
                throw truncated("in a chunk's head")
            }
            let body = position + 8
            let isData = bytes.matches("SSND", at: position)
            let isOpen = isData && isStreamed && (size == 0 || size == .max)
            guard isOpen || Int(size) <= bytes.count - body else {
                throw truncated(isData ? "within its samples" : "within a chunk")
            }
            let end = isOpen ? bytes.count : body + Int(size)
            if isData, chunks.data == nil { chunks.data = try samples(bytes, body..<end) }
            if bytes.matches("COMM", at: position), chunks.common == nil { chunks.common = body..<end }
            position = min(end + (end - body) % 2, bytes.count)
        }
        chunks.end = isStreamed ? bytes.count : max(min(position, bytes.count), formEnd)
        return chunks
    }

    /// SSND: offset of the first sample, block size, samples.
    private static func samples(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(MediaRefusal) -> Range<Int> {
        guard body.count >= 8, let offset = bytes.u32be(body.lowerBound) else {
            throw corrupt("an SSND chunk of \(body.count) bytes")
        }
        guard Int(offset) <= body.count - 8 else { throw corrupt("samples that begin behind their chunk") }
        return body.lowerBound + 8 + Int(offset)..<body.upperBound
    }

    private static func truncated(_ place: String) -> MediaRefusal {
        MediaRefusal(.truncated, "the file ends \(place)", format: .aiff)
    }

    private static func corrupt(_ detail: String) -> MediaRefusal {
        MediaRefusal(.corrupt, detail, format: .aiff)
    }
}
