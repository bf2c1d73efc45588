import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

@Suite struct CAFReaderTests {
    private static let data = chunk("data", AudioSamples.times(16_004, [0]))

    private static func chunk(_ name: String, _ body: [UInt8], claiming size: UInt64? = nil) -> [UInt8] {
        Array(name.utf8) + AudioSamples.big(size ?? UInt64(body.count), 8) + body
    }

    private static func description(
        rate: Double = 8_000, codec: String = "lpcm", bytes: UInt64 = 2, frames: UInt64 = 1, channels: UInt64 = 1
    ) -> [UInt8] {
        let numbers = [0, bytes, frames, channels, 16].flatMap { AudioSamples.big($0, 4) }
        return chunk("desc", AudioSamples.big(rate.bitPattern, 8) + Array(codec.utf8) + numbers)
    }

    private static func table(packets: UInt64, valid: UInt64, entries: [UInt8] = []) -> [UInt8] {
        chunk("pakt", AudioSamples.big(packets, 8) + AudioSamples.big(valid, 8) + AudioSamples.big(0, 8) + entries)
    }

    private static func file(_ chunks: [UInt8], version: UInt8 = 1) -> [UInt8] {
        Array("caff".utf8) + [0, version, 0, 0] + chunks
    }

    private static func microseconds(_ chunks: [UInt8]) -> UInt64? {
        StreamReaders.media(file(chunks))?.durationMicroseconds
    }

    @Test func `a real sound is measured`() throws {
        let media = try #require(StreamReaders.media(try Fixture.bytes("sound.caf")))
        #expect(media.format == .caf)
        #expect(media.codecs == ["lpcm"])
        #expect(media.durationMicroseconds == 1_000_000)
        #expect(media.trailingBytes == 0)
    }

    @Test func `packets of fixed size are counted`() {
        #expect(Self.microseconds(Self.description() + Self.data) == 1_000_000)
        #expect(Self.microseconds(Self.description(codec: "ima4", bytes: 34, frames: 64) + Self.data) == 3_760_000)
    }

    @Test(
        arguments: [
            (10, 9_000, 1_125_000), (10, 10_240, 1_280_000), (10, 10_241, 1_280_000), (10, 0, 1_280_000),
        ] as [(UInt64, UInt64, UInt64)])
    func `a packet table says how much is heard`(_ packets: UInt64, _ valid: UInt64, _ expected: UInt64) {
        let head = Self.description(codec: "aac ", bytes: 0, frames: 1_024)
        let table = Self.table(packets: packets, valid: valid)
        #expect(Self.microseconds(head + table + Self.data) == expected)
        #expect(Self.microseconds(head + Self.data + table) == expected)
    }

    @Test func `packets of varying length are summed up`() {
        let head = Self.description(codec: "vari", bytes: 0, frames: 0)
        let entries: [UInt8] = [0x81, 0x00, 0x9f, 0x20, 5, 0x9f, 0x20]
        #expect(Self.microseconds(head + Self.table(packets: 2, valid: 0, entries: entries) + Self.data) == 1_000_000)
        #expect(Self.microseconds(head + Self.table(packets: 3, valid: 0, entries: entries) + Self.data) == nil)
        let fixed = Self.description(codec: "vari", bytes: 4, frames: 0)
        let lengths: [UInt8] = [0x9f, 0x20, 0x9f, 0x20]
        #expect(Self.microseconds(fixed + Self.table(packets: 2, valid: 0, entries: lengths) + Self.data) == 1_000_000)
    }

    @Test(arguments: [0, 16_001, .max] as [UInt64])
    func `a table that the data cannot hold is not believed`(_ packets: UInt64) {
        let head = Self.description(codec: "aac ", bytes: 0, frames: 1_024)
        #expect(StreamReaders.reason(Self.file(head + Self.table(packets: packets, valid: 9) + Self.data)) == .corrupt)
    }

