@testable import MediaStructure
@testable import MediaTypes

/// A composed file of the ISO base media family.
struct ISOFilm {
    var brand: String? = "isom"
    var compatible = ["isom", "mp41"]
    var timescale: UInt64 = 1000
    var movieTicks: UInt64 = 3000
    var version: UInt8 = 0
    var tracks: [ISOTrack] = [.film]
    /// Content of the `mvex` box; nil for none.
    var movieExtension: [UInt8]?
    /// Boxes in `moov` behind the tracks.
    var extra: [UInt8] = []
    var mediaBytes = 200
    /// The media data's size takes 64 bits.
    var usesLongMediaData = false
    /// Bytes behind the movie box.
    var tail: [UInt8] = []
    /// Leaves the movie box out.
    var hasMovie = true

    /// Starts with a film of 3 s, 64 x 48, and changes it.
    static func film(_ change: (inout ISOFilm) -> Void = { _ in }) -> ISOFilm {
        var film = ISOFilm()
        change(&film)
        return film
    }

    /// Starts with a film of one track, and changes that track.
    static func track(_ start: ISOTrack = .film, _ change: (inout ISOTrack) -> Void) -> ISOFilm {
        var film = ISOFilm()
        film.tracks = [start]
        change(&film.tracks[0])
        return film
    }

    /// The first box.
    var brandBox: [UInt8] {
        guard let brand else { return [] }
        return ISOBox.box("ftyp", Array(brand.utf8), ISOBox.u32(512), compatible.flatMap { Array($0.utf8) })
    }

    /// Where the content of the media data begins.
    var mediaOffset: UInt64 { UInt64(brandBox.count + (usesLongMediaData ? 16 : 8)) }

    /// The media data.
    var mediaData: [UInt8] {
        let content = [UInt8](repeating: 0xaa, count: mediaBytes)
        return usesLongMediaData ? ISOBox.longBox("mdat", content) : ISOBox.box("mdat", content)
    }

    /// The movie box.
    var movie: [UInt8] {
        func time(_ value: UInt64) -> [UInt8] { ISOBox.number(value, bytes: version == 0 ? 4 : 8) }
        let header = ISOBox.full(
            "mvhd", version: version, time(0), time(0), ISOBox.u32(timescale), time(movieTicks), ISOBox.zeros(80))
        let parts = tracks.flatMap { $0.bytes(base: mediaOffset) }
        return ISOBox.box("moov", header, parts, movieExtension.map { ISOBox.box("mvex", $0) } ?? [], extra)
    }

    /// The whole file: brand, media data, movie, tail.
    var bytes: [UInt8] {
        brandBox + mediaData + (hasMovie ? movie : []) + tail
    }

    /// What the reader says of it.
    func read() throws(MediaRefusal) -> InspectedMedia {
        try ISOFilm.read(bytes)
    }

    /// The reason of the refusal; nil when it is accepted.
    var refusal: MediaRefusal.Reason? {
        ISOFilm.refusal(bytes)
    }

    /// What the reader says of these bytes.
    static func read(_ bytes: [UInt8]) throws(MediaRefusal) -> InspectedMedia {
        try ISOMediaReader.read(bytes.span)
    }

    /// The reason for which these bytes are refused; nil when they are accepted.
    static func refusal(_ bytes: [UInt8]) -> MediaRefusal.Reason? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            return error.reason
        }
    }
}
