import Fixtures
import MediaTypes
import Testing

struct GIFReaderTests {
    @Test
    func `reads the fixture animation`() throws {
        let verdict = ImageVerdict(try Fixture.bytes("animation.gif"))
        #expect(verdict.media?.format == .gif)
        #expect(verdict.summary == "96x64x5")
    }

    @Test(arguments: ["GIF87a", "GIF89a"], [1, 2, 3, 300])
    func `counts frames`(_ version: String, _ frames: Int) {
        var file = GIFFile(4, 3, version: version)
        for _ in 0..<frames { file = file.graphicControl(transparent: false).frame(4, 3).comment("x") }
        #expect(ImageVerdict(file.end().bytes).summary == "4x3x\(frames)")
    }

    @Test(arguments: [true, false])
    func `knows whether a frame names a transparent colour`(_ transparent: Bool) {
        let file = GIFFile(4, 3).frame(4, 3).graphicControl(transparent: transparent).frame(4, 3).end()
        #expect(ImageVerdict(file.bytes).media?.hasAlpha == transparent)
    }

    @Test(
        arguments: [
            (GIFFile(4, 3).frame(4, 3), 12), (GIFFile(4, 3).frame(1, 1), 12), (GIFFile(4, 3).frame(4, 3, left: 1), 15),
            (GIFFile(4, 3).frame(1, 1, left: 9, top: 9), 100),
            (GIFFile(65535, 65535).frame(1, 1), 65535 * 65535),
            (GIFFile(1, 1).frame(65535, 65535, left: 65535, top: 65535), 131_070 * 131_070),
        ] as [(GIFFile, UInt64)])
    func `takes for the canvas whatever screen and frames reach`(_ file: GIFFile, _ pixels: UInt64) {
        #expect(ImageVerdict(file.end().bytes).media?.canvasPixels == pixels)
    }

    @Test
    func `shows the logical screen's size whatever the frames say`() {
        #expect(ImageVerdict(GIFFile(4, 3).frame(9, 9).end().bytes).summary == "4x3x1")
    }

    @Test(
        arguments: [
            (GIFFile(4, 3).frame(4, 3), nil),
            (GIFFile(4, 3).frame(4, 3).comment("whole"), nil),
            (GIFFile(4, 3).frame(4, 3).adding([0, 0, 0x3b]), nil),
            (GIFFile(4, 3).frame(4, 3, codeSize: 1).end(), nil),
            (GIFFile(4, 3).frame(4, 3, codeSize: 11).end(), nil),
            (GIFFile(4, 3).frame(4, 3, codeSize: 12).end(), "corrupt"),
            (GIFFile(4, 3).frame(4, 3, codeSize: 0).end(), "corrupt"),
            (GIFFile(0, 3).frame(4, 3).end(), "corrupt"),
            (GIFFile(4, 0).frame(4, 3).end(), "corrupt"),
            (GIFFile(4, 3).frame(0, 3).end(), "corrupt"),
            (GIFFile(4, 3).frame(4, 0).end(), "corrupt"),
            (GIFFile(4, 3).end(), "corrupt"),
            (GIFFile(4, 3).comment("no image").end(), "corrupt"),
            (GIFFile(4, 3).frame(4, 3).adding([0x42]), "corrupt"),
            (GIFFile(4, 3), "truncated"),
            (GIFFile(4, 3).frame(4, 3).adding([0x2c]), "truncated"),
            (GIFFile(4, 3).frame(4, 3).adding([0x21]), "truncated"),
            (GIFFile(4, 3).frame(4, 3).adding([0x21, 0xfe, 9]), "truncated"),
            (GIFFile(4, 3, version: "GIF88a").frame(4, 3).end(), "unsupported-type"),
            (GIFFile(4, 3, version: "gif89a").frame(4, 3).end(), "unsupported-type"),
        ] as [(GIFFile, String?)])
    func `judges blocks by their structure`(_ file: GIFFile, _ reason: String?) {
        #expect(ImageVerdict(file.bytes).reason == reason)
    }

    @Test
    func `calls every cut before the first image's end truncated`() {
        let whole = GIFFile(4, 3).graphicControl(transparent: true).frame(4, 3).bytes
        for count in 6..<whole.count {
            #expect(ImageVerdict(Array(whole.prefix(count))).reason == "truncated", "\(count) bytes")
        }
        #expect(ImageVerdict(whole).reason == nil)
    }

    @Test
    func `claims the canvas of a cut file and none for a screen that nothing fills`() {
        let cut = GIFFile(65535, 65535).frame(1, 1).adding([0x21, 0xfe, 9])
        #expect(ImageVerdict(cut.bytes).refusal?.claimedPixels == UInt64(65535 * 65535))
        let text = GIFFile(65535, 65535).adding(Array("<html>".utf8))
        #expect(ImageVerdict(text.bytes).refusal?.claimedPixels == 0)
    }
}
