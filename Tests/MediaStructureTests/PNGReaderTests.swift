import Fixtures
import MediaTypes
import Testing

struct PNGReaderTests {
    private static let plain = PNGFile().header(5, 4).image().end()

    @Test
    func `reads the fixture picture and animation`() throws {
        let picture = ImageVerdict(try Fixture.bytes("picture.png"))
        #expect(picture.media?.format == .png)
        #expect(picture.summary == "320x200x1")
        let animation = ImageVerdict(try Fixture.bytes("animation.png"))
        #expect(animation.media?.format == .png)
        #expect(animation.summary == "96x64x5")
    }

    @Test(
        arguments: [
            (PNGFile().header(5, 4).image().end(), 1),
            (PNGFile().header(5, 4).animation(2).frameControl().image().frameControl().chunk("fdAT").end(), 2),
            (PNGFile().header(5, 4).animation(2).image().frameControl().frameControl().end(), 3),
            (PNGFile().header(5, 4).animation(0).frameControl().image().frameControl().end(), 1),
            (PNGFile().header(5, 4).animation(2).image().end(), 1),
            // Control chunks behind the image data announce nothing.
            (PNGFile().header(5, 4).image().animation(2).frameControl().end(), 1),
            (PNGFile().header(5, 4).chunk("acTL", [0, 0, 0, 2]).image().frameControl().end(), 1),
        ] as [(PNGFile, UInt32)])
    func `counts frames, and the default image where it is none of them`(_ file: PNGFile, _ frames: UInt32) {
        #expect(ImageVerdict(file.bytes).media?.frames == frames)
    }

    @Test(arguments: [
        (PNGFile().header(5, 4, colour: 0).image().end(), false),
        (PNGFile().header(5, 4, colour: 2).image().end(), false),
        (PNGFile().header(5, 4, colour: 4).image().end(), true),
        (PNGFile().header(5, 4, colour: 6).image().end(), true),
        (PNGFile().header(5, 4, colour: 2).chunk("tRNS", [0, 0, 0, 0, 0, 0]).image().end(), true),
        (PNGFile().header(5, 4, colour: 2).chunk("tRNS", [0, 0, 0, 0, 0, 0], damage: 1).image().end(), false),
        (PNGFile().header(5, 4, colour: 2).image().chunk("tRNS", [0, 0, 0, 0, 0, 0]).end(), false),
    ])
    func `knows whether a picture can be transparent`(_ file: PNGFile, _ hasAlpha: Bool) {
        #expect(ImageVerdict(file.bytes).media?.hasAlpha == hasAlpha)
    }

