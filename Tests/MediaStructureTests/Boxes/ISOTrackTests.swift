import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOTrackTests {
    @Test(
        arguments: [
            ([1, 0, 0, 1], false), ([0, 1, -1, 0], true), ([-1, 0, 0, -1], false), ([0, -1, 1, 0], true),
            ([0, 1, 1, 0], true), ([-1, 0, 0, 1], false), ([0, 0, 0, 0], false), ([1, 1, -1, 1], false),
        ] as [([Int32], Bool)])
    func `swaps the sides for a quarter turn alone`(matrix: [Int32], isTurned: Bool) throws {
        let media = try ISOFilm.track { $0.matrix = matrix }.read()
        #expect(media.width == (isTurned ? 48 : 64))
        #expect(media.height == (isTurned ? 64 : 48))
        #expect(media.canvasPixels == 64 * 48)
    }

    @Test
    func `takes the coded size, and the presentation's only without one`() throws {
        let lie = try ISOFilm.track { $0.presentation = (65_535, 65_535) }.read()
        #expect(lie.width == 64 && lie.height == 48)
        let bomb = try ISOFilm.track { $0.coded = (65_535, 65_535) }.read()
        #expect(bomb.canvasPixels == 65_535 * 65_535)
        let fallback = try ISOFilm.track { $0.coded = (0, 0) }.read()
        #expect(fallback.width == 64 && fallback.height == 48 && fallback.canvasPixels == 64 * 48)
        let nothing = ISOFilm.track {
            $0.coded = (0, 0)
            $0.presentation = (0, 48)
        }
        #expect(nothing.refusal == .corrupt)
    }

    @Test
    func `shows the first enabled track, and counts the canvas of the largest`() throws {
        var film = ISOFilm.film { $0.tracks = [.film, .film] }
        film.tracks[0].isEnabled = false
        film.tracks[0].coded = (640, 480)
        film.tracks[1].identifier = 2
        let media = try film.read()
        #expect(media.width == 64 && media.height == 48)
        #expect(media.canvasPixels == 640 * 480)
        film.tracks[1].isEnabled = false
        #expect(try film.read().width == 640)
    }

    @Test
    func `says the claimed pixels of a film that is refused`() {
        let film = ISOFilm.track {
            $0.coded = (65_535, 65_535)
            $0.chunkOffsets = [1_000_000]
        }
        #expect {
            _ = try film.read()
        } throws: { error in
            (error as? MediaRefusal)?.claimedPixels == 65_535 * 65_535 && (error as? MediaRefusal)?.reason == .truncated
        }
    }

    @Test(arguments: ["encv", "drmi"])
    func `refuses encrypted pictures`(format: String) {
        #expect(ISOFilm.track { $0.format = format }.refusal == .encrypted)
    }

    @Test(arguments: ["enca", "drms"])
    func `refuses encrypted sound, also beside open pictures`(format: String) {
        #expect(ISOFilm.track(.sound) { $0.format = format }.refusal == .encrypted)
        var film = ISOFilm.film { $0.tracks = [.film, .sound] }
        film.tracks[1].format = format
        #expect(film.refusal == .encrypted)
    }

    @Test
    func `refuses a scheme box under an ordinary name`() {
        #expect(ISOFilm.track { $0.configuration = ISOBox.box("sinf", ISOBox.zeros(8)) }.refusal == .encrypted)
    }

    @Test(
        arguments: [
            (ISOBox.full("url ", flags: 1), nil), (ISOBox.full("alis", flags: 1), nil), (ISOBox.full("url "), nil),
            (ISOBox.full("url ", ISOBox.zeros(1)), nil), (ISOBox.full("url ", flags: 1, Array("http://a".utf8)), nil),
            (ISOBox.full("url ", Array("http://127.0.0.1/".utf8)), .externalReference),
            (ISOBox.full("alis", [0, 0, 0, 1]), .externalReference), (ISOBox.full("urn ", [1]), .externalReference),
            (ISOBox.box("url ", [0]), nil),
        ] as [([UInt8], MediaRefusal.Reason?)])
    func `refuses samples in another file`(reference: [UInt8], reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.track { $0.reference = reference }.refusal == reason)
        var text = ISOTrack.sound
        text.handler = "text"
        text.reference = reference
        #expect(ISOFilm.film { $0.tracks.append(text) }.refusal == reason)
    }

    @Test
    func `refuses a stream descriptor with an address, and a movie that only points elsewhere`() {
        let away = ISOBox.full("esds", [0x03, 20, 0, 1, 0x40, 1, 0x61, 0x04, 13, 0x40] + ISOBox.zeros(12))
        #expect(ISOFilm.track(.sound) { $0.configuration = away }.refusal == .externalReference)
        #expect(ISOFilm.film { $0.extra = ISOBox.box("rmra") }.refusal == .externalReference)
    }

    @Test
    func `names a compressed movie header as unsupported`() {
        #expect(ISOFilm.film { $0.extra = ISOBox.box("cmov") }.refusal == .unsupportedType)
    }

    @Test
    func `leaves chapter pictures out where there is sound`() throws {
        var film = ISOFilm.film { $0.tracks = [.film, .sound] }
        film.tracks[0].format = "jpeg"
        film.tracks[1].extra = ISOBox.box("tref", ISOBox.box("chap", ISOBox.u32(7), ISOBox.u32(1)))
        #expect(try film.read().format == .m4a)
        film.tracks[1].extra = ISOBox.box("tref", ISOBox.box("chap", ISOBox.u32(7)))
        #expect(try film.read().format == .mp4)
        film.tracks[1].extra = ISOBox.box("tref", ISOBox.box("hint", ISOBox.u32(1)))
        #expect(try film.read().format == .mp4)
    }

    @Test
    func `refuses a movie of texts and metadata alone`() {
        for handler in ["text", "meta", "tmcd", "hint", "sbtl", "\0\0\0\0"] {
            #expect(ISOFilm.track { $0.handler = handler }.refusal == .corrupt)
        }
    }

    @Test(arguments: [(256, nil), (257, .corrupt)] as [(Int, MediaRefusal.Reason?)])
    func `reads a bounded number of sample descriptions`(count: Int, reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.track { $0.descriptions = count }.refusal == reason)
    }

    @Test(arguments: [(128, nil), (129, .corrupt)] as [(Int, MediaRefusal.Reason?)])
    func `reads a bounded number of tracks`(count: Int, reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.film { $0.tracks = Array(repeating: .film, count: count) }.refusal == reason)
    }

    @Test(arguments: ["tkhd", "mdia", "mdhd", "minf", "mvhd", "stsd", "stsz"])
    func `refuses a track or movie that lacks a part`(part: String) throws {
        var bytes = ISOFilm().bytes
        let place = try #require(bytes.firstRange(of: Array(part.utf8))).lowerBound
        bytes.replaceSubrange(place..<place + 4, with: Array("zzzz".utf8))
        #expect(ISOFilm.refusal(bytes) == .corrupt)
    }

    @Test(arguments: ["tkhd", "mdhd", "mvhd"])
    func `refuses headers of a version that nobody knows`(part: String) throws {
        var bytes = ISOFilm().bytes
        let place = try #require(bytes.firstRange(of: Array(part.utf8))).lowerBound
        bytes[place + 4] = 2
        #expect(ISOFilm.refusal(bytes) == .corrupt)
    }
}
