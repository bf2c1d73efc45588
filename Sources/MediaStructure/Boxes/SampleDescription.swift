import MediaTypes

/// One entry of a track's `stsd` box: how its samples are coded (ISO/IEC 14496-12 section 8.5.2).
struct SampleDescription {
    /// The RFC 6381 name, else the container's four characters.
    private(set) var codec: String
    /// The coded picture's size; zero for sound.
    private(set) var size = PixelSize(width: 0, height: 0)
    /// Whether the samples are encrypted.
    private(set) var isEncrypted: Bool
    /// Whether the entry says that the stream lies somewhere else.
    private(set) var namesAnotherPlace = false
    /// Whether the codec makes a sound file that is supported.
    private(set) var soundSupport = SoundCodecs.Support.none
    /// How many samples of a compressed QuickTime sound fill how many bytes; nil where the size table says it.
    private(set) var packing: SamplePacking?

    /// More entries than any real track has.
    private static let mostEntries = 256

    /// Names that say "encrypted" instead of a codec: Common Encryption's two, and iTunes' two.
    private static let encrypted: Set<FourCharacterCode> = ["encv", "enca", "drmi", "drms"]

    /// Reads the entries of `box` for a track of pictures or of sound.
    ///
    /// - Throws: `corrupt` when an entry does not fit, is too short, or there are too many.
    static func read(
        _ bytes: Span<UInt8>, _ box: Box, _ kind: TrackKind, _ budget: inout BoxBudget
    ) throws(MediaRefusal) -> [SampleDescription] {
        guard let (version, _) = box.versionAndFlags(bytes), let claimed = bytes.u32be(box.body + 4) else {
            throw MediaRefusal(.corrupt, "a sample description that is too short")
        }
        var result: [SampleDescription] = []
        var entries = BoxCursor(min(box.body + 8, box.end)..<box.end)
        while result.count < Int(claimed), let entry = try entries.next(bytes, &budget) {
            guard result.count < mostEntries else {
                throw MediaRefusal(.corrupt, "more sample descriptions than any real track has")
            }
            switch kind {
            case .visual: result.append(try SampleDescription(visual: entry, bytes, &budget))
            case .sound: result.append(try SampleDescription(sound: entry, tableVersion: version, bytes, &budget))
            case .other: return []
            }
        }
        return result
    }

    private init(visual entry: Box, _ bytes: Span<UInt8>, _ budget: inout BoxBudget) throws(MediaRefusal) {
        guard entry.end - entry.body >= 78, let width = bytes.u16be(entry.body + 24),
            let height = bytes.u16be(entry.body + 26)
        else { throw MediaRefusal(.corrupt, "a picture description that is too short") }
        let children = try SampleDescription.children(bytes, entry.body + 78..<entry.end, &budget)
        codec = CodecName.visual(entry.type, bytes, children)
        size = PixelSize(width: UInt32(width), height: UInt32(height))
        isEncrypted = SampleDescription.isEncrypted(entry.type, children)
        namesAnotherPlace = SampleDescription.stream(bytes, children)?.namesAnotherPlace ?? false
    }

    private init(
        sound entry: Box, tableVersion: UInt8, _ bytes: Span<UInt8>, _ budget: inout BoxBudget
    ) throws(MediaRefusal) {
        guard entry.end - entry.body >= 28, let version = bytes.u16be(entry.body + 8) else {
            throw MediaRefusal(.corrupt, "a sound description that is too short")
        }
        // QuickTime's own versions lengthen the entry; ISO's version 1, in a table of version 1, does not.
        let extra = tableVersion > 0 ? 0 : (version == 1 ? 16 : (version == 2 ? 36 : 0))
        let first = min(entry.body + 28 + extra, entry.end)
        var children = try SampleDescription.children(bytes, first..<entry.end, &budget)
        if let wave = children.first(where: { $0.type == .wave }) {
            children += try SampleDescription.children(bytes, wave.content, &budget)
        }
        let stream = SampleDescription.stream(bytes, children)
        let audioObjectType = stream?.audioObjectType(bytes)
        codec = CodecName.sound(entry.type, objectType: stream?.objectType, audioObjectType: audioObjectType)
        soundSupport = SoundCodecs.support(
            format: entry.type, objectType: stream?.objectType, audioObjectType: audioObjectType)
        isEncrypted = SampleDescription.isEncrypted(entry.type, children)
        namesAnotherPlace = stream?.namesAnotherPlace ?? false
        if extra == 16 { packing = SamplePacking(bytes, entry.body + 28) }
    }

    private static func isEncrypted(_ format: FourCharacterCode, _ children: [Box]) -> Bool {
        encrypted.contains(format) || children.contains { $0.type == .sinf }
    }

    private static func stream(_ bytes: Span<UInt8>, _ children: [Box]) -> ElementaryStreamDescriptor? {
        children.first { $0.type == .esds }.flatMap { ElementaryStreamDescriptor(bytes, $0) }
    }

    /// The boxes in an entry; QuickTime may let other bytes follow them, so the first that is no box ends the list.
    private static func children(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ budget: inout BoxBudget
    ) throws(MediaRefusal) -> [Box] {
        var result: [Box] = []
        var offset = range.lowerBound
        while case .whole(let box) = BoxHeader.read(bytes, at: offset, limit: range.upperBound) {
            try budget.spend()
            result.append(box)
            offset = box.end
        }
        return result
    }
}

/// How compressed QuickTime sound packs samples whose table gives each one the same nominal size.
struct SamplePacking: Equatable {
    /// Samples in one packet; at least 1.
    let samples: UInt64
    /// Bytes of one packet, all channels together; at least 1.
    let bytes: UInt64

    /// Reads the four fields that version 1 of a sound description adds; nil where they say nothing.
    init?(_ bytes: Span<UInt8>, _ offset: Int) {
        guard let samples = bytes.u32be(offset), let frame = bytes.u32be(offset + 8), samples > 0, frame > 0 else {
            return nil
        }
        self.samples = UInt64(samples)
        self.bytes = UInt64(frame)
    }

    /// The bytes that `count` samples fill, held at the largest number instead of overflowing.
    func length(of count: UInt64) -> UInt64 {
        let (length, overflow) = (count / samples).multipliedReportingOverflow(by: bytes)
        return overflow ? .max : length
    }
}

/// What a track holds, by its handler.
enum TrackKind {
    /// Moving pictures.
    case visual
    /// Sound.
    case sound
    /// Text, metadata, time codes, hints, chapters.
    case other

    /// The kind for a handler's name (ISO/IEC 14496-12 section 8.4.3).
    init(handler: FourCharacterCode) {
        switch handler {
        case "vide": self = .visual
        case "soun": self = .sound
        default: self = .other
        }
    }
}