    @Test(arguments: [(1, "5x4x1"), (6, "4x5x1"), (8, "4x5x1")] as [(UInt32, String)])
    func `turns the size by the orientation in Exif`(_ orientation: UInt32, _ expected: String) {
        let block = TIFFFile(bigEndian: true).directory([TIFFFile.Entry(tag: 274, values: [orientation])]).bytes
        #expect(ImageVerdict(PNGFile().header(5, 4).chunk("eXIf", block).image().end().bytes).summary == expected)
        #expect(
            ImageVerdict(PNGFile().header(5, 4).chunk("eXIf", block, damage: 4).image().end().bytes).summary == "5x4x1")
    }

    @Test(
        arguments: [
            (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]), (1, []), (5, []),
            (7, []),
        ] as [(UInt8, Set<UInt8>)])
    func `knows which depths go with which colours`(_ colour: UInt8, _ depths: Set<UInt8>) {
        for depth in 0...17 as ClosedRange<UInt8> {
            let start = PNGFile().header(5, 4, depth: depth, colour: colour)
            let file = (colour == 3 ? start.chunk("PLTE", [0, 0, 0]) : start).image().end()
            #expect(ImageVerdict(file.bytes).reason == (depths.contains(depth) ? nil : "corrupt"), "depth \(depth)")
        }
    }

    @Test(
        arguments: [
            (3, 1, 2, true), (3, 1, 3, false), (3, 8, 256, true), (3, 8, 257, false), (3, 8, 0, false),
            (2, 8, 256, true),
            (6, 8, 1, true), (0, 8, 1, false), (4, 8, 1, false),
        ] as [(UInt8, UInt8, Int, Bool)])
    func `checks the palette against the header`(_ colour: UInt8, _ depth: UInt8, _ entries: Int, _ fits: Bool) {
        let file = PNGFile().header(5, 4, depth: depth, colour: colour)
            .chunk("PLTE", [UInt8](repeating: 7, count: 3 * entries)).image().end()
        #expect(ImageVerdict(file.bytes).reason == (fits ? nil : "corrupt"))
    }

    @Test(arguments: [
        PNGFile().header(0, 4).image().end(),
        PNGFile().header(5, 0).image().end(),
        PNGFile().header(0x8000_0000, 1).image().end(),
        PNGFile().header(5, 4, tail: [1, 0, 0]).image().end(),
        PNGFile().header(5, 4, tail: [0, 1, 0]).image().end(),
        PNGFile().header(5, 4, tail: [0, 0, 2]).image().end(),
        PNGFile().header(5, 4).header(5, 4).image().end(),
        PNGFile().image().header(5, 4).end(),
        PNGFile().header(5, 4).end(),
        PNGFile().header(5, 4).image([]).end(),
        PNGFile().header(5, 4).image([0x78]).end(),
        PNGFile().header(5, 4).image([0x78, 0x02]).end(),
        PNGFile().header(5, 4).image([0x77, 0x01]).end(),
        PNGFile().header(5, 4).image().chunk("tEXt").image().end(),
        PNGFile().header(5, 4).image().chunk("PLTE", [0, 0, 0]).end(),
        PNGFile().header(5, 4).chunk("PLTE", [0, 0, 0]).chunk("PLTE", [0, 0, 0]).image().end(),
        PNGFile().header(5, 4).chunk("PLTE", [0, 0, 0, 0]).image().end(),
        PNGFile().header(5, 4, colour: 3).image().end(),
        PNGFile().header(5, 4).chunk("ABCD").image().end(),
        PNGFile().header(5, 4).chunk("a1cd").image().end(),
        PNGFile().header(5, 4).chunk("IDAT", PNGFile.imageData, damage: 0x8000_0000).end(),
        PNGFile().header(5, 4).image().chunk("IEND", [0]),
        PNGFile().header(5, 4).image().chunk("IEND", damage: 1),
    ])
    func `calls a file that contradicts itself corrupt`(_ file: PNGFile) {
        #expect(ImageVerdict(file.bytes).reason == "corrupt")
    }

    @Test
    func `accepts image data in chunks of any size`() {
        var file = PNGFile().header(5, 4).image([])
        for byte in PNGFile.imageData { file = file.image([byte]) }
        #expect(ImageVerdict(file.end().bytes).summary == "5x4x1")
    }

    @Test
    func `passes over a damaged chunk that does not matter`() {
        let file = PNGFile().header(5, 4).chunk("tEXt", [1, 2], damage: 1).image().chunk("zTXt", [3]).end()
        #expect(ImageVerdict(file.bytes).summary == "5x4x1")
    }

    @Test
    func `calls every cut of a picture truncated`() {
        let whole = Self.plain.bytes
        for count in 8..<whole.count {
            #expect(ImageVerdict(Array(whole.prefix(count))).reason == "truncated", "\(count) bytes")
        }
        #expect(ImageVerdict(whole).reason == nil)
    }

    @Test(
        arguments: [
            (2_147_483_647, 2_147_483_647), (225_000, 225_000), (1, 64_000_001), (1, 2_147_483_647),
        ] as [(UInt32, UInt32)])
    func `claims the header's pixels, whole or cut`(_ width: UInt32, _ height: UInt32) {
        let file = PNGFile().header(width, height, colour: 0).image()
        #expect(ImageVerdict(file.bytes).refusal?.claimedPixels == UInt64(width) * UInt64(height))
        #expect(ImageVerdict(file.end().bytes).media?.canvasPixels == UInt64(width) * UInt64(height))
    }

    @Test
    func `names Apple's own variant`() {
        let verdict = ImageVerdict(PNGFile().chunk("CgBI", [0x50, 0, 0x20, 2]).header(5, 4).image().end().bytes)
        #expect(verdict.reason == "unsupported-type")
        #expect(verdict.detail.contains("CgBI"))
    }
}
