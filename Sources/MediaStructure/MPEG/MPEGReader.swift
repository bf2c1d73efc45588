import MediaTypes

/// Proves MPEG-1 and MPEG-2 video: program streams, system streams and bare elementary streams.
///
/// No header says how long an MPEG stream lasts, so pictures are counted and time stamps compared. Bare streams of
/// other video standards are recognized here so as to be refused by name.
enum MPEGReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        // A box's size may look like a start code.
        guard !OpeningBox.isPlausible(bytes) else { return false }
        switch StartCode.at(0, bytes) {
        case StartCode.packHeader, StartCode.sequenceHeader: return true
        default: return UnsupportedVideoStream.name(bytes) != nil
        }
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        switch StartCode.at(0, bytes) {
        case StartCode.packHeader: return try readProgramStream(bytes)
        case StartCode.sequenceHeader: return try readElementaryStream(bytes)
        default:
            throw MediaRefusal(.unsupportedType, UnsupportedVideoStream.name(bytes) ?? "no MPEG start code")
        }
    }

    private static func readProgramStream(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        let stream = ProgramStream(bytes)
        // Another format behind the packs makes the file a polyglot whatever the packs hold.
        _ = try ForeignContent.trailing(bytes, from: stream.firstLoss ?? stream.end, of: .mpeg)
        guard stream.hasPackets else {
            throw MediaRefusal(.truncated, "the file ends before its first packet", format: .mpeg)
        }
        guard stream.hasVideo else {
            throw MediaRefusal(.unsupportedType, "MPEG program stream without video")
        }
        guard !stream.isScrambled else {
            throw MediaRefusal(.encrypted, "the video packets are scrambled", format: .mpeg)
        }
        if stream.video.width == 0, let code = stream.video.firstCode,
            let name = UnsupportedVideoStream.name(firstCode: code)
        {
            throw MediaRefusal(.unsupportedType, "\(name) in an MPEG program stream")
        }
        return try media(
            stream.video, microseconds: stream.microseconds, sound: stream.soundCodecs,
            trailing: bytes.count - stream.end)
    }

    private static func readElementaryStream(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        var video = VideoScanner()
        video.feed(bytes, 0..<bytes.count)
        // Slices say nothing of their length: without an end code, what is foreign must stand behind the last start
        // code, or be an archive's directory at the very end.
        let directory = 22
        let end = video.isEnded ? video.lastCodeEnd : min(video.lastCodeEnd, max(0, bytes.count - directory))
        let trailing = try ForeignContent.trailing(bytes, from: end, of: .mpeg)
        return try media(
            video, microseconds: video.microseconds, sound: [], trailing: video.isEnded ? Int(trailing) : 0)
    }

    private static func media(
        _ video: VideoScanner, microseconds: UInt64, sound: [String], trailing: Int
    ) throws(MediaRefusal) -> InspectedMedia {
        guard video.width > 0 else {
            throw MediaRefusal(
                video.hasBrokenHeader ? .corrupt : .truncated, "no usable sequence header", format: .mpeg)
        }
        guard video.pictures > 0 else {
            throw MediaRefusal(.truncated, "the file ends before its first picture", format: .mpeg)
        }
        return InspectedMedia(
            format: .mpeg, width: video.width, height: video.height, durationMicroseconds: microseconds,
            codecs: [video.isMPEG2 ? "mpeg2video" : "mpeg1video"] + sound,
            canvasPixels: UInt64(video.width) * UInt64(video.height), trailingBytes: UInt64(max(0, trailing)))
    }
}
