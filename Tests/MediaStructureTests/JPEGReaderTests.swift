import Fixtures
import MediaTypes
import Testing

struct JPEGReaderTests {
    private static let plain = JPEGFile().segment(0xdb, [0]).frame(40, 30).scan().end()

    @Test
    func `reads the fixture photograph`() throws {
        let verdict = ImageVerdict(try Fixture.bytes("photo.jpg"))
        #expect(verdict.media?.format == .jpeg)
        #expect(verdict.media?.hasAlpha == false)
        #expect(verdict.summary == "640x360x1")
    }

    @Test(arguments: 0...9 as ClosedRange<UInt16>, [true, false])
    func `turns the size by the orientation in Exif`(_ orientation: UInt16, _ bigEndian: Bool) {
        let file = JPEGFile().exif(orientation: orientation, bigEndian: bigEndian).frame(40, 30).scan().end()
        #expect(ImageVerdict(file.bytes).summary == ((5...8).contains(orientation) ? "30x40x1" : "40x30x1"))
    }

    @Test
    func `believes the first of two Exif blocks`() {
        let file = JPEGFile().exif(orientation: 6, bigEndian: true).exif(orientation: 1, bigEndian: true)
            .frame(40, 30).scan().end()
        #expect(ImageVerdict(file.bytes).summary == "30x40x1")
    }

