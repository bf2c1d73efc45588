import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

@Suite struct MP3ReaderTests {
    private static let frame = AudioSamples.mpegFrame()

    private static func seconds(_ bytes: [UInt8]) -> Double {
        Double(StreamReaders.media(bytes)?.durationMicroseconds ?? 0) / 1_000_000
    }

    @Test func `a real sound is measured`() throws {
        let media = try #require(StreamReaders.media(try Fixture.bytes("sound.mp3")))
        #expect(media.format == .mp3)
        #expect(media.width == nil && media.height == nil && media.frames == nil)
        #expect(media.codecs == ["mp3"])
        #expect(abs(Double(media.durationMicroseconds ?? 0) / 1_000_000 - 2.0) < 0.15)
    }

    @Test(
        arguments: [
            (3, false, 0, 417, "FFFB"), (3, true, 0, 417, "FFFA"), (2, false, 0, 522, "FFF3"),
            (0, false, 0, 1_044, "FFE3"),
        ] as [(UInt8, Bool, UInt8, Int, String)])
    func `every generation is MP3, with and without a checksum`(
        _ version: UInt8, _ checksum: Bool, _ rate: UInt8, _ length: Int, _ start: String
    ) throws {
        let index: UInt8 = version == 3 ? 9 : 12
        let frame = AudioSamples.mpegFrame(
            version: version, checksum: checksum, bitRate: version == 3 ? index : 10, sampleRate: rate, length: 0)
        let real = try #require(MPEGAudioHeader(frame, at: 0)).frame.length
        let whole = frame + [UInt8](repeating: 0, count: real - 4)
        #expect(StreamReaders.claimants(of: AudioSamples.times(4, whole)) == ["MP3Reader"], "\(start), \(length)")
        #expect(StreamReaders.media(AudioSamples.times(4, whole))?.format == .mp3)
    }

    @Test func `the playing time counts every frame at its own size`() {
        let bytes = AudioSamples.times(50, Self.frame + AudioSamples.mpegFrame(bitRate: 1, length: 104))
        #expect(abs(Self.seconds(bytes) - 100 * 1_152 / 44_100.0) < 0.000_01)
    }

    @Test func `a table of contents is not counted`() {
        var first = Self.frame
        first.replaceSubrange(36..<40, with: Array("Info".utf8))
        let sound = AudioSamples.times(5, Self.frame)
        #expect(StreamReaders.media(first + sound) == StreamReaders.media(sound))
    }

    @Test func `a long tag with a picture has no size to show`() throws {
        let tag = AudioSamples.id3(body: 0, claiming: 300_000) + [0xff, 0xd8, 0xff, 0xe0]
        let bytes = tag + [UInt8](repeating: 0, count: 299_996) + AudioSamples.times(3, Self.frame)
        let media = try #require(StreamReaders.media(bytes))
        #expect(media.format == .mp3)
        #expect(media.width == nil)
        #expect(media.durationMicroseconds == 78_367)
    }

    @Test func `tags at the end are part of the file`() {
        let bytes = AudioSamples.times(4, Self.frame) + AudioSamples.ape(items: 50) + AudioSamples.id3v1
        #expect(StreamReaders.media(bytes)?.trailingBytes == 0)
        #expect(Self.seconds(bytes) == Self.seconds(AudioSamples.times(4, Self.frame)))
    }

    @Test(arguments: [1, 100, 416])
    func `a last frame that is cut is left out`(_ length: Int) {
        let bytes = AudioSamples.times(4, Self.frame)
        let cut = StreamReaders.media(bytes + Self.frame.prefix(length))
        #expect(cut == StreamReaders.media(bytes))
    }

