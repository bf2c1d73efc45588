import MediaTypes

/// One `moof` box: samples that follow the movie box, track by track (ISO/IEC 14496-12 section 8.8).
struct MovieFragment {
    private let box: Box
    /// Where the last run's samples end: the next track's begin there if nothing else is said.
    private var dataEnd: UInt64

    /// Prepares to read `box`.
    init(_ box: Box) {
        self.box = box
        dataEnd = UInt64(box.start)
    }

    /// Adds the fragment's samples, which must lie in `data`, to the movie's tracks.
    ///
    /// - Throws: `corrupt` when a table is shorter than it claims, `truncated` when samples lie beyond the file.
    mutating func add(
        to movie: inout Movie, _ data: inout MediaData, _ bytes: Span<UInt8>, _ budget: inout BoxBudget
    ) throws(MediaRefusal) {
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            guard part.type == .traf else { continue }
            try addTrack(part, to: &movie, &data, bytes, &budget)
        }
    }

    private mutating func addTrack(
        _ traf: Box, to movie: inout Movie, _ data: inout MediaData, _ bytes: Span<UInt8>,
        _ budget: inout BoxBudget
    ) throws(MediaRefusal) {
        var head: TrackFragmentHeader?
        var start: UInt64?
        var totals = RunTotals()
        var parts = BoxCursor(traf.content)
        while let part = try parts.next(bytes, &budget) {
            switch part.type {
            case .tfhd:
                let read = try TrackFragmentHeader(bytes, part, movie.fragmentDefaults)
                head = read
                totals.base = read.baseOffset ?? (read.isRelativeToMoof ? UInt64(box.start) : dataEnd)
                totals.next = totals.base
            case .tfdt:
                start =
                    part.versionAndFlags(bytes)?.version == 1
                    ? bytes.u64be(part.body + 4)
                    : bytes.u32be(part.body + 4).map(UInt64.init)
            case .trun:
                guard let head else { throw MediaRefusal(.corrupt, "a run of samples without a track") }
                try totals.add(part, head.defaults, &data, bytes)
            default:
                break
            }
        }
        guard let head else { throw MediaRefusal(.corrupt, "a track fragment without a header") }
        dataEnd = totals.next
        guard let index = movie.tracks.firstIndex(where: { $0.header.identifier == head.track }) else { return }
        movie.tracks[index].fragments.add(samples: totals.samples, ticks: totals.ticks, start: start)
    }
}

/// The `tfhd` box: which track, where its data are, what its samples are like by default.
private struct TrackFragmentHeader {
    let track: UInt32
    let baseOffset: UInt64?
    let isRelativeToMoof: Bool
    let defaults: FragmentDefaults

    init(
        _ bytes: Span<UInt8>, _ box: Box, _ inherited: [UInt32: FragmentDefaults]
    ) throws(MediaRefusal) {
        guard let (_, flags) = box.versionAndFlags(bytes), let track = bytes.u32be(box.body + 4) else {
            throw MediaRefusal(.corrupt, "a track fragment header that is too short")
        }
        var offset = box.body + 8
        var defaults = inherited[track] ?? FragmentDefaults()
        baseOffset = flags & 0x01 != 0 ? bytes.u64be(offset) : nil
        if flags & 0x01 != 0 { offset += 8 }
        if flags & 0x02 != 0 { offset += 4 }
        if flags & 0x08 != 0 {
            defaults.duration = bytes.u32be(offset) ?? 0
            offset += 4
        }
        if flags & 0x10 != 0 {
            defaults.size = bytes.u32be(offset) ?? 0
            offset += 4
        }
        guard offset <= box.end else { throw MediaRefusal(.corrupt, "a track fragment header that is too short") }
        self.track = track
        self.defaults = defaults
        isRelativeToMoof = flags & 0x02_0000 != 0
    }
}

/// The runs of one track in one fragment, added up.
private struct RunTotals {
    /// From where the runs' data offsets count.
    var base: UInt64 = 0
    /// Where the next run's samples begin if it does not say.
    var next: UInt64 = 0
    private(set) var samples: UInt64 = 0
    private(set) var ticks: UInt64 = 0

    /// Adds a `trun` box, in time linear in its bytes.
    mutating func add(
        _ box: Box, _ defaults: FragmentDefaults, _ data: inout MediaData, _ bytes: Span<UInt8>
    ) throws(MediaRefusal) {
        guard let (_, flags) = box.versionAndFlags(bytes), let count = bytes.u32be(box.body + 4) else {
            throw MediaRefusal(.corrupt, "a run of samples that is too short")
        }
        var offset = box.body + 8
        if flags & 0x01 != 0 {
            let distance = Int64(Int32(bitPattern: bytes.u32be(offset) ?? 0))
            let place = Int64(clamping: base).addingReportingOverflow(distance)
            guard !place.overflow, place.partialValue >= 0 else {
                throw MediaRefusal(.corrupt, "a run of samples that begins before the file")
            }
            next = UInt64(place.partialValue)
            offset += 4
        }
        if flags & 0x04 != 0 { offset += 4 }
        let fields = (flags >> 8 & 0x0f).nonzeroBitCount
        guard offset <= box.end, UInt64(count) * UInt64(fields * 4) <= UInt64(box.end - offset) else {
            throw MediaRefusal(.corrupt, "a run that claims \(count) samples without holding them")
        }
        let hasDuration = flags & 0x100 != 0
        let hasSize = flags & 0x200 != 0
        var length: UInt64 = hasSize ? 0 : UInt64(count) * UInt64(defaults.size)
        var time: UInt64 = hasDuration ? 0 : UInt64(count) * UInt64(defaults.duration)
        if hasDuration || hasSize {
            for index in 0..<Int(count) {
                var field = offset + index * fields * 4
                if hasDuration {
                    time = time.saturatingAdd(UInt64(bytes.u32be(field) ?? 0))
                    field += 4
                }
                if hasSize { length = length.saturatingAdd(UInt64(bytes.u32be(field) ?? 0)) }
            }
        }
        try data.require(length, at: next, fileSize: bytes.count)
        next = next.saturatingAdd(length)
        samples = samples.saturatingAdd(UInt64(count))
        ticks = ticks.saturatingAdd(time)
    }
}
