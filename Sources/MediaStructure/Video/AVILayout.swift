import MediaTypes

/// Where the parts of an AVI file lie, and what its streams are and hold.
///
/// The walk goes forward only, one chunk's head at a time, so its time is bounded by the file's size; lists inside lists
/// are entered by going on behind their head, so depth costs nothing.
struct AVILayout {
    /// The streams in the order of their headers.
    private(set) var streams: [AVIStream] = []
    /// Whether a list of pictures and sound is there.
    private(set) var hasMovie = false
    /// Whether a size that the file declares goes beyond its end.
    private(set) var isTruncated = false
    /// Where the last segment ends.
    private(set) var end = 0

    /// The number in a chunk's name has two digits.
    private static let mostStreams = 100
    /// Lists that are entered; any other is stepped over.
    private static let entered: [StaticString] = ["hdrl", "strl", "movi", "rec "]

    /// Walks every segment.
    ///
    /// - Throws: `MediaRefusal` of reason `truncated` for a file that ends in its first head.
    init(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        guard bytes.has(20, at: 0) else {
            throw MediaRefusal(.truncated, "the file ends in its first chunk", format: .avi)
        }
        while bytes.matches("RIFF", at: end), let size = bytes.u32le(end + 4),
            end == 0 || bytes.matches("AVIX", at: end + 8),
            // A segment holds its name at least; one of no size at all is streamed.
            size == 0 || size >= 4
        {
            // What a writer into a pipe leaves for "not known yet".
            let isStreamed = size == 0 || size == .max
            let segmentEnd = isStreamed ? bytes.count : end + 8 + Int(size)
            if segmentEnd > bytes.count + 1 { isTruncated = true }
            walk(bytes, from: end + 12, to: min(segmentEnd, bytes.count), isStreamed: isStreamed)
            if isStreamed { for index in streams.indices { streams[index].forgetDeclared() } }
            end = min(segmentEnd + segmentEnd % 2, bytes.count)
        }
    }

    private mutating func walk(_ bytes: Span<UInt8>, from start: Int, to limit: Int, isStreamed: Bool) {
        var position = start
        while position + 8 <= limit, let size = bytes.u32le(position + 4) {
            let body = position + 8
            if bytes.matches("LIST", at: position), Self.entered.contains(where: { bytes.matches($0, at: body) }) {
                if bytes.matches("movi", at: body) { hasMovie = true }
                if bytes.matches("strl", at: body), streams.count < Self.mostStreams { streams.append(AVIStream()) }
                // A list that claims more than its segment is cut; only a streamed one may be left open.
                if body + Int(size) > limit + 1, !isStreamed { isTruncated = true }
                position = body + 4
                continue
            }
            let isWhole = Int(size) <= limit - body
            if !isWhole, !isStreamed { isTruncated = true }
            take(bytes, at: position, body..<min(body + Int(size), limit), isWhole: isWhole)
            guard isWhole else { return }
            position = body + Int(size) + Int(size & 1)
        }
    }

    private mutating func take(_ bytes: Span<UInt8>, at position: Int, _ body: Range<Int>, isWhole: Bool) {
        if hasMovie {
            guard isWhole, let index = Self.stream(bytes, at: position), index < streams.count else { return }
            streams[index].heldChunks += 1
            streams[index].heldBytes += UInt64(body.count)
        } else if !streams.isEmpty {
            if bytes.matches("strh", at: position) { streams[streams.count - 1].readHeader(bytes, body) }
            if bytes.matches("strf", at: position) { streams[streams.count - 1].readFormat(bytes, body) }
        }
    }

    /// The stream of a chunk `NNdb`, `NNdc` or `NNwb`; nil for an index, a palette or anything else.
    private static func stream(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        guard let tens = bytes.u8(offset), let ones = bytes.u8(offset + 1), 0x30...0x39 ~= tens, 0x30...0x39 ~= ones
        else { return nil }
        guard ["db", "dc", "wb"].contains(where: { (kind: StaticString) in bytes.matches(kind, at: offset + 2) }) else {
            return nil
        }
        return Int(tens - 0x30) * 10 + Int(ones - 0x30)
    }
}
