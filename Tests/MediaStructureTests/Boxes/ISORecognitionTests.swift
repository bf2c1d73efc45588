import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISORecognitionTests {
    /// A box of the given size field and name, then another one's header.
    private static func opening(_ size: UInt64, _ name: String, then next: String = "moov") -> [UInt8] {
        let padding = size >= 8 && size < 4096 ? ISOBox.zeros(Int(size) - 8) : []
        return ISOBox.u32(size) + Array(name.utf8) + padding + ISOBox.box(next, ISOBox.zeros(8))
    }

    @Test(
        arguments: [
            (opening(24, "ftyp"), true), (opening(8, "ftyp"), true), (opening(7, "ftyp"), false),
            (opening(0x00ff_ffff, "ftyp"), true), (opening(0x0100_0000, "ftyp"), false),
            (opening(24, "moov"), true), (opening(7, "moov"), false), (opening(0, "moov"), false),
            (opening(24, "mdat"), true), (opening(0, "mdat"), true), (opening(0x00ff_ffff, "mdat"), true),
            (opening(0x0100_0000, "mdat"), false),
            (ISOBox.longBox("mdat", ISOBox.zeros(4)), true),
            (ISOBox.u32(1) + Array("mdat".utf8) + ISOBox.u64(15), false),
            (ISOBox.u32(1) + Array("mdat".utf8) + ISOBox.u64(1 << 48), false),
            (opening(24, "styp"), true), (opening(24, "moof"), true), (opening(24, "sidx"), true),
            (opening(8, "wide", then: "mdat"), true), (opening(8, "wide", then: "zzzz"), false),
            (opening(64, "free", then: "ftyp"), true), (opening(64, "free", then: "free"), true),
            (opening(64, "free", then: "text"), false), (opening(16, "skip"), true), (opening(20, "pnot"), true),
            (opening(20, "pnot", then: "PICT"), true), (opening(9, "zzzz"), false),
            (ISOBox.u32(12) + Array("jP  ".utf8) + [13, 10, 0x87, 10], true),
            (ISOBox.u32(13) + Array("jP  ".utf8) + [13, 10, 0x87, 10], false),
            (Array("the free world".utf8), false), (Array("\0\0\0free".utf8), false), ([], false),
            (Array("is ftyp a word?".utf8), false),
        ] as [([UInt8], Bool)])
    func `recognises boxes of a plausible size alone`(bytes: [UInt8], isOurs: Bool) {
        let isRecognised = ISOMediaReader.recognizes(bytes.span)
        #expect(isRecognised == isOurs)
    }

    @Test(arguments: [
        "photo.jpg", "picture.png", "animation.gif", "scan.tiff", "photo.webp", "sound.wav", "sound.mp3", "sound.aac",
        "sound.caf", "clip.mpg", "stream.m2v",
    ])
    func `leaves the other families alone`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let isOurs = ISOMediaReader.recognizes(bytes.span)
        #expect(!isOurs)
    }

    @Test(
        arguments: [
            ("clip.mp4", MediaFormat.mp4, 192, 108, 2_000_000, ["avc1.64000C", "mp4a.40.2"]),
            ("clip.mov", .mov, 192, 108, 2_000_000, ["avc1.64000C"]),
            ("long.mp4", .mp4, 64, 48, 31_000_000, ["avc1.64000A"]),
            ("sound.m4a", .m4a, nil, nil, 2_000_000, ["mp4a.40.2"]),
        ] as [(String, MediaFormat, UInt32?, UInt32?, UInt64, [String])])
    func `measures real files`(
        name: String, format: MediaFormat, width: UInt32?, height: UInt32?, duration: UInt64, codecs: [String]
    ) throws {
        let media = try ISOFilm.read(try Fixture.bytes(name))
        #expect(media.format == format)
        #expect(media.width == width)
        #expect(media.height == height)
        #expect(media.durationMicroseconds == duration)
        #expect(media.codecs == codecs)
        #expect(media.canvasPixels == UInt64(width ?? 0) * UInt64(height ?? 0))
        #expect(media.frames == nil)
        #expect(media.trailingBytes == 0)
    }
}
