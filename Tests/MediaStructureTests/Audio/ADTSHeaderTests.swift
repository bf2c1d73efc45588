import Fixtures
import Testing

@testable import MediaStructure

@Suite struct ADTSHeaderTests {
    @Test(arguments: [
        (UInt8(0), 96_000), (4, 44_100), (11, 8_000), (12, 7_350),
    ])
    func `a sample rate index names its rate`(_ index: UInt8, _ rate: Int) {
        #expect(ADTSHeader(AudioSamples.adtsFrame(rate: index), at: 0)?.sampleRate == rate)
    }

    @Test(arguments: [UInt8(13), 14, 15])
    func `a reserved sample rate is no header`(_ index: UInt8) {
        #expect(ADTSHeader(AudioSamples.adtsFrame(rate: index), at: 0) == nil)
    }

    @Test(arguments: [(6, false, false), (7, false, true), (8, true, false), (9, true, true), (8_191, false, true)])
    func `a frame holds its own header`(_ length: Int, _ checksum: Bool, _ isHeader: Bool) {
        let bytes = AudioSamples.adtsFrame(length: length, checksum: checksum)
        #expect((ADTSHeader(bytes, at: 0)?.frameLength == length) == isHeader)
    }

    @Test(arguments: [UInt8(1), 2, 4])
    func `blocks are 1,024 samples each`(_ blocks: UInt8) {
        let header = ADTSHeader(AudioSamples.adtsFrame(blocks: blocks), at: 0)
        #expect(header?.frame.samples == Int(blocks) * 1_024)
    }

    @Test(
        arguments: [
            (false, 0, "mp4a.40.1"), (false, 1, "mp4a.40.2"), (false, 3, "mp4a.40.4"), (true, 0, "mp4a.66"),
            (true, 1, "mp4a.67"), (true, 2, "mp4a.68"),
        ] as [(Bool, UInt8, String)])
    func `generation and profile name the codec`(_ mpeg2: Bool, _ profile: UInt8, _ codec: String) {
        #expect(ADTSHeader(AudioSamples.adtsFrame(mpeg2: mpeg2, profile: profile), at: 0)?.codec == codec)
    }

    @Test(arguments: 0..<5)
    func `generation, profile, rate and channels make the stream`(_ change: Int) {
        let frames = [
            AudioSamples.adtsFrame(), AudioSamples.adtsFrame(mpeg2: true), AudioSamples.adtsFrame(profile: 0),
            AudioSamples.adtsFrame(rate: 3), AudioSamples.adtsFrame(channels: 1),
        ]
        let stream = ADTSHeader(frames[change], at: 0)?.frame.stream
        #expect((stream == ADTSHeader(AudioSamples.adtsFrame(length: 9), at: 0)?.frame.stream) == (change == 0))
    }

    @Test func `an MPEG audio header is none of ADTS`() {
        #expect(ADTSHeader(AudioSamples.mpegFrame(), at: 0) == nil)
        #expect(MPEGAudioHeader(AudioSamples.adtsFrame(), at: 0) == nil)
    }
}
