import MediaTypes

/// Proves AAC in ADTS frames, bare or behind ID3v2 tags, with tags between the frames too (HTTP Live Streaming).
///
/// ADIF and LATM are recognized here so as to be refused by name.
enum ADTSReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        let start = AudioTag.mediaStart(bytes)
        let chain = FrameChain(bytes, .adts, at: start)
        return chain.frames >= 2 || start == 0 && chain.mayBeCut || isCutInHeader(bytes, at: start)
            || otherCarriage(bytes, at: start) != nil
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        let start = AudioTag.mediaStart(bytes)
        if let name = otherCarriage(bytes, at: start) {
            throw MediaRefusal(.unsupportedType, "\(name), not ADTS")
        }
        let header = try provenHeader(bytes, at: start)
        let walk = FrameWalk(bytes, .adts, from: start, skippingFirst: false)
        guard walk.frames > 0 else {
            throw MediaRefusal(.truncated, "the file ends within its first frame", format: .aac)
        }
        let trailing = try walk.trailingBytes(bytes, of: .aac)
        return InspectedMedia(
            format: .aac, durationMicroseconds: walk.microseconds, codecs: [header.codec], trailingBytes: trailing)
    }

    /// The first header, if three frames agree, or the two that are all the file holds.
    private static func provenHeader(_ bytes: Span<UInt8>, at start: Int) throws(MediaRefusal) -> ADTSHeader {
        guard let header = ADTSHeader(bytes, at: start) else {
            guard isCutInHeader(bytes, at: start) else {
                throw MediaRefusal(.unsupportedType, "no ADTS frame where the audio should begin")
            }
            throw MediaRefusal(.truncated, "the file ends within its first frame", format: .aac)
        }
        let chain = FrameChain(bytes, .adts, at: start)
        guard !chain.isProof else { return header }
        guard chain.mayBeCut else {
            throw MediaRefusal(.unsupportedType, "no three ADTS frames follow each other")
        }
        guard header.frameLength <= bytes.count - start else {
            throw MediaRefusal(.truncated, "the file ends within its first frame", format: .aac)
        }
        throw MediaRefusal(.corrupt, "a single ADTS frame is no sound", format: .aac)
    }

    private static func isCutInHeader(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        bytes.count - start < ADTSHeader.length && ADTSHeader.begins(bytes, at: start)
    }

    /// The name of the other way to carry AAC that begins at `start`.
    private static func otherCarriage(_ bytes: Span<UInt8>, at start: Int) -> String? {
        if bytes.matches("ADIF", at: start) { return "AAC in ADIF" }
        return FrameChain(bytes, .loas, at: start).isProof ? "AAC in LATM" : nil
    }
}
