import MediaTypes

/// Proves ISO base media and QuickTime files: `mp4`, `mov` and `m4a` (ISO/IEC 14496-12, QuickTime file format).
enum ISOMediaReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        OpeningBox.isPlausible(bytes)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        var facts = RefusalFacts(format: OpeningBox.expectedFormat(bytes))
        do {
            return try prove(bytes, &facts)
        } catch {
            throw facts.added(to: error)
        }
    }

    private static func prove(
        _ bytes: Span<UInt8>, _ facts: inout RefusalFacts
    ) throws(MediaRefusal) -> InspectedMedia {
        try OpeningBox.refuseOtherFormats(bytes)
        var budget = BoxBudget()
        var layout = try FileLayout.read(bytes, &budget)
        guard let box = layout.movie else { throw MediaRefusal(.corrupt, "a file without a movie box") }
        var movie = try Movie(bytes, box, &budget)
        facts.claimedPixels = movie.tracks.filter { $0.kind == .visual }.map(\.canvasPixels).max() ?? 0
        let presentation = try present(&movie, &layout, bytes, &budget)
        if movie.tracks.contains(where: { $0.kind == .visual }) { facts.claimedMicroseconds = movie.duration ?? 0 }
        try checkSamples(of: movie, &layout, bytes)
        let format = try presentation.format(bytes, isQuickTime: facts.format == .mov)
        // Padding and unused media data are no trailing junk, but another file may hide in them all the same.
        let hidden = movie.tracks.contains { $0.kind == .other } ? layout.endOfMedia : layout.endOfSamples
        if hidden < layout.end { _ = try ForeignContent.trailing(bytes, from: hidden, of: format) }
        let trailingBytes = try ForeignContent.trailing(bytes, from: layout.end, of: format)
        return presentation.media(format, duration: movie.duration ?? 0, trailingBytes: trailingBytes)
    }

    /// Adds the fragments' samples, and decides which tracks are the presentation.
    private static func present(
        _ movie: inout Movie, _ layout: inout FileLayout, _ bytes: Span<UInt8>, _ budget: inout BoxBudget
    ) throws(MediaRefusal) -> Presentation {
        let playable = movie.tracks.filter { $0.kind != .other }
        guard !playable.isEmpty else { throw MediaRefusal(.corrupt, "a movie without pictures and sound") }
        if movie.tracks.contains(where: \.namesAnotherPlace) {
            throw MediaRefusal(.externalReference, "the samples lie in another file that this one names")
        }
        for fragment in layout.fragments {
            var fragment = MovieFragment(fragment)
            try fragment.add(to: &movie, &layout.mediaData, bytes, &budget)
        }
        return try Presentation(movie)
    }

    private static func checkSamples(
        of movie: Movie, _ layout: inout FileLayout, _ bytes: Span<UInt8>
    ) throws(MediaRefusal) {
        for track in movie.tracks where track.kind != .other {
            try track.tables.check(bytes, &layout.mediaData, packing: track.descriptions.first?.packing)
        }
    }
}

/// What a refusal says about the file besides its reason, as far as the walk got.
private struct RefusalFacts {
    var format: MediaFormat
    var claimedPixels: UInt64 = 0
    var claimedMicroseconds: UInt64 = 0

    /// The refusal with these facts; one of another format keeps to itself.
    func added(to refusal: MediaRefusal) -> MediaRefusal {
        guard refusal.reason != .unsupportedType else { return refusal }
        var result = refusal
        result.format = refusal.format ?? format
        result.claimedPixels = claimedPixels
        result.claimedMicroseconds = claimedMicroseconds
        return result
    }
}
