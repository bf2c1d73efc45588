import MediaTypes

/// A walk over the packs and packets of an MPEG-1 system stream or MPEG-2 program stream.
struct ProgramStream {
    /// The first video stream's pictures.
    private(set) var video = VideoScanner()
    /// Whether any packet carries video.
    private(set) var hasVideo = false
    /// Whether any packet carries anything.
    private(set) var hasPackets = false
    /// Whether video is scrambled.
    private(set) var isScrambled = false
    /// Names of the sound streams, each once.
    private(set) var soundCodecs: [String] = []
    /// Where the stream ends.
    private(set) var end = 0
    /// Where the packets first stopped following each other; nil if they never did.
    private(set) var firstLoss: Int?

    /// How far the next pack or packet is looked for after damage or padding.
    private static let resyncWindow = 1 << 20

    private var spans: [UInt8: TimestampSpan] = [:]
    private var videoStream: UInt8?

    /// The longest of what video pictures, video time stamps and sound time stamps say, in microseconds.
    var microseconds: UInt64 {
        var longest = video.microseconds
        for (stream, span) in spans {
            let last = stream == videoStream ? video.pictureMicroseconds : 0
            longest = max(longest, span.microseconds + last)
        }
        return longest
    }

    /// Walks `bytes` from their first pack.
    init(_ bytes: Span<UInt8>) {
        while end < bytes.count {
            guard let code = StartCode.at(end, bytes), code >= StartCode.programEnd else {
                // A prefix that the file's end cuts is no damage.
                let isCut = bytes.count - end == 3 && bytes.matches([0, 0, 1], at: end)
                guard let next = isCut ? bytes.count : resync(bytes) else { return }
                end = next
                continue
            }
            switch code {
            case StartCode.programEnd:
                end += 4
                let next = Self.afterPadding(bytes, from: end)
                guard next == bytes.count || StartCode.at(next, bytes) == StartCode.packHeader else { return }
                end = next
            case StartCode.packHeader:
                end = min(bytes.count, end + Self.packLength(bytes, at: end))
            default:
                takePacket(bytes, code)
            }
        }
    }

    /// The length of the pack header at `offset`; that of its start code alone where it is neither generation's.
    private static func packLength(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        guard let first = bytes.u8(offset + 4) else { return bytes.count - offset }
        if first >> 4 == 2 { return 12 }
        guard first >> 6 == 1 else { return 4 }
        return 14 + Int((bytes.u8(offset + 13) ?? 0) & 7)
    }

    /// The next place at or behind `end` where a pack or packet begins.
    private mutating func resync(_ bytes: Span<UInt8>) -> Int? {
        var position = end
        let limit = min(bytes.count, end + Self.resyncWindow)
        while let prefix = StartCode.nextPrefix(bytes, in: position..<limit) {
            if let code = StartCode.at(prefix, bytes), code >= StartCode.programEnd {
                noteLoss(bytes, upTo: prefix)
                return prefix
            }
            position = prefix + 3
        }
        noteLoss(bytes, upTo: limit)
        return Self.afterPadding(bytes, from: end) == bytes.count ? bytes.count : nil
    }

    /// Where a start code can begin behind a run of zero bytes, two of which may be its own; the file's end where
    /// nothing but zero bytes follows.
    private static func afterPadding(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while let byte = bytes.u8(position), byte == 0 { position += 1 }
        return position == bytes.count ? position : max(start, position - 2)
    }

    /// Zero bytes between packs are padding and no loss.
    private mutating func noteLoss(_ bytes: Span<UInt8>, upTo limit: Int) {
        guard firstLoss == nil else { return }
        var position = end
        while position < limit, bytes[position] == 0 { position += 1 }
        if position < limit { firstLoss = position }
    }

    private mutating func takePacket(_ bytes: Span<UInt8>, _ code: UInt8) {
        let start = end
        guard let length = bytes.u16be(start + 4) else {
            end = bytes.count
            return
        }
        end = min(bytes.count, start + 6 + Int(length))
        let isVideo = StartCode.videoStreams ~= code
        if length == 0, isVideo { end = Self.nextSystemCode(bytes, from: start + 6) }
        guard isVideo || StartCode.audioStreams ~= code || code == StartCode.privateStream1 else { return }
        hasPackets = true
        guard let packet = PESPacket(bytes, start + 6..<end) else { return }
        if let stamp = packet.timestamp { spans[code, default: TimestampSpan(stamp)].add(stamp) }
        if isVideo {
            hasVideo = true
            videoStream = videoStream ?? code
            isScrambled = isScrambled || packet.isScrambled
            if videoStream == code { video.feed(bytes, packet.payload) }
        } else if soundCodecs.count < 3,
            let name = Self.soundName(bytes.extracting(0..<end), code, at: packet.payload.lowerBound),
            !soundCodecs.contains(name)
        {
            soundCodecs.append(name)
        }
    }

    /// Where a video packet without a length ends.
    private static func nextSystemCode(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while let prefix = StartCode.nextPrefix(bytes, in: position..<bytes.count) {
            if let code = StartCode.at(prefix, bytes), code >= StartCode.programEnd { return prefix }
            position = prefix + 3
        }
        return bytes.count
    }

    /// What a packet of sound, with which `bytes` end, begins with; nil for one that begins within a frame.
    private static func soundName(_ bytes: Span<UInt8>, _ code: UInt8, at offset: Int) -> String? {
        guard code == StartCode.privateStream1 else {
            return MPEGAudioHeader(bytes, at: offset).map { "mp\($0.layer)" }
        }
        switch bytes.u8(offset) ?? 0 {
        case 0x80...0x87: return "ac-3"
        case 0x88...0x8f: return "dts"
        case 0xa0...0xaf: return "lpcm"
        default: return nil
        }
    }
}
