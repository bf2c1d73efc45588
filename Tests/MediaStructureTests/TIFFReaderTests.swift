import Fixtures
import MediaTypes
import Testing

struct TIFFReaderTests {
    @Test
    func `reads the fixture scan`() throws {
        let verdict = ImageVerdict(try Fixture.bytes("scan.tiff"))
        #expect(verdict.media?.format == .tiff)
        #expect(verdict.summary == "160x120x1")
        #expect(verdict.media?.trailingBytes == 0)
    }

    @Test(arguments: [true, false], [1, 2, 50])
    func `counts pages and shows the first`(_ bigEndian: Bool, _ pages: Int) {
        var file = TIFFFile(bigEndian: bigEndian).page(4, 3)
        for page in 1..<pages { file = file.page(UInt32(page), 1) }
        #expect(ImageVerdict(file.bytes).summary == "4x3x\(pages)")
    }

    @Test(arguments: 0...9 as ClosedRange<UInt32>, [true, false])
    func `turns the size by the orientation`(_ orientation: UInt32, _ bigEndian: Bool) {
        let file = TIFFFile(bigEndian: bigEndian).page(40, 30, extra: [.init(tag: 274, values: [orientation])])
        #expect(ImageVerdict(file.bytes).summary == ((5...8).contains(orientation) ? "30x40x1" : "40x30x1"))
    }

    @Test(arguments: [0, 1] as [UInt32])
    func `stops where the chain of pages bites its tail`(_ page: UInt32) {
        let first = TIFFFile().page(4, 3)
        let firstDirectory: UInt32 = 8 + 16
        let second = first.page(4, 3)
        let secondDirectory = UInt32(first.bytes.count + 16)
        let file = second.linked(to: page == 0 ? firstDirectory : secondDirectory)
        #expect(ImageVerdict(file.bytes).summary == "4x3x2")
    }

    @Test(arguments: [(0, false), (1, true), (2, true), (3, false)] as [(UInt32, Bool)])
    func `knows opacity among the extra samples`(_ kind: UInt32, _ hasAlpha: Bool) {
        let file = TIFFFile().page(4, 3, extra: [.init(tag: 338, values: [0, kind])])
        #expect(ImageVerdict(file.bytes).media?.hasAlpha == hasAlpha)
    }

    @Test(
        arguments: [
            (TIFFFile().page(4, 3, claimed: 16), nil),
            (TIFFFile().page(4, 3, claimed: 17), nil),
            (TIFFFile().page(4, 3, claimed: 16 + 2 + 8 * 12 + 4), nil),
            (TIFFFile().page(4, 3, claimed: 16 + 2 + 8 * 12 + 5), "truncated"),
            (TIFFFile().page(4, 3, claimed: 0xffff_ffff), "truncated"),
            (TIFFFile().page(4, 3, claimed: 0), "corrupt"),
            (TIFFFile().page(0, 3), "corrupt"),
            (TIFFFile().page(4, 0), "corrupt"),
            (TIFFFile().page(4, 3, without: [256]), "corrupt"),
            (TIFFFile().page(4, 3, without: [257]), "corrupt"),
            (TIFFFile().page(4, 3, without: [273]), "corrupt"),
            (TIFFFile().page(4, 3, without: [279]), nil),
            (TIFFFile().page(4, 3, without: [277]), nil),
            (TIFFFile().page(4, 3, extra: [.init(tag: 256, type: 4, values: [4])]), nil),
            (TIFFFile().page(4, 3, extra: [.init(tag: 256, type: 4, values: [5])]), "corrupt"),
            (TIFFFile().page(4, 3, without: [277]).page(4, 3, without: [273]), "corrupt"),
            (TIFFFile().page(4, 3, extra: [.init(tag: 277, values: [0])], without: [277]), "corrupt"),
            (TIFFFile().page(4, 3, extra: [.init(tag: 277, type: 4, values: [65536])], without: [277]), "corrupt"),
            (TIFFFile().page(4, 3, extra: [.init(tag: 273, type: 4, values: [8, 8])], without: [273]), "corrupt"),
            (TIFFFile().page(4, 3, extra: [.init(tag: 273, type: 2, values: [8])], without: [273]), "corrupt"),
            (TIFFFile().page(4, 3).linked(to: 0xffff_fff0), "truncated"),
            (TIFFFile().directory([]), "corrupt"),
            (TIFFFile(), "corrupt"),
        ] as [(TIFFFile, String?)])
    func `judges pages by their structure`(_ file: TIFFFile, _ reason: String?) {
        #expect(ImageVerdict(file.bytes).reason == reason)
    }

