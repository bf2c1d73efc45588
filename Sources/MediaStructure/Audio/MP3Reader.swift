import MediaTypes

/// Proves MP3: MPEG-1, MPEG-2 and MPEG-2.5 audio of layer III, bare or behind ID3v2 tags.
///
/// Layers I and II, and tags with something else behind them, are recognized here so as to be refused by name. The
/// playing time is counted frame by frame, because what an encoder's table claims is wrong for a cut file.
enum MP3Reader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        guard AudioTag.id3v2Length(bytes, at: 0) == nil else { return !ADTSReader.recognizes(bytes) }
        let start = AudioTag.mediaStart(bytes)
        let chain = FrameChain(bytes, .mpegAudio(layer: 3), at: start)
        return chain.frames >= 2 || start == 0 && chain.mayBeCut || lowerLayer(bytes, at: start) != nil
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        let start = AudioTag.mediaStart(bytes)
        guard start < bytes.count else {
            throw MediaRefusal(.corrupt, "an ID3 tag with no audio behind it", format: .mp3)
        }
        try requireProof(bytes, at: start)
        let first = MPEGAudioHeader(bytes, at: start)
        let walk = FrameWalk(
            bytes, .mpegAudio(layer: 3), from: start,
            skippingFirst: first?.isTableOfContents(bytes, at: start) ?? false)
        guard walk.frames > 0 else {
            throw MediaRefusal(.truncated, "the file ends within its first frame of sound", format: .mp3)
        }
        let trailing = try walk.trailingBytes(bytes, of: .mp3)
        return InspectedMedia(
            format: .mp3, durationMicroseconds: walk.microseconds, codecs: ["mp3"], trailingBytes: trailing)
    }

    /// Refuses whatever does not begin with three frames that agree, or with the two that are all the file holds.
    private static func requireProof(_ bytes: Span<UInt8>, at start: Int) throws(MediaRefusal) {
        let chain = FrameChain(bytes, .mpegAudio(layer: 3), at: start)
        guard !chain.isProof else { return }
        if chain.mayBeCut, let header = MPEGAudioHeader(bytes, at: start) {
            guard header.frame.length <= bytes.count - start else {
                throw MediaRefusal(.truncated, "the file ends within its first frame", format: .mp3)
            }
            throw MediaRefusal(.corrupt, "a single MP3 frame is no sound", format: .mp3)
        }
        if let layer = lowerLayer(bytes, at: start) {
            throw MediaRefusal(.unsupportedType, layer == 2 ? "MP2 (MPEG audio layer II)" : "MPEG audio layer I")
        }
        for (tag, name) in unsupportedStreams where bytes.matches(tag, at: start) {
            throw MediaRefusal(.unsupportedType, "\(name) behind an ID3 tag")
        }
        throw MediaRefusal(.unsupportedType, "no three MP3 frames follow each other where the audio should begin")
    }

    /// What other players put behind an ID3 tag.
    private static let unsupportedStreams: [(tag: [UInt8], name: String)] = [
        (Array("fLaC".utf8), "FLAC"), ([0x0b, 0x77], "AC-3"), (Array("MPCK".utf8), "Musepack"),
        (Array("MP+".utf8), "Musepack"), (Array("wvpk".utf8), "WavPack"), (Array("TTA1".utf8), "True Audio"),
        (Array("MAC ".utf8), "Monkey's Audio"), (Array("OggS".utf8), "Ogg"), ([0x47, 0x40], "MPEG-TS"),
        (Array("<".utf8), "markup"),
    ]

    /// 1 or 2 where frames of that layer follow each other from `start`.
    private static func lowerLayer(_ bytes: Span<UInt8>, at start: Int) -> Int? {
        for layer in 1...2 where FrameChain(bytes, .mpegAudio(layer: layer), at: start).isProof { return layer }
        return nil
    }
}
