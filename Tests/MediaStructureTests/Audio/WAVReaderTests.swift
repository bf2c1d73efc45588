import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

@Suite struct WAVReaderTests {
    private static let samples = AudioSamples.times(8_000, [0x80])

    private static func chunk(_ name: String, _ body: [UInt8], claiming size: UInt64? = nil) -> [UInt8] {
        Array(name.utf8) + AudioSamples.little(size ?? UInt64(body.count), 4) + body
            + (body.count % 2 == 1 && size == nil ? [0] : [])
    }

    private static func format(
        tag: UInt64 = 1, channels: UInt64 = 1, rate: UInt64 = 8_000, bytes: UInt64 = 8_000, align: UInt64 = 1,
        bits: UInt64 = 8, more: [UInt8] = []
    ) -> [UInt8] {
        let fields: [(UInt64, Int)] = [(tag, 2), (channels, 2), (rate, 4), (bytes, 4), (align, 2), (bits, 2)]
        return chunk("fmt ", fields.flatMap { AudioSamples.little($0.0, $0.1) } + more)
    }

    private static func riff(_ chunks: [UInt8], form: String = "RIFF", claiming size: UInt64? = nil) -> [UInt8] {
        Array(form.utf8) + AudioSamples.little(size ?? UInt64(chunks.count + 4), 4) + Array("WAVE".utf8) + chunks
    }

    @Test func `a real sound is measured`() throws {
        let media = try #require(StreamReaders.media(try Fixture.bytes("sound.wav")))
        #expect(media.format == .wav)
        #expect(media.codecs == ["lpcm"])
        #expect(media.durationMicroseconds == 1_000_000)
    }

    @Test(
        arguments: [
            (1, "lpcm", 1_000_000), (3, "lpcm", 1_000_000), (6, "alaw", 1_000_000), (7, "ulaw", 1_000_000),
            (0x11, "ima4", 2_000_000), (0x55, "mp3", 2_000_000), (0x31, "gsm", 2_000_000),
            (0x1234, "wav-1234", 2_000_000),
            (0x0004, "wav-0004", 2_000_000),
        ] as [(UInt64, String, UInt64)])
    func `a format tag names the codec and what the time follows from`(_ tag: UInt64, _ codec: String, _ time: UInt64) {
        let fact = Self.chunk("fact", AudioSamples.little(16_000, 4))
        let bytes = Self.riff(Self.format(tag: tag, bytes: 1_000) + fact + Self.chunk("data", Self.samples))
        #expect(StreamReaders.media(bytes)?.codecs == [codec])
        #expect(StreamReaders.media(bytes)?.durationMicroseconds == time)
    }

    @Test(arguments: [(UInt64(4_000), UInt64(2_000_000)), (0, 0)])
    func `a compressed sound without a count goes by its average rate`(_ rate: UInt64, _ time: UInt64) {
        let bytes = Self.riff(Self.format(tag: 0x55, bytes: rate) + Self.chunk("data", Self.samples))
        #expect(StreamReaders.media(bytes)?.durationMicroseconds == time)
    }

    @Test(arguments: [(UInt64(2), UInt64(200), UInt64(2_000_000)), (0x11, 200, 2_000_000), (2, 0, 1_600_000)])
    func `blocks of a known length count where nothing else does`(_ tag: UInt64, _ samples: UInt64, _ time: UInt64) {
        let more = AudioSamples.little(2, 2) + AudioSamples.little(samples, 2)
        let format = Self.format(tag: tag, bytes: 5_000, align: 100, more: more)
        let bytes = Self.riff(format + Self.chunk("data", Self.samples))
        #expect(StreamReaders.media(bytes)?.durationMicroseconds == time)
    }

    /// Codings, the most samples that 8,000 bytes of each can hold, and the time that the average rate gives instead.
    private static let densities: [(tag: UInt64, most: UInt64)] = [
        (2, 16_000), (0x11, 32_000), (0x31, 40_000), (0x42, 480_000), (0x50, 192_000), (0x55, 192_000),
        (0xff, 65_536_000), (0x1234, 65_536_000),
    ]

    @Test(arguments: densities)
    func `a count is believed as far as the bytes can hold it`(_ tag: UInt64, _ most: UInt64) {
        let data = Self.chunk("data", Self.samples)
        for (count, time) in [
            (most - 1, (most - 1) * 125), (most, most * 125), (most + 1, 1_600_000), (.max, 1_600_000),
        ] {
            let body = Self.format(tag: tag, bytes: 5_000) + data
            let sizes = [UInt64(body.count + 40), 8_000, count].flatMap { AudioSamples.little($0, 8) }
            let wide = Self.chunk("ds64", sizes + AudioSamples.little(0, 4))
            let bytes = Self.riff(wide + body, form: "RF64", claiming: 0xffff_ffff)
            #expect(StreamReaders.media(bytes)?.durationMicroseconds == time, "\(count) in ds64")
            guard count <= UInt64(UInt32.max) else { continue }
            let fact = Self.chunk("fact", AudioSamples.little(count, 4))
            #expect(StreamReaders.media(Self.riff(fact + body))?.durationMicroseconds == time, "\(count) in fact")
        }
    }

    @Test(arguments: [(UInt64(2), UInt64(2_000_000)), (0x11, 4_000_000)])
    func `neither blocks nor an average rate claim more than the bytes can hold`(_ tag: UInt64, _ time: UInt64) {
        for (samples, rate) in [(65_535, 1_000), (0, 1)] as [(UInt64, UInt64)] {
            let more = AudioSamples.little(2, 2) + AudioSamples.little(samples, 2)
            let format = Self.format(tag: tag, bytes: rate, align: 100, more: more)
            let bytes = Self.riff(format + Self.chunk("data", Self.samples))
            #expect(StreamReaders.media(bytes)?.durationMicroseconds == time)
        }
    }