    @Test
    func `reads tiles and the JPEG stream of old files like strips`() {
        for tags in [(324, 325), (513, 514)] as [(UInt16, UInt16)] {
            let extra = [
                TIFFFile.Entry(tag: tags.0, type: 4, values: [8]), TIFFFile.Entry(tag: tags.1, type: 4, values: [16]),
            ]
            let file = TIFFFile().page(4, 3, extra: extra, without: [273, 279])
            #expect(ImageVerdict(file.bytes).summary == "4x3x1")
            let cut = [
                TIFFFile.Entry(tag: tags.0, type: 4, values: [8]), TIFFFile.Entry(tag: tags.1, type: 4, values: [9999]),
            ]
            #expect(ImageVerdict(TIFFFile().page(4, 3, extra: cut, without: [273, 279]).bytes).reason == "truncated")
        }
    }

    @Test(
        arguments: [
            .init(tag: 50706, type: 1, values: [1, 4, 0, 0]), .init(tag: 262, values: [32803]),
            .init(tag: 262, values: [34892]), .init(tag: 259, values: [34713]),
        ] as [TIFFFile.Entry])
    func `names camera raw files`(_ entry: TIFFFile.Entry) {
        let verdict = ImageVerdict(TIFFFile().page(4, 3, extra: [entry], without: [entry.tag]).bytes)
        #expect(verdict.reason == "unsupported-type")
        #expect(verdict.detail.contains("camera raw"))
    }

    @Test
    func `finds the raw picture beside a small copy of it`() {
        let small = TIFFFile().page(4, 3)
        let raw = TIFFFile.Entry(tag: 262, values: [32803])
        let withRaw = small.page(4000, 3000, strip: 16, extra: [raw], without: [262])
        let offset = UInt32(small.bytes.count + 16)
        let file = withRaw.page(4, 3, extra: [.init(tag: 330, type: 13, values: [offset])])
        #expect(ImageVerdict(file.bytes).reason == "unsupported-type")
        let canon: [UInt8] = [0x49, 0x49, 0x2a, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0]
        #expect(ImageVerdict(canon).detail.contains("camera raw"))
    }

    @Test
    func `names BigTIFF`() {
        for mark in [[0x49, 0x49, 0x2b, 0], [0x4d, 0x4d, 0, 0x2b]] as [[UInt8]] {
            let verdict = ImageVerdict(mark + [8, 0, 0, 0, 16, 0, 0, 0])
            #expect(verdict.reason == "unsupported-type")
            #expect(verdict.detail.contains("BigTIFF"))
        }
    }

    @Test
    func `claims the largest page's pixels, whole or cut`() {
        let pixels: UInt64 = 4_294_967_295 * 4_294_967_295
        let packed = TIFFFile.Entry(tag: 259, values: [8])
        let file = TIFFFile().page(.max, .max, extra: [packed], without: [259]).page(4, 3)
        #expect(ImageVerdict(file.bytes).media?.canvasPixels == pixels)
        let cut = file.page(4, 3, claimed: 0xffff_ffff)
        #expect(ImageVerdict(cut.bytes).refusal?.claimedPixels == pixels)
    }

    @Test
    func `bounds the work that overlapping directories ask for`() {
        // Pages that share one table of 300,000 strips: a small file that asks for millions of look-ups.
        let strips = [UInt32](repeating: 8, count: 300_000)
        var file = TIFFFile().page(4, 3, extra: [.init(tag: 273, type: 4, values: strips)], without: [273, 279])
        let place = UInt32(file.bytes.count - 4 * strips.count)
        let shared = TIFFFile.Entry(tag: 273, type: 4, values: strips, place: place)
        #expect(ImageVerdict(file.bytes).summary == "4x3x1")
        for _ in 0..<20 { file = file.page(4, 3, extra: [shared], without: [273, 279]) }
        let verdict = ImageVerdict(file.bytes)
        #expect(verdict.reason == "corrupt")
        #expect(verdict.detail.contains("too many"))
    }

    @Test
    func `counts what nothing in the file names`() {
        let file = TIFFFile().page(4, 3)
        #expect(ImageVerdict(file.bytes).media?.trailingBytes == 0)
        #expect(ImageVerdict(file.bytes + [0, 0, 0]).media?.trailingBytes == 3)
    }

