import MediaTypes

/// The tracks that a player presents, and what they make of the file.
struct Presentation {
    /// Tracks of moving pictures that have samples and are no chapter pictures.
    private let film: [MovieTrack]
    /// Tracks of sound that have samples.
    private let sound: [MovieTrack]

    /// Sorts the movie's tracks.
    ///
    /// - Throws: `corrupt` when nothing is left to present, `encrypted` when what is left is.
    init(_ movie: Movie) throws(MediaRefusal) {
        let chapters = Set(movie.tracks.flatMap(\.chapterTracks))
        let sounding = movie.tracks.filter { $0.kind == .sound && $0.sampleCount > 0 }
        let visual = movie.tracks.filter { track in
            track.kind == .visual && (sounding.isEmpty || !chapters.contains(track.header.identifier))
        }
        film = visual.filter { $0.sampleCount > 0 }
        sound = sounding
        guard !film.isEmpty || (visual.isEmpty && !sound.isEmpty) else {
            throw MediaRefusal(.corrupt, "a movie without samples")
        }
        let shown = film + sound
        guard shown.allSatisfy({ !$0.descriptions.isEmpty }) else {
            throw MediaRefusal(.corrupt, "samples without a description")
        }
        if shown.contains(where: { $0.descriptions.contains(where: \.isEncrypted) }) {
            throw MediaRefusal(.encrypted, "the samples are encrypted")
        }
        guard film.allSatisfy({ $0.canvasPixels > 0 }) else { throw MediaRefusal(.corrupt, "pictures without a size") }
    }

    /// The format: pictures make a film whatever the brand, sound alone an `m4a` if its codec is one.
    ///
    /// - Throws: `unsupported-type` for sound of other codecs.
    func format(_ bytes: Span<UInt8>, isQuickTime: Bool) throws(MediaRefusal) -> MediaFormat {
        guard film.isEmpty else { return isQuickTime ? .mov : .mp4 }
        guard sound.contains(where: { Presentation.isSupported($0, bytes) }) else {
            throw MediaRefusal(.unsupportedType, "audio/mp4 (MPEG-4 sound, codec \(codecs.first ?? "unknown"))")
        }
        return .m4a
    }

    private static func isSupported(_ track: MovieTrack, _ bytes: Span<UInt8>) -> Bool {
        track.descriptions.contains { description in
            switch description.soundSupport {
            case .whole: true
            case .layerThree:
                track.tables.firstChunkOffset(bytes).map { SoundCodecs.isLayerThree(bytes, at: $0) } ?? false
            case .none: false
            }
        }
    }

    /// The record of a proven file.
    func media(_ format: MediaFormat, duration: UInt64, trailingBytes: UInt64) -> InspectedMedia {
        let shown = (film.first { $0.header.isEnabled } ?? film.first)?.displaySize
        return InspectedMedia(
            format: format, width: shown?.width, height: shown?.height, durationMicroseconds: duration,
            codecs: codecs, canvasPixels: film.map(\.canvasPixels).max() ?? 0, trailingBytes: trailingBytes)
    }

    /// At most four different names, pictures first.
    private var codecs: [String] {
        var names: [String] = []
        for track in film + sound {
            for description in track.descriptions where !names.contains(description.codec) {
                names.append(description.codec)
                guard names.count < 4 else { return names }
            }
        }
        return names
    }
}
