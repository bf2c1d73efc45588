import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

@Suite struct ADTSReaderTests {
    private static let frame = AudioSamples.adtsFrame()

    @Test func `a real sound is measured`() throws {
        let media = try #require(StreamReaders.media(try Fixture.bytes("sound.aac")))
        #expect(media.format == .aac)
        #expect(media.width == nil)
        #expect(media.codecs == ["mp4a.40.2"])
        #expect(abs(Double(media.durationMicroseconds ?? 0) / 1_000_000 - 2.0) < 0.15)
    }

    @Test func `the playing time counts the blocks of every frame`() {
        let bytes = AudioSamples.times(10, Self.frame + AudioSamples.adtsFrame(length: 40, blocks: 3))
        #expect(StreamReaders.media(bytes)?.durationMicroseconds == UInt64(40 * 1_024 * 1_000_000 / 44_100))
    }

    @Test func `tags before and between the frames are stepped over`() {
        let tag = AudioSamples.id3(body: 60)
        let tagged = tag + Self.frame + tag + Self.frame + tag + AudioSamples.times(2, Self.frame)
        #expect(StreamReaders.claimants(of: tagged) == ["ADTSReader"])
        #expect(StreamReaders.media(tagged) == StreamReaders.media(AudioSamples.times(4, Self.frame)))
    }

    @Test func `MPEG-2 and MPEG-4 are both AAC`() {
        let mpeg2 = AudioSamples.times(3, AudioSamples.adtsFrame(mpeg2: true, checksum: true))
        #expect(StreamReaders.media(mpeg2)?.codecs == ["mp4a.67"])
        #expect(StreamReaders.media(mpeg2)?.format == .aac)
    }

    @Test(
        arguments: [
            ("text behind a sync word", [0xff, 0xf1, 0x50, 0x80] + AudioSamples.text(1_500), nil),
            ("four bytes of a header", Array(AudioSamples.adtsFrame().prefix(4)), .truncated),
            ("six bytes of a header", Array(AudioSamples.adtsFrame().prefix(6)), .truncated),
            ("a header", Array(AudioSamples.adtsFrame().prefix(7)), .truncated),
            ("a frame that is cut", Array(AudioSamples.adtsFrame().dropLast()), .truncated),
            ("one whole frame", AudioSamples.adtsFrame(), .corrupt),
            (
                "two frames and text", AudioSamples.times(2, AudioSamples.adtsFrame()) + AudioSamples.text(90),
                .unsupportedType
            ),
            ("ADIF", Array("ADIF".utf8) + AudioSamples.times(50, [0]), .unsupportedType),
            ("LATM", AudioSamples.times(3, [0x56, 0xe0, 2, 0, 0]), .unsupportedType),
            ("junk before the frames", [1] + AudioSamples.times(4, AudioSamples.adtsFrame()), nil),
        ] as [(String, [UInt8], MediaRefusal.Reason?)])
    func `what is no ADTS is refused or nobody's`(_ name: String, _ bytes: [UInt8], _ reason: MediaRefusal.Reason?) {
        #expect(StreamReaders.media(bytes) == nil, "\(name)")
        #expect(StreamReaders.reason(bytes) == reason, "\(name)")
    }

    @Test func `a cut last frame is left out and damage is stepped over`() {
        let half = AudioSamples.times(4, Self.frame)
        let whole = StreamReaders.media(half + half)
        #expect(StreamReaders.media(half + half + Self.frame.dropLast()) == whole)
        #expect(StreamReaders.media(half + AudioSamples.text(200) + half) == whole)
    }

    @Test func `frames of other channels do not prove each other`() {
        let mixed = Self.frame + AudioSamples.adtsFrame(channels: 1) + Self.frame
        #expect(StreamReaders.media(mixed) == nil)
    }
}
