import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

@Suite struct MPEGReaderTests {
    private static let video = MPEGSamples.elementary(pictures: 25)

    /// A ZIP archive's first bytes: the header of one stored file of two bytes, named "ab". It holds no start code.
    private static let archive: [UInt8] =
        [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x43, 0xbe, 0xb7, 0xe8, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
        + Array("abcd".utf8)

    @Test(arguments: [("clip.mpg", "mpeg1video"), ("stream.m2v", "mpeg2video")])
    func `real streams are measured`(_ name: String, _ codec: String) throws {
        let media = try #require(StreamReaders.media(try Fixture.bytes(name)))
        #expect(media.format == .mpeg)
        #expect(media.width == 176)
        #expect(media.height == 144)
        #expect(media.frames == nil)
        #expect(media.codecs.first == codec)
        #expect(abs(Double(media.durationMicroseconds ?? 0) / 1_000_000 - 1.0) < 0.15)
    }

    @Test(
        arguments: [
            ("a pack alone", MPEGSamples.pack1, .truncated), ("a start code alone", [0, 0, 1, 0xba], .truncated),
            ("a sequence header alone", MPEGSamples.sequence(), .truncated),
            ("a cut sequence header", Array(MPEGSamples.sequence().prefix(9)), .truncated),
            ("a picture without slices", MPEGSamples.sequence() + MPEGSamples.picture(), .truncated),
            ("an empty picture", MPEGSamples.elementary(pictures: 3, MPEGSamples.sequence(0, 144)), .corrupt),
            ("sound only", MPEGSamples.pack1 + MPEGSamples.packet1(0xc0, [1, 2]), .unsupportedType),
            (
                "scrambled video", MPEGSamples.pack2() + MPEGSamples.packet2(0xe0, scrambling: 1, [1, 2]), .encrypted
            ),
            (
                "H.264 in packets", MPEGSamples.pack2() + MPEGSamples.packet2(0xe0, [0, 0, 0, 1, 0x67, 0x64, 0]),
                .unsupportedType
            ),
            (
                "MPEG-4 in packets", MPEGSamples.pack2() + MPEGSamples.packet2(0xe0, [0, 0, 1, 0xb0, 1, 0]),
                .unsupportedType
            ),
            ("raw MPEG-4", [0, 0, 1, 0xb0, 1, 0, 0, 1, 0xb5], .unsupportedType),
            ("raw MPEG-4 without a profile", [0, 0, 1, 0, 0, 0, 1, 0x20], .unsupportedType),
            ("raw H.264", [0, 0, 0, 1, 0x67, 0x64, 0, 0x0a], .unsupportedType),
            ("raw H.264 with a short prefix", [0, 0, 1, 9, 0x10, 0], .unsupportedType),
            ("raw H.265", [0, 0, 0, 1, 0x40, 1, 0x0c], .unsupportedType),
            ("packets without a pack", MPEGSamples.packet1(0xe0, Self.video), .unsupportedType),
            (
                "an archive behind the packs",
                MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, Self.video) + Self.archive, .polyglot
            ),
            ("an archive behind the last picture", Self.video + Self.archive, .polyglot),
            ("an archive behind the end", Self.video + MPEGSamples.sequenceEnd + [1] + Self.archive, .polyglot),
        ] as [(String, [UInt8], MediaRefusal.Reason)])
    func `what is no supported video is refused`(_ name: String, _ bytes: [UInt8], _ reason: MediaRefusal.Reason) {
        #expect(StreamReaders.claimants(of: bytes) == ["MPEGReader"], "\(name)")
        #expect(StreamReaders.reason(bytes) == reason, "\(name)")
    }

    @Test(
        arguments: [
            [0, 0, 1, 0xba] + Array("moov".utf8), [0, 0, 1, 0xb3] + Array("ftyp".utf8), [0, 0, 1, 0, 1, 0, 0x20, 0x20],
            [0, 0, 1], [0, 0, 0, 1] + Array("mdat".utf8), [0, 0, 0, 0x18] + Array("ftyp".utf8), [0, 1, 0xba, 0], [],
        ] as [[UInt8]])
    func `boxes, icons and scraps are somebody else's`(_ bytes: [UInt8]) {
        #expect(StreamReaders.claimants(of: bytes).isEmpty)
    }

    @Test(arguments: ["moof", "sidx", "uuid", "wide", "mdat"])
    func `a box whose size looks like a start code has one claimant`(_ name: String) {
        let bytes =
            [0, 0, 1, 0xba] + Array(name.utf8) + [UInt8](repeating: 0x44, count: 434) + [0, 0, 0, 8]
            + Array("moov".utf8)
        let isBox = ISOMediaReader.recognizes(bytes.span)
        #expect(isBox)
        #expect(StreamReaders.claimants(of: bytes).isEmpty)
    }

    @Test func `a cut stream is accepted while it plays`() {
        let bytes = MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, at: 0, Self.video)
        let cut = StreamReaders.media(Array(bytes.dropLast(100)))
        #expect((cut?.durationMicroseconds ?? 0) < 1_000_000)
        #expect((cut?.durationMicroseconds ?? 0) > 600_000)
        #expect(cut?.trailingBytes == 0)
    }

    @Test func `bytes behind an end code are counted`() {
        #expect(StreamReaders.media(Self.video + MPEGSamples.sequenceEnd + [1, 2, 3])?.trailingBytes == 3)
        let program = MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, Self.video) + MPEGSamples.programEnd
        #expect(StreamReaders.media(program + [1, 2, 3])?.trailingBytes == 3)
    }
}
