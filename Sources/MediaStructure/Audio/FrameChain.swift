/// Consecutive frame headers, each standing where the one before says: the proof that bytes are an audio stream.
struct FrameChain: Equatable {
    /// Headers found, all of one stream.
    var frames: Int
    /// Whether the file ended (save for tags) before the chain was as long as asked for.
    var reachedEnd: Bool

    /// The headers that prove a stream; two do in a file that holds no more.
    static let proof = 3
    /// The most tags that are stepped over between two frames.
    private static let longestTagRun = 4

    /// Whether random bytes or text are ruled out.
    var isProof: Bool {
        frames >= Self.proof || reachedEnd && frames == 2
    }

    /// Whether this may be a stream that is cut so early that it cannot prove itself.
    var mayBeCut: Bool {
        frames >= 1 && reachedEnd
    }

    /// Follows at most `limit` headers from `offset`.
    init(_ bytes: Span<UInt8>, _ syntax: FrameSyntax, at offset: Int, limit: Int = FrameChain.proof) {
        frames = 0
        reachedEnd = false
        var position = offset
        var stream: UInt32?
        var tags = 0
        while frames < limit {
            if let frame = syntax.frame(bytes, at: position) {
                guard stream == nil || stream == frame.stream else { return }
                stream = frame.stream
                frames += 1
                tags = 0
                position += frame.length
            } else if frames > 0, tags < Self.longestTagRun, let length = AudioTag.length(bytes, at: position) {
                tags += 1
                position += length
            } else {
                reachedEnd = position >= bytes.count - syntax.headerLength + 1
                return
            }
        }
    }
}
