import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOBrandTests {
    @Test(arguments: [
        ("mif1", ["mif1", "heic"], "image/heic"), ("avif", ["avif", "mif1", "miaf"], "image/avif"),
        ("miaf", ["avif"], "image/avif"), ("mif1", ["mif1"], "image/heif"), ("heic", ["isom"], "image/heic"),
        ("msf1", ["hevc", "iso8"], "image/heif-sequence"), ("zzzz", ["avif"], "image/avif"),
        ("isom", ["isom", "mif1"], "image/heif"), ("crx ", ["isom"], "image/x-canon-cr3"),
        ("jp2 ", [], "image/jp2"), ("jxl ", [], "image/jxl"), ("3gp4", ["isom"], "video/3gpp "),
        ("3gp6", ["mp42"], "video/3gpp "), ("3g2a", [], "video/3gpp2 "), ("mjp2", [], "video/mj2"),
    ])
    func `refuses other formats in the same boxes by name`(major: String, compatible: [String], name: String) {
        let film = ISOFilm.film {
            $0.brand = major
            $0.compatible = compatible
        }
        #expect {
            _ = try film.read()
        } throws: { error in
            guard let refusal = error as? MediaRefusal else { return false }
            return refusal.reason == .unsupportedType && refusal.detail.hasPrefix(name) && refusal.format == nil
        }
    }

    @Test(
        arguments: [
            ("isom", ["mp41"], MediaFormat.mp4), ("mp42", ["isom"], .mp4), ("isom", ["isom", "3gp4"], .mp4),
            ("f4v ", [], .mp4), ("XAVC", [], .mp4), ("piff", [], .mp4), ("cmfc", [], .mp4), ("zzzz", [], .mp4),
            ("M4V ", ["M4V ", "mp42"], .mp4), ("M4A ", ["M4A "], .mp4), ("MSNV", [], .mp4), ("isom", ["hevc"], .mp4),
            ("qt  ", ["isom"], .mov), ("isom", ["qt  "], .mp4), (nil, [], .mov),
        ] as [(String?, [String], MediaFormat)])
    func `lets the tracks decide under any other brand`(
        major: String?, compatible: [String], format: MediaFormat
    ) throws {
        let media = try ISOFilm.film {
            $0.brand = major
            $0.compatible = compatible
        }.read()
        #expect(media.format == format)
        #expect(media.durationMicroseconds == 3_000_000)
    }

    @Test(arguments: ["isom", "M4A ", "qt  ", "mp42", "zzzz", nil])
    func `calls sound alone an m4a whatever the brand`(major: String?) throws {
        let media = try ISOFilm.film {
            $0.brand = major
            $0.tracks = [.sound]
        }.read()
        #expect(media.format == .m4a)
        #expect(media.width == nil)
        #expect(media.height == nil)
        #expect(media.canvasPixels == 0)
    }

    @Test(
        arguments: [
            ("isom", MediaFormat.mp4), ("M4A ", .m4a), ("M4B ", .m4a), ("qt  ", .mov), ("zzzz", .mp4), (nil, .mov),
        ] as [(String?, MediaFormat)])
    func `says of a broken file what it set out to be`(major: String?, format: MediaFormat) {
        let film = ISOFilm.film {
            $0.brand = major
            $0.compatible = []
            $0.hasMovie = false
        }
        #expect {
            _ = try film.read()
        } throws: { ($0 as? MediaRefusal)?.format == format }
    }

    @Test(arguments: [(256, true), (257, false)])
    func `reads a bounded number of brands`(place: Int, isSeen: Bool) {
        let film = ISOFilm.film { $0.compatible = Array(repeating: "iso2", count: place - 1) + ["avif"] }
        #expect((film.refusal == .unsupportedType) == isSeen)
    }
}
