import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOCodecTests {
    @Test(
        arguments: [
            ("avc1", ISOBox.box("avcC", [1, 0x64, 0, 0x1f]), "avc1.64001F"),
            ("avc3", ISOBox.box("avcC", [1, 0x42, 0xc0, 0x0a]), "avc3.42C00A"), ("avc1", [], "avc1"),
            ("hvc1", ISOBox.box("hvcC", [1, 0x01, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93]), "hvc1.1.6.L93.90"),
            ("hev1", ISOBox.box("hvcC", [1, 0x62, 0x20, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 123]), "hev1.A2.4.H123.B0"),
            (
                "hvc1", ISOBox.box("hvcC", [1, 0x02, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 9]),
                "hvc1.2.FFFFFFFF.L9.1.2"
            ),
            ("hvc1", [], "hvc1"),
            ("av01", ISOBox.box("av1C", [0x81, 0x08, 0x0c, 0]), "av01.0.08M.08"),
            ("av01", ISOBox.box("av1C", [0x81, 0x2d, 0xc0, 0]), "av01.1.13H.10"),
            ("av01", ISOBox.box("av1C", [0x81, 0x45, 0x60, 0]), "av01.2.05M.12"),
            ("vp09", ISOBox.full("vpcC", version: 1, [0, 10, 0x82]), "vp09.00.10.08"),
            ("mp4v", ISOTrack.esds(objectType: 0x20, configuration: [0, 0, 1, 0xb0, 9]), "mp4v.20.9"),
            ("mp4v", ISOTrack.esds(objectType: 0x6c, configuration: []), "mp4v.6C"), ("mp4v", [], "mp4v"),
            ("png ", [], "png"), ("\u{1}abc", [], "?abc"), ("    ", [], ""),
        ] as [(String, [UInt8], String)])
    func `names picture codecs`(format: String, configuration: [UInt8], name: String) throws {
        let media = try ISOFilm.track {
            $0.format = format
            $0.configuration = configuration
        }.read()
        #expect(media.codecs == [name])
        #expect(media.codecs.allSatisfy { $0.utf8.count <= CodecName.longest })
    }

    @Test(
        arguments: [
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: [0x12, 0x10]), "mp4a.40.2", true),
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: [0x2a, 0x00]), "mp4a.40.5", true),
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: [0xf9, 0x40]), "mp4a.40.42", true),
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: [0xf8, 0x80]), "mp4a.40.36", false),
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: [0xf8]), "mp4a.40", false),
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: []), "mp4a.40", false),
            ("mp4a", ISOTrack.esds(objectType: 0x67, configuration: []), "mp4a.67", true),
            ("mp4a", ISOTrack.esds(objectType: 0x6b, configuration: []), "mp4a.6B", false),
            ("mp4a", ISOTrack.esds(objectType: 0xa5, configuration: []), "mp4a.A5", false),
            ("mp4a", ISOTrack.esds(objectType: 0x40, configuration: [0x12, 0x10], flags: 0), "mp4a.40.2", true),
            ("mp4a", [], "mp4a", false), ("mp4a", ISOBox.full("esds", [0x04, 1]), "mp4a", false),
            ("alac", [], "alac", true),
            (".mp3", [], ".mp3", true), ("ac-3", [], "ac-3", false), ("fLaC", [], "fLaC", false),
            ("Opus", [], "Opus", false),
            ("twos", [], "twos", false), ("samr", [], "samr", false),
        ] as [(String, [UInt8], String, Bool)])
    func `accepts sound alone for the codecs of an m4a`(
        format: String, configuration: [UInt8], name: String, isSupported: Bool
    ) throws {
        var film = ISOFilm.track(.sound) {
            $0.format = format
            $0.configuration = configuration
        }
        #expect(film.refusal == (isSupported ? nil : .unsupportedType))
        // Beside pictures every codec passes, and is named.
        film.tracks.insert(.film, at: 0)
        #expect(try film.read().codecs == ["avc1.64001F", name])
    }

    @Test(
        arguments: [
            ([0xff, 0xfb], true), ([0xff, 0xf3], true), ([0xff, 0xe3], true), ([0xff, 0xfd], false),
            ([0xff, 0xff], false),
            ([0xff, 0xf9], false), ([0xff, 0xdb], false), ([0xfe, 0xfb], false),
        ] as [([UInt8], Bool)])
    func `tells MP3 from the other layers by its first sample`(head: [UInt8], isSupported: Bool) {
        for objectType in [0x69, 0x6b] as [UInt8] {
            let film = ISOFilm.track(.sound) {
                $0.configuration = ISOTrack.esds(objectType: objectType, configuration: [])
            }
            var bytes = film.bytes
            bytes.replaceSubrange(Int(film.mediaOffset)..<Int(film.mediaOffset) + 2, with: head)
            #expect(ISOFilm.refusal(bytes) == (isSupported ? nil : .unsupportedType))
        }
    }

    @Test
    func `finds the descriptor behind QuickTime's longer sound entries`() throws {
        let esds = ISOTrack.esds(objectType: 0x40, configuration: [0x12, 0x10])
        let start = ISOBox.zeros(6) + ISOBox.u16(1)
        let wave = ISOBox.box("wave", ISOBox.box("frma", Array("mp4a".utf8)), esds, ISOBox.zeros(8))
        for entry in [
            ISOBox.box("mp4a", start, ISOBox.u16(1), ISOBox.zeros(18), ISOBox.zeros(16), wave),
            ISOBox.box("mp4a", start, ISOBox.u16(2), ISOBox.zeros(18), ISOBox.zeros(36), wave),
            ISOBox.box("mp4a", start, ISOBox.u16(0), ISOBox.zeros(18), wave),
        ] {
            #expect(try ISOFilm.track(.sound) { $0.entry = entry }.read().codecs == ["mp4a.40.2"])
        }
    }

    @Test
    func `skips the optional parts of a stream descriptor`() throws {
        let decoder: [UInt8] = [0x04, 17, 0x40] + ISOBox.zeros(12) + [0x05, 2, 0x12, 0x10]
        // Depends on another stream (2 bytes), and has a clock reference (2 bytes).
        let esds = ISOBox.full("esds", [0x03, 0x80, 0x80, 26, 0, 1, 0xa0, 0, 2, 0, 3] + decoder)
        #expect(try ISOFilm.track(.sound) { $0.configuration = esds }.read().codecs == ["mp4a.40.2"])
    }

    @Test
    func `names at most four different codecs, pictures first`() throws {
        var film = ISOFilm.film { $0.tracks = [.sound] }
        for format in ["aaaa", "bbbb", "aaaa", "cccc", "dddd"] {
            var track = ISOTrack.film
            track.format = format
            film.tracks.append(track)
        }
        #expect(try film.read().codecs == ["aaaa", "bbbb", "cccc", "dddd"])
        #expect(try ISOFilm.film { $0.tracks = [.sound, .film, .film] }.read().codecs == ["avc1.64001F", "mp4a.40.2"])
    }
}
