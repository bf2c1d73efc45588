import Fixtures
import Testing

@testable import MediaStructure

struct KnownTypesTests {
    private static func fourteen(_ header: UInt8) -> [UInt8] {
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [header, 0, 0, 0]
    }

    private static func brands(_ brands: String...) -> [UInt8] {
        let rest = brands.dropFirst().flatMap { Array($0.utf8) }
        return [0, 0, 0, UInt8(16 + rest.count)] + Array("ftyp\(brands[0])".utf8) + [0, 0, 0, 0] + rest
    }

    private static func packets(_ size: Int, first: Int, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 1, count: first + size * count)
        for index in 0..<count { bytes[first + size * index] = 0x47 }
        return bytes
    }

    private static func name(_ bytes: [UInt8]) -> String? {
        let span = bytes.span
        return KnownTypes.name(span)
    }

    /// A layer II frame of 48 kbit/s at 48 kHz, so of 144 bytes.
    private static let layerTwo: [UInt8] = [0xff, 0xfd, 0x24, 0] + [UInt8](repeating: 1, count: 140)

    @Test(
        arguments: [
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "image/webp"),
            ([0x49, 0x49, 0x2b, 0, 8, 0], "BigTIFF"), (fourteen(40), "image/bmp"), (Array("8BPS".utf8), "photoshop"),
            ([0, 0, 1, 0, 1, 0], "icon"), ([0, 0, 0, 12] + Array("jP  \r\n".utf8), "image/jp2"),
            ([0xff, 0x0a, 1], "image/jxl"),
            (Array("fLaC".utf8), "audio/flac"), (Array("OggS".utf8), "ogg"), (Array("#!AMR\n".utf8), "audio/amr"),
            (Array("MThd".utf8), "audio/midi"),
            ([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x84] + Array("webm".utf8), "webm"),
            ([0x1a, 0x45, 0xdf, 0xa3, 0x42, 0x82, 0x88] + Array("matroska".utf8), "matroska"),
            ([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], "asf"), (Array("FLV\u{1}".utf8), "flv"),
            (Array("%PDF-1.7".utf8), "application/pdf"), ([0x50, 0x4b, 3, 4], "application/zip"),
            ([0x1f, 0x8b, 8], "gzip"), (Array("MZ".utf8), "Windows program"), (Array("ID3\u{4}".utf8), "ID3"),
            (brands("heic", "mif1"), "image/heic"), (brands("mif1", "mif1", "heic"), "image/heic"),
            (brands("mif1", "miaf"), "image/heif"), (brands("avif"), "image/avif"),
            (brands("miaf", "avif"), "image/avif"),
            (brands("3gp4", "isom"), "video/3gpp"), (brands("crx ", "isom"), "camera raw"),
            (brands("zzzz"), "unknown brand"),
            (packets(188, first: 0, count: 5), "mp2t"), (packets(188, first: 187, count: 5), "mp2t"),
            (packets(192, first: 4, count: 5), "mp2t"), (layerTwo + layerTwo, "layer II"),
            (Array("<!DOCTYPE HTML><title>".utf8), "text/html"), (Array("\r\n  <html>".utf8), "text/html"),
            ([0xef, 0xbb, 0xbf] + Array("<html>".utf8), "text/html"), (Array("<svg xmlns=''>".utf8), "image/svg+xml"),
            (Array("<?xml version='1.0'?>\n<!-- x -->\n<svg>".utf8), "image/svg+xml"),
            (Array("<?xml version='1.0'?><Error>".utf8), "text/xml"), (Array("{\"error\":1}".utf8), "application/json"),
            (Array(" [1]".utf8), "application/json"), (Array("#EXTM3U\n".utf8), "mpegurl"),
            (Array("hello\n".utf8), "text/plain"),
            (Array("gr\u{fc}\u{df}e und mehr als zweiunddrei\u{df}ig Zeichen".utf8), "text/plain"),
            ([0xff, 0xfe, 0x3d, 4], "UTF-16"),
        ] as [([UInt8], String)])
    func `names what is known`(_ bytes: [UInt8], _ part: String) {
        let name = Self.name(bytes) ?? ""
        #expect(name.contains(part), "\(name)")
        #expect(name.utf8.count <= 160)
        #expect(name.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test(
        arguments: [
            [0], [0x89], Array("BM\0".utf8), fourteen(41), layerTwo, packets(188, first: 0, count: 4), [0xff, 0xd8],
            [0x41, 0, 0x42], [0xff, 0xfb, 0x41, 0x42], [UInt8](repeating: 0xff, count: 64),
        ] as [[UInt8]])
    func `names nothing on thin evidence`(_ bytes: [UInt8]) {
        #expect(Self.name(bytes) == nil)
    }

    @Test
    func `names the fixture that no policy allows`() throws {
        let name = Self.name(try Fixture.bytes("photo.webp"))
        #expect(name?.hasPrefix("image/webp") == true)
    }

    @Test
    func `keeps every row's name printable and short`() {
        for row in KnownSignatures.rows {
            #expect(row.name.utf8.allSatisfy { (0x20..<0x7f).contains($0) } && row.name.utf8.count <= 160)
        }
    }
}
