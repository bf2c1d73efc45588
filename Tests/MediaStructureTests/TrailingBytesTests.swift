import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

/// Bytes that a reader calls trailing have no part in anything it says: without them the answer is the same.
@Suite struct TrailingBytesTests {
    private static let film = MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, at: 0, MPEGSamples.elementary(pictures: 5))

    /// Packet bodies with every field that a reader looks at: time stamps of both generations and the marks of sound.
    private static let bodies: [(stream: UInt8, bytes: [UInt8])] = [
        (0xe0, MPEGSamples.stamp(900_000) + [7, 7]),
        (0xe0, [0xff, 0xff, 0x60, 0xe6] + MPEGSamples.stamp(900_000, mark: 0x30) + [0x11, 0, 3, 0x5f, 0x91, 7]),
        (0xe0, [0x80, 0x80, 5] + MPEGSamples.stamp(900_000) + [7, 7]),
        (0xe0, [0x80, 0x80, 0] + MPEGSamples.stamp(900_000) + [7, 7]),
        (0xc0, MPEGSamples.stamp(900_000) + AudioSamples.mpegFrame(layerBits: 2, bitRate: 8).prefix(12)),
        (0xc0, [0x80, 0, 0] + AudioSamples.mpegFrame(layerBits: 2, bitRate: 8).prefix(12)),
        (0xbd, [0x80, 0, 0, 0x80, 1, 0, 1]), (0xbd, [0x80, 0x80, 5] + MPEGSamples.stamp(900_000) + [0x88]),
        (0xbd, [0x80, 0, 2, 0xff, 0xff, 0xa0]), (0xbd, [0x0f, 0x80]),
    ]

    @Test(arguments: bodies.indices)
    func `what stands behind a packet says nothing of it`(_ index: Int) throws {
        let (stream, body) = Self.bodies[index]
        for length in (stream == 0xe0 ? 1 : 0)...body.count {
            let head: [UInt8] = [0, 0, 1, stream, 0, UInt8(length)]
            let whole = Self.film + head + body.prefix(length)
            let media = try #require(StreamReaders.media(whole + body.dropFirst(length) + [9]))
            #expect(media.trailingBytes == UInt64(body.count - length + 1), "length \(length)")
            Self.expectSame(media, StreamReaders.media(whole), "length \(length)")
        }
    }

    @Test(arguments: [1, 2, 3, 4], [0, 1, 6, 7, 40])
    func `frames of another stream count from three on wherever the file ends`(_ frames: Int, _ rest: Int) throws {
        let sounds: [(first: [UInt8], other: [UInt8])] = [
            (AudioSamples.adtsFrame(), AudioSamples.adtsFrame(channels: 1)),
            (AudioSamples.mpegFrame(), AudioSamples.mpegFrame(sampleRate: 1, length: 384)),
        ]
        for (first, other) in sounds {
            let start = AudioSamples.times(4, first)
            let alone = try #require(StreamReaders.media(start))
            let bytes = start + AudioSamples.times(frames, other) + AudioSamples.text(rest).prefix(rest)
            let media = try #require(StreamReaders.media(bytes))
            #expect((media.durationMicroseconds ?? 0 > alone.durationMicroseconds ?? 0) == (frames >= 3))
            #expect(media.trailingBytes == UInt64(frames >= 3 ? rest : rest + frames * other.count))
            Self.expectSame(media, StreamReaders.media(Array(bytes.dropLast(Int(media.trailingBytes)))), "")
        }
    }

    @Test func `frames of another stream near the end do not hide the stream's own`() throws {
        let own = AudioSamples.adtsFrame(length: 20)
        // The second frame of the other stream holds the two frames with which the first stream goes on.
        let other = AudioSamples.adtsFrame(channels: 1, length: 20)
        let hiding = AudioSamples.adtsFrame(channels: 1, length: 47).prefix(12) + own + own
        let bytes = AudioSamples.times(3, own) + other + hiding + [9, 9, 9, 9, 9]
        let media = try #require(StreamReaders.media(bytes))
        #expect(media.trailingBytes == 5)
        #expect(media.durationMicroseconds == StreamReaders.media(AudioSamples.times(5, own))?.durationMicroseconds)
        Self.expectSame(media, StreamReaders.media(Array(bytes.dropLast(5))), "")
    }

    private static func expectSame(_ media: InspectedMedia, _ cut: InspectedMedia?, _ comment: String) {
        var rest = media
        rest.trailingBytes = 0
        #expect(cut == rest, "\(comment)")
    }
}
