import Fixtures
import Testing

@testable import MediaStructure

@Suite struct FrameChainTests {
    private static let frame = AudioSamples.mpegFrame()
    private static let other = AudioSamples.mpegFrame(sampleRate: 1, length: 384)

    private static func chain(_ bytes: [UInt8]) -> FrameChain {
        FrameChain(bytes, .mpegAudio(layer: 3), at: 0)
    }

    @Test func `three frames are proof whatever follows`() {
        let chain = Self.chain(AudioSamples.times(3, Self.frame) + AudioSamples.text(100))
        #expect(chain.frames == 3)
        #expect(chain.isProof)
    }

    @Test func `two frames are proof only at the end`() {
        #expect(Self.chain(AudioSamples.times(2, Self.frame)).isProof)
        #expect(Self.chain(AudioSamples.times(2, Self.frame) + AudioSamples.id3v1).isProof)
        #expect(!Self.chain(AudioSamples.times(2, Self.frame) + AudioSamples.text(100)).isProof)
    }

    @Test func `one frame is no proof, but may be a cut stream`() {
        #expect(!Self.chain(Self.frame).isProof)
        #expect(Self.chain(Self.frame).mayBeCut)
        #expect(Self.chain(Array(Self.frame.prefix(4))).mayBeCut)
        #expect(!Self.chain(Self.frame + AudioSamples.text(100)).mayBeCut)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a header cut short ends the file`(_ rest: Int) {
        #expect(Self.chain(AudioSamples.times(2, Self.frame) + Self.frame.prefix(rest)).reachedEnd)
    }

    @Test func `a frame of another stream breaks the chain`() {
        let chain = Self.chain(Self.frame + Self.other + Self.frame)
        #expect(chain == FrameChain(Self.frame, .mpegAudio(layer: 3), at: 0, limit: 1))
    }

    @Test(arguments: [(1, 3), (4, 3), (5, 1)])
    func `a few tags between frames are stepped over`(_ tags: Int, _ frames: Int) {
        let gap = AudioSamples.times(tags, AudioSamples.id3(body: 3))
        #expect(Self.chain(Self.frame + gap + Self.frame + Self.frame).frames == frames)
    }
}
