import Fixtures
import Testing

@testable import attachd_inspector

@Suite struct TypeSnifferTests {
    private static func boxes(_ names: (String, UInt8)...) -> [UInt8] {
        names.flatMap { name, size in [0, 0, 0, size] + Array(name.utf8) }
    }

    private static func packets(of size: Int, syncAt sync: Int, count: Int = 6) -> [UInt8] {
        (0..<size * count).map { $0 % size == sync ? 0x47 : UInt8(1 + $0 % 60) }
    }

    @Test(arguments: MediaExpectation.all)
    func `each sample has its name`(expectation: MediaExpectation) throws {
        let bytes = try Fixture.bytes(expectation.file)
        #expect(try TypeSniffer.open().mediaType(of: bytes.span) == expectation.sniffedType)
    }

    private static let embedded: [([UInt8], String)] = [
        (Array("caff\0\u{1}\0\0".utf8), "audio/x-caf"), (Array("caff\0\u{2}\0\0".utf8), TypeSniffer.unknown),
        (boxes(("wide", 8), ("mdat", 8)), "video/quicktime"), (boxes(("freeabcd", 12), ("moov", 8)), "video/quicktime"),
        (boxes(("skip", 8), ("wide", 8), ("mdat", 8)), "video/quicktime"),
        (boxes(("pnot0123456789ab", 20), ("PICT", 8)), "video/quicktime"),
        (boxes(("free", 8), ("ftypisom0000iso2", 20)), "video/mp4"),
        (boxes(("free", 8), ("ftypqt  0000qt  ", 20)), "video/quicktime"),
        (boxes(("skip", 8), ("ftypM4A 0000M4A ", 20)), "audio/x-m4a"),
        (boxes(("skip", 8), ("ftypheic0000mif1", 20)), "image/heic"),
        (boxes(("free", 7), ("mdat", 8)), TypeSniffer.unknown), (boxes(("free", 8), ("junk", 8)), TypeSniffer.unknown),
        (boxes(("ftypXxXx0000isom", 20)), "video/mp4"), (boxes(("ftypheic0000mif1", 20)), "image/heic"),
        (boxes(("ftyp3gp40000isom", 20)), "video/3gpp"), (boxes(("ftypqt  0000qt  ", 20)), "video/quicktime"),
        (packets(of: 188, syncAt: 0), "video/MP2T"), (packets(of: 192, syncAt: 4), "video/MP2T"),
        (packets(of: 188, syncAt: 0, count: 4), TypeSniffer.unknown),
    ]

    @Test(arguments: embedded)
    func `the embedded entries name what the stock database does not`(bytes: [UInt8], name: String) throws {
        #expect(try TypeSniffer.open().mediaType(of: bytes.span) == name)
    }

    @Test(arguments: [
        ("<!DOCTYPE html><html><body>404</body></html>", "text/html"), ("{\"error\": \"gone\"}", "application/json"),
        ("    free beer for all\n", "text/plain"), ("<?xml version=\"1.0\"?><Error/>", "text/xml"),
    ])
    func `text is named only when that is asked for`(text: String, name: String) throws {
        let sniffer = try TypeSniffer.open()
        let bytes = Array(text.utf8)
        #expect(try sniffer.anyType(of: bytes.span) == name)
        #expect(try sniffer.mediaType(of: Array("free beer".utf8).span) == TypeSniffer.unknown)
        #expect(try sniffer.anyType(of: bytes.span) == name)
    }

    @Test(arguments: [1_048_576, 7 * 1_048_576, 9 * 1_048_576])
    func `sound behind a picture in its tag is found however large the picture is`(size: Int) throws {
        let digits = stride(from: 21, through: 0, by: -7).map { UInt8(size >> $0 & 0x7f) }
        var bytes = Array("ID3\u{4}\0\0".utf8)
        bytes += digits
        bytes += [UInt8](repeating: 0x55, count: size)
        bytes += [0xff, 0xfb, 0x90, 0x64]
        bytes += [UInt8](repeating: 0, count: 64)
        #expect(try TypeSniffer.open().mediaType(of: bytes.span) == "audio/mpeg")
    }

    @Test func `no bytes have no name`() throws {
        #expect(try TypeSniffer.open().mediaType(of: [UInt8]().span) == "application/x-empty")
    }
}
