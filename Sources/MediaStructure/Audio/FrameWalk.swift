import MediaTypes

/// A walk over every frame of a bare audio stream, from the first header to the last byte that belongs to it.
struct FrameWalk {
    /// Whole frames of sound.
    private(set) var frames = 0
    /// Their playing time in microseconds.
    private(set) var microseconds: UInt64 = 0
    /// Where the stream and the tags behind it end.
    private(set) var end: Int
    /// Where the frames first stopped following each other; nil if they never did.
    private(set) var firstLoss: Int?

    /// How far the next frame is looked for after damage. What lies farther is no longer this stream.
    private static let resyncWindow = 65_536

    /// Samples of the present stream that `microseconds` does not hold yet.
    private var samples: UInt64 = 0
    private var rate = 1
    private var stream: UInt32

    /// Walks from the proven frame at `start`; with `skippingFirst` that frame is no sound.
    init(_ bytes: Span<UInt8>, _ syntax: FrameSyntax, from start: Int, skippingFirst: Bool) {
        end = start
        stream = syntax.frame(bytes, at: start)?.stream ?? 0
        var isSound = !skippingFirst
        while end < bytes.count {
            if let frame = syntax.frame(bytes, at: end), frame.stream == stream {
                guard frame.length <= bytes.count - end else {
                    end = bytes.count
                    break
                }
                if isSound { count(frame) }
                isSound = true
                end += frame.length
            } else if let length = AudioTag.length(bytes, at: end) {
                end += length
            } else if bytes.count - end < syntax.headerLength, bytes[end] == 0xff {
                end = bytes.count
            } else {
                firstLoss = firstLoss ?? end
                guard let next = resync(bytes, syntax) else { break }
                end = next
            }
        }
        flush()
    }

    private mutating func count(_ frame: AudioFrame) {
        frames += 1
        samples += UInt64(frame.samples)
        rate = frame.rate
    }

    private mutating func flush() {
        microseconds += Microseconds.of(samples, per: UInt64(rate))
        samples = 0
    }

    /// The next frame near `end`: two headers of the same stream, or three of another that takes its place.
    ///
    /// Here two are no proof of another stream even where the file ends behind them: the file's end must not decide
    /// which frames count, or bytes that are no part of the stream would.
    private mutating func resync(_ bytes: Span<UInt8>, _ syntax: FrameSyntax) -> Int? {
        for position in end..<min(bytes.count, end + Self.resyncWindow) where bytes[position] == 0xff {
            guard let frame = syntax.frame(bytes, at: position) else { continue }
            let chain = FrameChain(bytes, syntax, at: position)
            guard chain.frames >= FrameChain.proof || chain.frames == 2 && frame.stream == stream else { continue }
            if frame.stream != stream {
                flush()
                stream = frame.stream
            }
            return position
        }
        return nil
    }

    /// The bytes behind the stream.
    ///
    /// - Throws: `MediaRefusal` of reason `polyglot`, when another format begins behind the frames or in a gap.
    func trailingBytes(_ bytes: Span<UInt8>, of format: MediaFormat) throws(MediaRefusal) -> UInt64 {
        _ = try ForeignContent.trailing(bytes, from: firstLoss ?? end, of: format)
        return UInt64(max(0, bytes.count - end))
    }
}
