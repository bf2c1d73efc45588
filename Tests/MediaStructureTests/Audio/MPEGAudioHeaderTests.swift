import Fixtures
import Testing

@testable import MediaStructure

@Suite struct MPEGAudioHeaderTests {
    /// Version, layer bits, bit rate index, sample rate index, then kbit/s, Hz, bytes a frame, samples a frame.
    struct Row: Sendable {
        let version: UInt8
        let layerBits: UInt8
        let bitRateIndex: UInt8
        let sampleRateIndex: UInt8
        let bitRate: Int
        let sampleRate: Int
        let length: Int
        let samples: Int

        init(
            _ version: UInt8, _ layerBits: UInt8, _ bitRateIndex: UInt8, _ sampleRateIndex: UInt8, _ bitRate: Int,
            _ sampleRate: Int, _ length: Int, _ samples: Int
        ) {
            self.version = version
            self.layerBits = layerBits
            self.bitRateIndex = bitRateIndex
            self.sampleRateIndex = sampleRateIndex
            self.bitRate = bitRate
            self.sampleRate = sampleRate
            self.length = length
            self.samples = samples
        }
    }

    @Test(arguments: [
        Row(3, 1, 1, 0, 32, 44_100, 104, 1_152), Row(3, 1, 14, 2, 320, 32_000, 1_440, 1_152),
        Row(3, 1, 9, 1, 128, 48_000, 384, 1_152), Row(3, 1, 14, 0, 320, 44_100, 1_044, 1_152),
        Row(2, 1, 1, 0, 8, 22_050, 26, 576), Row(2, 1, 14, 2, 160, 16_000, 720, 576),
        Row(2, 1, 8, 1, 64, 24_000, 192, 576), Row(0, 1, 1, 2, 8, 8_000, 72, 576),
        Row(0, 1, 14, 2, 160, 8_000, 1_440, 576), Row(0, 1, 2, 0, 16, 11_025, 104, 576),
        Row(0, 1, 1, 1, 8, 12_000, 48, 576), Row(3, 2, 1, 0, 32, 44_100, 104, 1_152),
        Row(3, 2, 14, 2, 384, 32_000, 1_728, 1_152), Row(2, 2, 1, 0, 8, 22_050, 52, 1_152),
        Row(2, 2, 14, 1, 160, 24_000, 960, 1_152), Row(3, 3, 1, 2, 32, 32_000, 48, 384),
        Row(3, 3, 14, 0, 448, 44_100, 484, 384), Row(2, 3, 1, 1, 32, 24_000, 64, 384),
        Row(2, 3, 14, 2, 256, 16_000, 768, 384),
    ])
    func `rates and lengths follow the tables`(_ row: Row) throws {
        let bytes = AudioSamples.mpegFrame(
            version: row.version, layerBits: row.layerBits, bitRate: row.bitRateIndex, sampleRate: row.sampleRateIndex)
        let header = try #require(MPEGAudioHeader(bytes, at: 0))
        #expect(header.layer == 4 - Int(row.layerBits))
        #expect(header.bitRate == row.bitRate)
        #expect(header.sampleRate == row.sampleRate)
        #expect(header.frame.length == row.length)
        #expect(header.frame.samples == row.samples)
    }

    @Test(arguments: [(UInt8(1), 418), (2, 418), (3, 420)])
    func `padding is a byte, and four in layer I`(_ layerBits: UInt8, _ length: Int) {
        let index: UInt8 = layerBits == 3 ? 12 : layerBits == 2 ? 8 : 9
        let bytes = AudioSamples.mpegFrame(layerBits: layerBits, bitRate: index, padded: true)
        #expect(MPEGAudioHeader(bytes, at: 0)?.frame.length == length)
    }

    @Test(
        arguments: [
            [0xfe, 0xfb, 0x90, 0], [0xff, 0xdb, 0x90, 0], [0xff, 0xeb, 0x90, 0], [0xff, 0xf9, 0x90, 0],
            [0xff, 0xfb, 0x00, 0], [0xff, 0xfb, 0xf0, 0], [0xff, 0xfb, 0x9c, 0], [0xff, 0xfb, 0x90, 2],
            [0xff, 0xfb, 0x90],
            [],
        ] as [[UInt8]])
    func `reserved values are no header`(_ bytes: [UInt8]) {
        #expect(MPEGAudioHeader(bytes, at: 0) == nil)
    }

    @Test(
        arguments: [
            (3, 0, 36, "Xing"), (3, 3, 21, "Info"), (2, 0, 21, "Xing"), (0, 3, 13, "Info"), (3, 0, 38, "Info"),
            (3, 0, 36, "VBRI"), (2, 3, 36, "VBRI"),
        ] as [(UInt8, UInt8, Int, String)])
    func `a table of contents is told from sound`(_ version: UInt8, _ mode: UInt8, _ offset: Int, _ word: String) throws
    {
        var bytes = AudioSamples.mpegFrame(version: version, mode: mode)
        let header = try #require(MPEGAudioHeader(bytes, at: 0))
        #expect(!header.isTableOfContents(bytes, at: 0))
        bytes.replaceSubrange(offset..<offset + 4, with: Array(word.utf8))
        #expect(header.isTableOfContents(bytes, at: 0))
    }
}
