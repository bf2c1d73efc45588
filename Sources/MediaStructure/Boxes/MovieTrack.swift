import MediaTypes

/// One track of the movie: what it holds, how it is placed, and how long it lasts (a `trak` box).
struct MovieTrack {
    /// Number, switch, length and placement.
    let header: TrackHeader
    /// Pictures, sound, or something else.
    private(set) var kind = TrackKind.other
    /// Ticks per second of the track's own times; zero only where the track is of no interest.
    private(set) var timescale: UInt32 = 0
    /// How its samples are coded; empty for a track of another kind.
    private(set) var descriptions: [SampleDescription] = []
    /// The tables of its samples; empty for a track of another kind.
    private(set) var tables = SampleTables()
    /// The tracks that hold its chapters' texts and pictures.
    private(set) var chapterTracks: [UInt32] = []
    /// What the movie fragments add to it.
    var fragments = FragmentTotals()

    private var namesAnotherFile = false
    private var declaredTicks: UInt64 = 0
    private var editTicks: UInt64 = 0

    /// Whether its samples lie in another file, or somewhere that a stream descriptor names.
    var namesAnotherPlace: Bool { namesAnotherFile || descriptions.contains(where: \.namesAnotherPlace) }

    /// Samples in the tables and in the fragments.
    var sampleCount: UInt64 { tables.count.saturatingAdd(fragments.samples) }

    /// Reads a `trak` box.
    ///
    /// - Throws: `corrupt` when a part that pictures and sound need is missing or broken.
    init(_ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget) throws(MediaRefusal) {
        var header: TrackHeader?
        var media: Box?
        var edits: UInt64 = 0
        var chapters: [UInt32] = []
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            switch part.type {
            case .tkhd: header = try TrackHeader(bytes, part)
            case .edts: edits = try MovieTrack.edits(bytes, part, &budget)
            case .tref: chapters = try MovieTrack.chapters(bytes, part, &budget)
            case .mdia: media = part
            default: break
            }
        }
        guard let header, let media else { throw MediaRefusal(.corrupt, "a track without a header or media") }
        self.header = header
        editTicks = edits
        chapterTracks = chapters
        try readMedia(bytes, media, &budget)
    }

    /// The longest time that the track is known to last, in microseconds; nil if nothing says so.
    ///
    /// An edit list decides what a player shows of the samples, so where it says a length the media's own is left out.
    func duration(movieTimescale: UInt32) -> UInt64? {
        let edited = MediaTime.microseconds(editTicks, timescale: movieTimescale)
        let placed = MediaTime.microseconds(header.ticks, timescale: movieTimescale)
        var media = edited == nil ? [declaredTicks, tables.ticks] : []
        if fragments.samples > 0 {
            // Fragments go on where the tables end; an edit list made before them cannot speak for them.
            media += [tables.ticks.saturatingAdd(fragments.sum), tables.count > 0 ? fragments.lastEnd : fragments.span]
        }
        let known = media.map { MediaTime.microseconds($0, timescale: timescale) } + [edited, placed]
        return known.compactMap { $0 }.max()
    }

    /// The size of the first picture description as displayed, the quarter turn applied.
    ///
    /// The presentation size serves only where the description has none, as some MPEG-4 part 2 files do.
    var displaySize: PixelSize {
        let coded = descriptions.first?.size ?? header.size
        let size = coded.area > 0 ? coded : header.size
        return header.isQuarterTurn ? size.turned : size
    }

    /// The pixels of the largest picture that a description or the placement without one names.
    var canvasPixels: UInt64 {
        descriptions.map(\.size.area).max().flatMap { $0 > 0 ? $0 : nil } ?? header.size.area
    }

    private static func edits(
        _ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget
    ) throws(MediaRefusal) -> UInt64 {
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            if part.type == .elst { return EditList(bytes, part).ticks }
        }
        return 0
    }

    private static func chapters(
        _ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget
    ) throws(MediaRefusal) -> [UInt32] {
        var result: [UInt32] = []
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            guard part.type == .chap else { continue }
            for index in 0..<min(16, (part.end - part.body) / 4) {
                if let track = bytes.u32be(part.body + index * 4) { result.append(track) }
            }
        }
        return result
    }

    private mutating func readMedia(
        _ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget
    ) throws(MediaRefusal) {
        var information: Box?
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            switch part.type {
            case .mdhd:
                guard let (version, _) = part.versionAndFlags(bytes), version <= 1 else {
                    throw MediaRefusal(.corrupt, "a media header of an unknown version")
                }
                let scale = part.body + (version == 0 ? 12 : 20)
                timescale = bytes.u32be(scale) ?? 0
                declaredTicks = MediaTime.durationField(bytes, at: scale + 4, version: version)
            case .hdlr:
                kind = TrackKind(handler: FourCharacterCode(bytes.u32be(part.body + 8) ?? 0))
            case .minf:
                information = part
            default:
                break
            }
        }
        guard let information else { throw MediaRefusal(.corrupt, "a track without media information") }
        try readInformation(bytes, information, &budget)
        guard kind == .other || timescale > 0 else { throw MediaRefusal(.corrupt, "a track with a time scale of 0") }
    }

    private mutating func readInformation(
        _ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget
    ) throws(MediaRefusal) {
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            switch part.type {
            case .dinf:
                var references = BoxCursor(part.content)
                while let reference = try references.next(bytes, &budget) {
                    guard reference.type == .dref else { continue }
                    if try DataReferences.nameAnotherFile(bytes, reference, &budget) { namesAnotherFile = true }
                }
            case .stbl where kind != .other:
                var tables = BoxCursor(part.content)
                while let table = try tables.next(bytes, &budget) {
                    if table.type == .stsd {
                        descriptions = try SampleDescription.read(bytes, table, kind, &budget)
                    } else {
                        try self.tables.take(bytes, table)
                    }
                }
            default:
                break
            }
        }
    }
}