    @Test func `damage is stepped over and what cannot be is trailing`() {
        let half = AudioSamples.times(4, Self.frame)
        #expect(Self.seconds(half + AudioSamples.text(300) + half) == Self.seconds(half + half))
        #expect(StreamReaders.media(half + AudioSamples.text(300))?.trailingBytes == 320)
        let gap = [UInt8](repeating: 0x55, count: 65_536)
        #expect(Self.seconds(half + gap + half) == Self.seconds(half))
        #expect(Self.seconds(half + gap.dropLast() + half) == Self.seconds(half + half))
    }

    @Test func `a stream that changes its sample rate is added up`() {
        let other = AudioSamples.times(4, AudioSamples.mpegFrame(sampleRate: 1, length: 384))
        let bytes = AudioSamples.times(4, Self.frame) + other
        #expect(abs(Self.seconds(bytes) - 4 * 1_152 / 44_100.0 - 4 * 0.024) < 0.000_01)
    }

    @Test func `an archive behind the frames makes a polyglot`() {
        let archive: [UInt8] = [0x50, 0x4b, 3, 4] + AudioSamples.text(60)
        #expect(StreamReaders.reason(AudioSamples.times(4, Self.frame) + archive) == .polyglot)
        let frames = AudioSamples.times(4, Self.frame)
        #expect(StreamReaders.reason(frames + archive + frames) == .polyglot)
    }

    @Test(
        arguments: [
            ("text behind a sync word", [0xff, 0xfb] + AudioSamples.text(1_500), nil),
            ("text in UTF-16", [0xff, 0xfe] + AudioSamples.times(40, [0x74, 0]), nil),
            ("two bytes", [0xff, 0xfb], nil), ("nothing", [], nil),
            ("random bytes behind a tag", AudioSamples.id3(body: 9) + AudioSamples.text(900), .unsupportedType),
            ("FLAC behind a tag", AudioSamples.id3(body: 9) + Array("fLaC".utf8), .unsupportedType),
            ("zero bytes behind a tag", AudioSamples.id3(body: 9) + AudioSamples.times(900, [0]), .unsupportedType),
            ("a tag alone", AudioSamples.id3(body: 9), .corrupt),
            ("a tag longer than the file", AudioSamples.id3(body: 9, claiming: 90), .corrupt),
            ("one whole frame", AudioSamples.mpegFrame(), .corrupt),
            ("a frame that is cut", Array(AudioSamples.mpegFrame().dropLast()), .truncated),
            (
                "a frame that is cut behind a tag", AudioSamples.id3(body: 9) + AudioSamples.mpegFrame().prefix(40),
                .truncated
            ),
            ("MP2", AudioSamples.times(4, AudioSamples.mpegFrame(layerBits: 2, bitRate: 8)), .unsupportedType),
            (
                "MP1", AudioSamples.times(4, AudioSamples.mpegFrame(layerBits: 3, bitRate: 12, length: 416)),
                .unsupportedType
            ),
            ("junk before the frames", [1] + AudioSamples.times(4, AudioSamples.mpegFrame()), nil),
        ] as [(String, [UInt8], MediaRefusal.Reason?)])
    func `what is no MP3 is refused or nobody's`(_ name: String, _ bytes: [UInt8], _ reason: MediaRefusal.Reason?) {
        #expect(StreamReaders.media(bytes) == nil, "\(name)")
        #expect(StreamReaders.reason(bytes) == reason, "\(name)")
    }

    @Test func `MP2 is named`() {
        let bytes = AudioSamples.times(4, AudioSamples.mpegFrame(layerBits: 2, bitRate: 8))
        guard case .failure(let refusal) = StreamReaders.judge(bytes) else {
            Issue.record("MP2 was accepted")
            return
        }
        #expect(refusal.detail.contains("MP2"))
    }

    @Test func `half a frame of zero bytes may stand before the first`() {
        let frames = AudioSamples.times(3, Self.frame)
        #expect(StreamReaders.media(AudioSamples.times(192, [0]) + frames)?.format == .mp3)
        #expect(StreamReaders.judge(AudioSamples.times(4_097, [0]) + frames) == nil)
    }
}
