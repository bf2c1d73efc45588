import Fixtures
import Testing

@testable import MediaStructure

@Suite struct ProgramStreamTests {
    private static let video = MPEGSamples.elementary(pictures: 25)

    @Test func `packets of both generations are walked`() {
        let half = video.count / 2
        let first = ProgramStream(
            (MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, at: 90_000, Array(Self.video.prefix(half)))
                + MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, Array(Self.video.dropFirst(half)))))
        let second = ProgramStream(
            (MPEGSamples.pack2(stuffing: 5) + MPEGSamples.packet2(0xe0, at: 90_000, Array(Self.video.prefix(half)))
                + MPEGSamples.pack2() + MPEGSamples.packet2(0xe0, Array(Self.video.dropFirst(half)))))
        for stream in [first, second] {
            #expect(stream.video.pictures == 25)
            #expect(stream.video.width == 176)
            #expect(stream.microseconds == 1_000_000)
            #expect(stream.firstLoss == nil)
        }
    }

    private var video: [UInt8] { Self.video }

    @Test func `the longest of pictures, video time and sound time counts`() {
        let still = MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, at: 0, Self.video)
        #expect(ProgramStream(still).microseconds == 1_000_000)
        let late = still + MPEGSamples.packet1(0xe0, at: 270_000, MPEGSamples.picture() + MPEGSamples.slice)
        #expect(ProgramStream(late).microseconds == 3_040_000)
        let sound = late + MPEGSamples.packet1(0xc0, at: 0, []) + MPEGSamples.packet1(0xc0, at: 450_000, [])
        #expect(ProgramStream(sound).microseconds == 5_000_000)
    }

    @Test func `a second video stream shows nothing`() {
        let bytes = MPEGSamples.pack1 + MPEGSamples.packet1(0xe1, Self.video) + MPEGSamples.packet1(0xe0, Self.video)
        #expect(ProgramStream(bytes).video.pictures == 25)
    }

    @Test func `sound is named once`() {
        let layer2 = AudioSamples.mpegFrame(layerBits: 2, bitRate: 8)
        let bytes =
            MPEGSamples.pack2() + AudioSamples.times(3, MPEGSamples.packet2(0xc0, layer2))
            + MPEGSamples.packet2(0xbd, [0x80, 1, 0, 1]) + MPEGSamples.packet2(0xbd, [0xa0])
        #expect(ProgramStream(bytes).soundCodecs == ["mp2", "ac-3", "lpcm"])
    }

    @Test func `an end code ends the stream unless a pack follows`() {
        let part = MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, Self.video) + MPEGSamples.programEnd
        #expect(ProgramStream((part + [1, 2, 3])).end == part.count)
        #expect(ProgramStream((part + part)).video.pictures == 50)
        #expect(ProgramStream((part + AudioSamples.times(20, [0]) + part)).video.pictures == 50)
        #expect(ProgramStream((part + AudioSamples.times(20, [0]))).end == part.count + 20)
    }

    @Test func `damage is stepped over and noted, padding is not`() {
        let part = MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, Self.video)
        let padded = ProgramStream((part + AudioSamples.times(99, [0]) + part))
        #expect(padded.video.pictures == 50)
        #expect(padded.firstLoss == nil)
        let damaged = ProgramStream((part + [9, 9] + part))
        #expect(damaged.video.pictures == 50)
        #expect(damaged.firstLoss == part.count)
    }

    @Test func `a video packet without a length ends at the next pack`() {
        let open = MPEGSamples.packet1(0xe0, Self.video, length: 0)
        let stream = ProgramStream((MPEGSamples.pack1 + open + MPEGSamples.pack1 + open))
        #expect(stream.video.pictures == 50)
        #expect(stream.firstLoss == nil)
    }

    @Test func `a stream cut anywhere is walked to its end`() {
        let bytes =
            MPEGSamples.pack2(stuffing: 7) + MPEGSamples.packet2(0xe0, at: 5, MPEGSamples.elementary(pictures: 3))
        for length in 0...bytes.count {
            let stream = ProgramStream(Array(bytes.prefix(length)))
            guard stream.end == length, stream.video.pictures <= 3 else {
                Issue.record("cut at \(length): \(stream.end)")
                continue
            }
        }
    }
}
