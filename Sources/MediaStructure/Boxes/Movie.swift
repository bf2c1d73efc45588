import MediaTypes

/// The movie box: time scale, length, tracks, and what its fragments inherit (a `moov` box).
struct Movie {
    /// No real film has more tracks; a flood of them would.
    static let mostTracks = 128

    /// Ticks per second of the movie's own times.
    private(set) var timescale: UInt32 = 0
    /// The tracks, in file order.
    var tracks: [MovieTrack] = []
    /// What samples of fragments are like unless a fragment says otherwise, by track number.
    private(set) var fragmentDefaults: [UInt32: FragmentDefaults] = [:]
    private var declaredTicks: UInt64 = 0
    private var fragmentTicks: UInt64 = 0

    /// Reads a `moov` box.
    ///
    /// - Throws: `corrupt` when its header or a track is broken, `external-reference` when it only points to other
    ///   movies, `unsupported-type` when it is compressed.
    init(_ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget) throws(MediaRefusal) {
        var hasHeader = false
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            switch part.type {
            case .mvhd:
                try readHeader(bytes, part)
                hasHeader = true
            case .trak:
                guard tracks.count < Movie.mostTracks else {
                    throw MediaRefusal(.corrupt, "more than \(Movie.mostTracks) tracks")
                }
                tracks.append(try MovieTrack(bytes, part, &budget))
            case .mvex:
                try readExtension(bytes, part, &budget)
            case .rmra:
                throw MediaRefusal(.externalReference, "a QuickTime movie that only points to other movies")
            case .cmov:
                throw MediaRefusal(.unsupportedType, "a QuickTime movie with a compressed header")
            default:
                break
            }
        }
        guard hasHeader else { throw MediaRefusal(.corrupt, "a movie without a header") }
    }

    /// The longest known time: the movie's own word, its fragments', and each track's of pictures or sound.
    var duration: UInt64? {
        let declared = [declaredTicks, fragmentTicks].map { MediaTime.microseconds($0, timescale: timescale) }
        let held = tracks.filter { $0.kind != .other }.map { $0.duration(movieTimescale: timescale) }
        return (declared + held).compactMap { $0 }.max()
    }

    private mutating func readHeader(_ bytes: Span<UInt8>, _ box: Box) throws(MediaRefusal) {
        guard let (version, _) = box.versionAndFlags(bytes), version <= 1 else {
            throw MediaRefusal(.corrupt, "a movie header of an unknown version")
        }
        let scale = box.body + (version == 0 ? 12 : 20)
        guard scale + (version == 0 ? 8 : 12) <= box.end, let ticksPerSecond = bytes.u32be(scale), ticksPerSecond > 0
        else { throw MediaRefusal(.corrupt, "a movie with a time scale of 0") }
        timescale = ticksPerSecond
        declaredTicks = MediaTime.durationField(bytes, at: scale + 4, version: version)
    }

    private mutating func readExtension(
        _ bytes: Span<UInt8>, _ box: Box, _ budget: inout BoxBudget
    ) throws(MediaRefusal) {
        var parts = BoxCursor(box.content)
        while let part = try parts.next(bytes, &budget) {
            switch part.type {
            case .mehd:
                let version = part.versionAndFlags(bytes)?.version ?? 0
                guard part.end - part.body >= (version == 0 ? 8 : 12) else { continue }
                fragmentTicks = MediaTime.durationField(bytes, at: part.body + 4, version: version)
            case .trex:
                guard part.end - part.body >= 24, let track = bytes.u32be(part.body + 4) else { continue }
                fragmentDefaults[track] = FragmentDefaults(
                    duration: bytes.u32be(part.body + 12) ?? 0, size: bytes.u32be(part.body + 16) ?? 0)
            default:
                break
            }
        }
    }
}
