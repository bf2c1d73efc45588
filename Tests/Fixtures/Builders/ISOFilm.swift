/// A composed file of the ISO base media family.
package struct ISOFilm: Sendable {
    package var brand: String? = "isom"
    package var compatible = ["isom", "mp41"]
    package var timescale: UInt64 = 1000
    package var movieTicks: UInt64 = 3000
    package var version: UInt8 = 0
    package var tracks: [ISOTrack] = [.film]
    /// Content of the `mvex` box; nil for none.
    package var movieExtension: [UInt8]?
    /// Boxes in `moov` behind the tracks.
    package var extra: [UInt8] = []
    package var mediaBytes = 200
    /// The media data's size takes 64 bits.
    package var usesLongMediaData = false
    /// Bytes behind the movie box.
    package var tail: [UInt8] = []
    /// Leaves the movie box out.
    package var hasMovie = true

    /// A film of 3 s, 64 x 48.
    package init() {}

    /// Starts with a film of 3 s, 64 x 48, and changes it.
    package static func film(_ change: (inout ISOFilm) -> Void = { _ in }) -> ISOFilm {
        var film = ISOFilm()
        change(&film)
        return film
    }

    /// Starts with a film of one track, and changes that track.
    package static func track(_ start: ISOTrack = .film, _ change: (inout ISOTrack) -> Void) -> ISOFilm {
        var film = ISOFilm()
        film.tracks = [start]
        change(&film.tracks[0])
        return film
    }

    /// The first box.
    package var brandBox: [UInt8] {
        guard let brand else { return [] }
        return ISOBox.box("ftyp", Array(brand.utf8), ISOBox.u32(512), compatible.flatMap { Array($0.utf8) })
    }

    /// Where the content of the media data begins.
    package var mediaOffset: UInt64 { UInt64(brandBox.count + (usesLongMediaData ? 16 : 8)) }

    /// The media data.
    package var mediaData: [UInt8] {
        let content = [UInt8](repeating: 0xaa, count: mediaBytes)
        return usesLongMediaData ? ISOBox.longBox("mdat", content) : ISOBox.box("mdat", content)
    }

    /// The movie box.
    package var movie: [UInt8] {
        func time(_ value: UInt64) -> [UInt8] { ISOBox.number(value, bytes: version == 0 ? 4 : 8) }
        let header = ISOBox.full(
            "mvhd", version: version, time(0), time(0), ISOBox.u32(timescale), time(movieTicks), ISOBox.zeros(80))
        let parts = tracks.flatMap { $0.bytes(base: mediaOffset) }
        return ISOBox.box("moov", header, parts, movieExtension.map { ISOBox.box("mvex", $0) } ?? [], extra)
    }

    /// The whole file: brand, media data, movie, tail.
    package var bytes: [UInt8] {
        brandBox + mediaData + (hasMovie ? movie : []) + tail
    }
}