    @Test func `the extensible form names its codec inside`() {
        let identifier: [UInt8] = [3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        let more = AudioSamples.little(22, 2) + AudioSamples.little(8, 2) + AudioSamples.little(4, 4) + identifier
        let bytes = Self.riff(Self.format(tag: 0xfffe, more: more) + Self.chunk("data", Self.samples))
        #expect(StreamReaders.media(bytes)?.codecs == ["lpcm"])
        let short = Self.riff(Self.format(tag: 0xfffe) + Self.chunk("data", Self.samples))
        #expect(StreamReaders.reason(short) == .corrupt)
    }

    @Test(arguments: ["RF64", "BW64"])
    func `sizes of 64 bits stand in a chunk of their own`(_ form: String) {
        let body = Self.format() + Self.chunk("data", Self.samples, claiming: 0xffff_ffff)
        let sizes = [UInt64(body.count + 40), 8_000, 8_000].flatMap { AudioSamples.little($0, 8) }
        let wide = Self.chunk("ds64", sizes + AudioSamples.little(0, 4))
        let bytes = Self.riff(wide + body, form: form, claiming: 0xffff_ffff)
        #expect(StreamReaders.media(bytes)?.durationMicroseconds == 1_000_000)
        #expect(StreamReaders.media(bytes)?.trailingBytes == 0)
        #expect(StreamReaders.reason(Self.riff(body, form: form, claiming: 0xffff_ffff)) == .corrupt)
        #expect(StreamReaders.reason(Array(bytes.dropLast(2))) == .truncated)
    }

    @Test(
        arguments: [
            (0xffff_ffff, 0xffff_ffff), (0, 0), (0xffff_ffff, 0), (0x7fff_f024, 0x7fff_f000), (8_036, 0xffff_ffff),
        ] as [(UInt64, UInt64)])
    func `sizes that a writer into a pipe left are taken from the file`(_ riff: UInt64, _ data: UInt64) {
        let bytes = Self.riff(Self.format() + Self.chunk("data", Self.samples, claiming: data), claiming: riff)
        #expect(StreamReaders.media(bytes)?.durationMicroseconds == 1_000_000)
        #expect(StreamReaders.media(bytes)?.trailingBytes == 0)
    }

    @Test(
        arguments: [
            ("no channels", Self.format(channels: 0), .corrupt), ("no rate", Self.format(rate: 0), .corrupt),
            ("no block size", Self.format(align: 0), .corrupt), ("no tag", Self.format(tag: 0), .corrupt),
            ("no format", [], .corrupt), ("a short format", Self.chunk("fmt ", [1, 0, 1, 0]), .corrupt),
            ("a format that is cut", Self.chunk("fmt ", [1, 0], claiming: 40_000), .truncated),
        ] as [(String, [UInt8], MediaRefusal.Reason)])
    func `a format that cannot be is refused`(_ name: String, _ format: [UInt8], _ reason: MediaRefusal.Reason) {
        let bytes = Self.riff(format + Self.chunk("data", Self.samples))
        #expect(StreamReaders.reason(bytes) == reason, "\(name)")
    }

    @Test(arguments: [(-1, true), (0, true), (1, false), (2, false), (60_000, false)])
    func `samples longer than the file are truncated`(_ excess: Int, _ isWhole: Bool) {
        let data = Self.chunk("data", Self.samples, claiming: UInt64(8_000 + excess))
        let bytes = Self.riff(Self.format() + data)
        #expect(StreamReaders.reason(bytes) == (isWhole ? nil : .truncated))
    }

    @Test(arguments: [(0, true), (1, true), (2, false)])
    func `a RIFF size may forget one padding byte`(_ excess: Int, _ isWhole: Bool) {
        let chunks = Self.format() + Self.chunk("data", Self.samples)
        let bytes = Self.riff(chunks, claiming: UInt64(chunks.count + 4 + excess))
        #expect(StreamReaders.reason(bytes) == (isWhole ? nil : .truncated))
    }

    @Test(
        arguments: [
            ("no samples", Self.riff(Self.format() + Self.chunk("data", [])), .corrupt),
            ("no data", Self.riff(Self.format()), .corrupt), ("nothing behind the form", Self.riff([]), .truncated),
            ("big-endian", Self.riff(Self.format(), form: "RIFX"), .unsupportedType),
            ("AVI", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("AVI ".utf8), nil),
            (
                "a second format", Self.riff(Self.format() + Self.chunk("data", Self.samples)) + [0x50, 0x4b, 3, 4],
                .polyglot
            ),
        ] as [(String, [UInt8], MediaRefusal.Reason?)])
    func `what is no sound is refused`(_ name: String, _ bytes: [UInt8], _ reason: MediaRefusal.Reason?) {
        #expect(StreamReaders.reason(bytes) == reason, "\(name)")
        #expect(StreamReaders.media(bytes) == nil, "\(name)")
    }

    @Test func `chunks of odd length are padded and those behind the end belong to the file`() {
        let odd = Self.chunk("XxXx", [1, 2, 3])
        let bytes = Self.riff(Self.format() + odd + Self.chunk("data", Self.samples)) + Self.chunk("id3 ", [1, 2])
        #expect(StreamReaders.media(bytes)?.trailingBytes == 0)
        #expect(StreamReaders.media(bytes + [9, 9, 9])?.trailingBytes == 3)
    }
}