    @Test(
        arguments: [
            ("ima4", 0, 6_400, 8_000_000), ("ima4", 0, 6_401, nil), ("aac ", 0, 13_107_200, 16_384_000_000),
            ("aac ", 0, 13_107_201, nil), ("aac ", 0, 0xffff_ffff, nil), ("ima4", 1_600, 6_400, 8_000_000),
            ("ima4", 1_600, 6_401, nil), ("aac ", 1, 0xffff_ffff, nil),
        ] as [(String, UInt64, UInt64, UInt64?)])
    func `packets that claim more sound than bytes can hold are not believed`(
        _ codec: String, _ size: UInt64, _ frames: UInt64, _ expected: UInt64?
    ) {
        let head = Self.description(codec: codec, bytes: size, frames: frames)
        let chunks = head + (size == 0 ? Self.table(packets: 10, valid: 0) : []) + Self.data
        #expect(Self.microseconds(chunks) == expected)
        #expect(expected != nil || StreamReaders.reason(Self.file(chunks)) == .corrupt)
    }

    @Test func `data of unknown size reach to the end`() {
        let open = Self.chunk("data", AudioSamples.times(8_004, [0]), claiming: .max)
        #expect(Self.microseconds(Self.description() + open) == 500_000)
    }

    @Test(
        arguments: [
            (0.0, nil), (-8_000, nil), (.nan, nil), (.infinity, nil), (0.5, nil), (1, 8_000_000_000), (1e7, 800),
            (1.1e7, nil),
        ] as [(Double, UInt64?)])
    func `a sample rate is a number that a sound can have`(_ rate: Double, _ expected: UInt64?) {
        #expect(Self.microseconds(Self.description(rate: rate) + Self.data) == expected)
    }

    @Test(
        arguments: [
            ("the head alone", Self.file([]), .truncated), ("four bytes", Array("caff".utf8), .truncated),
            ("version 2", Self.file(Self.description() + Self.data, version: 2), .corrupt),
            ("no description", Self.file(Self.chunk("junk", AudioSamples.times(32, [0])) + Self.data), .corrupt),
            ("a cut description", Self.file(Array(Self.description().dropLast())), .truncated),
            ("no channels", Self.file(Self.description(channels: 0) + Self.data), .corrupt),
            ("no data", Self.file(Self.description()), .corrupt),
            ("cut data", Self.file(Self.description() + Self.data.dropLast()), .truncated),
            ("data without an edit count", Self.file(Self.description() + Self.chunk("data", [0, 0])), .corrupt),
            ("data of no samples", Self.file(Self.description() + Self.chunk("data", [0, 0, 0, 0])), .corrupt),
            (
                "a cut chunk",
                Self.file(Self.description() + Self.chunk("free", [0], claiming: 5) + Self.data.prefix(3)), .truncated
            ),
            ("a chunk without a name", Self.file(Self.description() + AudioSamples.times(40, [0])), .corrupt),
            (
                "a size of -1 before data", Self.file(Self.description() + Self.chunk("free", [0], claiming: .max)),
                .truncated
            ),
            ("packets of unknown size", Self.file(Self.description(bytes: 0) + Self.data), .corrupt),
            ("less than a packet", Self.file(Self.description(bytes: 20_000) + Self.data), .corrupt),
            ("a second format", Self.file(Self.description() + Self.data) + [0x50, 0x4b, 3, 4], .polyglot),
        ] as [(String, [UInt8], MediaRefusal.Reason)])
    func `what is no sound is refused`(_ name: String, _ bytes: [UInt8], _ reason: MediaRefusal.Reason) {
        #expect(StreamReaders.reason(bytes) == reason, "\(name)")
    }

    @Test func `bytes behind the last chunk are counted`() {
        let bytes = Self.file(Self.description() + Self.data)
        #expect(StreamReaders.media(bytes + [0, 0, 0])?.trailingBytes == 3)
        #expect(StreamReaders.media(bytes + AudioSamples.times(50, [0]))?.trailingBytes == 50)
    }
}