    @Test(
        arguments: [
            [0x4d, 0x4d], [0x4d, 0x4d, 0, 0x2a, 0xff, 0xff, 0xff, 0xff], [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0xff, 0xff],
            [0x41, 0x41, 0x2a, 0, 8, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `takes damaged Exif for none`(_ block: [UInt8]) {
        let file = JPEGFile().segment(0xe1, Array("Exif\0\0".utf8) + block).frame(40, 30).scan().end()
        #expect(ImageVerdict(file.bytes).summary == "40x30x1")
    }

    @Test(arguments: [0xc0, 0xc2, 0xc9] as [UInt8], [0xed, 0xe2, 0xdb] as [UInt8])
    func `is not deceived by a thumbnail in the metadata`(_ frame: UInt8, _ first: UInt8) {
        let thumbnail = JPEGFile().frame(160, 120).scan().end().bytes
        let lure: [UInt8] = [0xff, 0xc0, 0xcc, 0x7f, 0xcc, 0x5f, 0xff, 0xd9]
        let file = JPEGFile().segment(first, lure).exif(orientation: 1, bigEndian: false, thumbnail: thumbnail + lure)
            .frame(1080, 1080, code: frame).scan().end()
        #expect(ImageVerdict(file.bytes).summary == "1080x1080x1")
    }

    @Test(arguments: [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf] as [UInt8])
    func `reads every kind of frame header`(_ code: UInt8) {
        #expect(ImageVerdict(JPEGFile().frame(9, 8, code: code).scan().end().bytes).summary == "9x8x1")
    }

    @Test(arguments: [0, 1, 7])
    func `skips fill bytes before markers and inside scans`(_ count: Int) {
        let fill = [UInt8](repeating: 0xff, count: count)
        let file = JPEGFile().adding(fill).frame(9, 8).adding(fill).scan().adding(fill).end()
        #expect(ImageVerdict(file.bytes).summary == "9x8x1")
    }

    @Test(arguments: [(0, "9x8x1"), (1, "9x8x1"), (16, "9x8x1"), (17, "corrupt")])
    func `skips a little padding between segments and no more`(_ count: Int, _ expected: String) {
        let file = JPEGFile().segment(0xfe, [1]).adding([UInt8](repeating: 0, count: count)).frame(9, 8).scan().end()
        #expect(ImageVerdict(file.bytes).summary == expected)
    }

    @Test
    func `reads several scans with tables between them`() {
        let file = JPEGFile().frame(9, 8, code: 0xc2).scan().segment(0xc4, [0]).scan().segment(0xdd, [0, 1]).scan()
            .end()
        #expect(ImageVerdict(file.bytes).summary == "9x8x1")
    }

    @Test
    func `takes the whole picture's size from a hierarchical file`() {
        let file = JPEGFile().frame(64, 32, code: 0xde).frame(16, 8).scan().frame(32, 16, code: 0xc5).scan().end()
        #expect(ImageVerdict(file.bytes).summary == "64x32x1")
    }

    @Test(arguments: [
        (JPEGFile().frame(0, 8).scan().end(), "corrupt"),
        (JPEGFile().frame(8, 0).scan().end(), "corrupt"),
        (JPEGFile().scan().frame(9, 8).end(), "corrupt"),
        (JPEGFile().frame(9, 8).frame(9, 8).scan().end(), "corrupt"),
        (JPEGFile().frame(9, 8).end(), "corrupt"),
        (JPEGFile().segment(0xfe, [1]).end(), "corrupt"),
        (JPEGFile().segment(0xfe, [1]).marker(0xd8).end(), "corrupt"),
        (JPEGFile().segment(0xfe, [1]).marker(0xd0).end(), "corrupt"),
        (JPEGFile().segment(0xfe, [1]).marker(0x00).end(), "corrupt"),
        (JPEGFile().frame(9, 8).scan([0xff, 0x42]).end(), "corrupt"),
        (JPEGFile().segment(0xc8, [1]).frame(9, 8).scan().end(), "corrupt"),
        (JPEGFile().segment(0xc0, [8, 0, 1]).scan().end(), "corrupt"),
        (JPEGFile().segment(0xc0, [8, 0, 1, 0, 1, 3, 1, 0x11, 0]).scan().end(), "corrupt"),
        (JPEGFile().segment(0xc0, [8, 0, 1, 0, 1, 0]).scan().end(), "corrupt"),
        (JPEGFile().segment(0xc0, [1, 0, 1, 0, 1, 1, 1, 0x11, 0]).scan().end(), "corrupt"),
        (JPEGFile().frame(9, 8).segment(0xda, [0, 0, 63, 0]).end(), "corrupt"),
        (JPEGFile().frame(9, 8).segment(0xda, [5] + [UInt8](repeating: 0, count: 13)).end(), "corrupt"),
        (JPEGFile().segment(0xfe, [1]).adding([0xff, 0xe0, 0, 1]).end(), "corrupt"),
        (JPEGFile().adding([0xff, 0xe0, 0x40, 0x00, 1, 2, 3]), "corrupt"),
        (JPEGFile().segment(0xfe, [1]).adding([0xff, 0xe0, 0x40, 0x00, 1, 2, 3]), "truncated"),
        (JPEGFile().frame(9, 8).scan(), "truncated"),
        (JPEGFile().frame(9, 8).scan([0xff]), "truncated"),
        (JPEGFile().adding([0xff]), "truncated"),
        (JPEGFile().segment(0xf7, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]).scan().end(), "unsupported-type"),
        (JPEGFile(), "unsupported-type"),
    ])
    func `refuses what is no whole picture`(_ file: JPEGFile, _ reason: String) {
        #expect(ImageVerdict(file.bytes).reason == reason)
    }

    @Test
    func `calls every cut of a picture truncated`() {
        let whole = Self.plain.bytes
        for count in 7..<whole.count {
            #expect(ImageVerdict(Array(whole.prefix(count))).reason == "truncated", "\(count) bytes")
        }
        #expect(ImageVerdict(whole).reason == nil)
    }

    @Test
    func `claims the frame's pixels even where the file is cut`() {
        let verdict = ImageVerdict(JPEGFile().frame(65500, 65500).scan().bytes)
        #expect(verdict.refusal?.reason == .truncated)
        #expect(verdict.refusal?.claimedPixels == UInt64(65500 * 65500))
    }

    @Test
    func `counts a second picture and a film behind the end`() {
        let film: [UInt8] = [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + Array("isommp42".utf8)
        let verdict = ImageVerdict(Self.plain.bytes + Self.plain.bytes + film)
        #expect(verdict.summary == "40x30x1")
        #expect(verdict.media?.trailingBytes == UInt64(Self.plain.bytes.count + film.count))
    }
}