    /// Pages without compression, and the least bytes that each takes.
    private static let rasters: [(name: String, width: UInt32, height: UInt32, entries: [TIFFFile.Entry], least: Int)] =
        [
            ("grey", 4, 4, [], 16), ("no compression named", 4, 4, [.init(tag: 259, values: [])], 16),
            ("black and white", 9, 3, [.init(tag: 258, values: [1])], 6),
            ("bits not named", 9, 3, [.init(tag: 258, values: [])], 6),
            ("12 bits", 3, 2, [.init(tag: 258, values: [12])], 10),
            ("colours", 3, 2, [.init(tag: 258, values: [8, 8, 8]), .init(tag: 277, values: [3])], 18),
            ("bits named once", 3, 2, [.init(tag: 277, values: [3])], 18),
            ("mixed depths", 3, 2, [.init(tag: 258, values: [5, 6, 5]), .init(tag: 277, values: [3])], 12),
            ("bits side by side", 9, 2, [.init(tag: 258, values: [1, 1, 1]), .init(tag: 277, values: [3])], 8),
            (
                "bits in planes", 9, 2,
                [.init(tag: 258, values: [1, 1, 1]), .init(tag: 277, values: [3]), .init(tag: 284, values: [2])], 12
            ),
            ("blocks of four", 4, 4, [.init(tag: 262, values: [6]), .init(tag: 277, values: [3])], 24),
            (
                "blocks of one", 4, 4,
                [.init(tag: 262, values: [6]), .init(tag: 277, values: [3]), .init(tag: 530, values: [1, 1])], 48
            ),
            (
                "blocks of two", 4, 4,
                [.init(tag: 262, values: [6]), .init(tag: 277, values: [3]), .init(tag: 530, values: [2, 1])], 32
            ),
        ]

    @Test(arguments: rasters)
    func `holds uncompressed data against the page's size`(
        _ name: String, _ width: UInt32, _ height: UInt32, _ entries: [TIFFFile.Entry], _ least: Int
    ) {
        let replaced = Set(entries.map(\.tag))
        let extra = entries.filter { !$0.values.isEmpty }
        for (strip, reason) in [(least - 1, "truncated"), (least, nil), (least + 1, nil)] as [(Int, String?)] {
            let file = TIFFFile().page(width, height, strip: strip, extra: extra, without: replaced)
            #expect(ImageVerdict(file.bytes).reason == reason, "\(name) in \(strip) bytes")
            // With any compression the bytes say nothing.
            let packed = extra + [TIFFFile.Entry(tag: 259, values: [5])]
            let small = TIFFFile().page(width, height, strip: 1, extra: packed, without: replaced.union([259]))
            #expect(ImageVerdict(small.bytes).reason == nil, "\(name) compressed")
        }
    }

    @Test
    func `sizes beyond any file are truncated, strips that share bytes hold them once`() {
        let samples = TIFFFile.Entry(tag: 277, values: [65_535])
        let deep = TIFFFile.Entry(tag: 258, type: 4, values: [.max])
        let files = [
            TIFFFile().page(7000, 7000, strip: 15), TIFFFile().page(.max, .max, strip: 15),
            TIFFFile().page(.max, .max, strip: 15, extra: [samples, deep], without: [258, 277]),
            TIFFFile().page(
                .max, 1, strip: 15, extra: [.init(tag: 262, values: [6]), .init(tag: 277, values: [3]), deep],
                without: [258, 262, 277]),
            TIFFFile().page(7000, 7000, strip: 15, without: [279]),
            TIFFFile().page(
                100, 100, strip: 100,
                extra: [
                    .init(tag: 324, type: 4, values: [UInt32](repeating: 8, count: 100)),
                    .init(tag: 325, type: 4, values: [UInt32](repeating: 100, count: 100)),
                ], without: [273, 279]),
        ]
        for file in files { #expect(ImageVerdict(file.bytes).refusal?.reason == .truncated) }
    }

    @Test(arguments: [false, true])
    func `every cut of a page is refused, though all its pixels are there`(_ bigEndian: Bool) {
        // Values that nobody here reads, outside the directory: resolutions, a text, a profile.
        let extra = [
            TIFFFile.Entry(tag: 270, type: 2, values: Array(repeating: 0x41, count: 20)),
            TIFFFile.Entry(tag: 318, type: 4, values: [1, 2, 3, 4]),
            TIFFFile.Entry(tag: 34675, type: 1, values: [1, 2, 3, 4, 5]),
        ]
        let bytes = TIFFFile(bigEndian: bigEndian).page(4, 4, extra: extra).bytes
        #expect(ImageVerdict(bytes).media != nil)
        for count in 4..<bytes.count {
            #expect(ImageVerdict(Array(bytes[..<count])).reason == "truncated", "\(count) of \(bytes.count) bytes")
        }
    }
}
