import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

struct AIFFReaderTests {
    /// An AIFF or AIFF-C file, built field by field.
    struct AIFF {
        var type: String?
        var channels: UInt64 = 1
        var frames: UInt64 = 8000
        var bits: UInt64 = 16
        /// 8,000 as an 80-bit number.
        var rate: [UInt8] = [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]
        var data = 16_000
        var dataSize: UInt64?
        var offset: UInt64 = 0
        var formSize: UInt64?
        var isDataFirst = false
        var tail: [UInt8] = []

        private static func chunk(_ name: String, _ size: UInt64, _ body: [UInt8]) -> [UInt8] {
            AudioSamples.join(Array(name.utf8), AudioSamples.big(size, 4), body)
        }

        var bytes: [UInt8] {
            var common = AudioSamples.join(
                AudioSamples.big(channels, 2), AudioSamples.big(frames, 4), AudioSamples.big(bits, 2), rate)
            if let type { common += Array(type.utf8) + [0, 0] }
            let description = AIFF.chunk("COMM", UInt64(common.count), common)
            let samples = [UInt8](repeating: 0x11, count: data + data % 2)
            let sound = AIFF.chunk(
                "SSND", dataSize ?? UInt64(data + 8),
                AudioSamples.join(AudioSamples.big(offset, 4), [0, 0, 0, 0], samples))
            var body = Array((type == nil ? "AIFF" : "AIFC").utf8)
            body += isDataFirst ? sound + description : description + sound
            return AIFF.chunk("FORM", formSize ?? UInt64(body.count), body) + tail
        }

        static func with(_ change: (inout AIFF) -> Void) -> AIFF {
            var file = AIFF()
            change(&file)
            return file
        }

        var verdict: Result<InspectedMedia, MediaRefusal> {
            let bytes = bytes
            return Result { () throws(MediaRefusal) in try StructureReader.read(bytes.span) }
        }
    }

    private static let sound: [(AIFF, UInt64, String)] = [
        (AIFF(), 1_000_000, "lpcm"), (.with { $0.isDataFirst = true }, 1_000_000, "lpcm"),
        (.with { $0.type = "sowt" }, 1_000_000, "lpcm"),
        (.with { ($0.type, $0.bits, $0.data) = ("fl32", 32, 32_000) }, 1_000_000, "lpcm"),
        (.with { ($0.type, $0.bits, $0.data) = ("ulaw", 16, 8000) }, 1_000_000, "ulaw"),
        // 125 packets of 64 frames.
        (.with { ($0.type, $0.frames, $0.data) = ("ima4", 125, 4250) }, 1_000_000, "ima4"),
        (.with { ($0.type, $0.frames, $0.data) = ("QDM2", 4000, 10) }, 500_000, "QDM2"),
        (.with { ($0.offset, $0.data) = (4, 16_004) }, 1_000_000, "lpcm"),
        // A byte too few is padding that a writer left out.
        (.with { $0.dataSize = 16_007 }, 1_000_000, "lpcm"),
        // A writer into a pipe knows neither size nor count.
        (.with { ($0.formSize, $0.frames, $0.dataSize) = (0, 0, 0) }, 1_000_000, "lpcm"),
        (.with { ($0.formSize, $0.frames, $0.dataSize) = (0xffff_ffff, 0, 0xffff_ffff) }, 1_000_000, "lpcm"),
        // An open count beyond what the bytes hold: of samples, packets, and codings of no known size.
        (.with { ($0.formSize, $0.frames, $0.dataSize) = (0, 0xffff_ffff, 0) }, 1_000_000, "lpcm"),
        (.with { ($0.formSize, $0.type, $0.frames, $0.data) = (0, "ima4", 0xffff_ffff, 4250) }, 1_000_000, "ima4"),
        (.with { ($0.formSize, $0.type, $0.frames, $0.data) = (0, "QDM2", 0xffff_ffff, 10) }, 10_240_000, "QDM2"),
        (.with { ($0.type, $0.frames, $0.data) = ("QDM2", 81_920, 10) }, 10_240_000, "QDM2"),
        // 22,254.545 Hz, the first Macintosh's rate.
        (.with { $0.rate = [0x40, 0x0d, 0xad, 0xdd, 0x17, 0x45, 0xd1, 0x74, 0x5d, 0x17] }, 359_477, "lpcm"),
    ]

    @Test(arguments: sound)
    func `measures sound of every coding`(file: AIFF, microseconds: UInt64, codec: String) throws {
        let media = try file.verdict.get()
        #expect(media.format == .aiff)
        #expect(media.durationMicroseconds == microseconds)
        #expect(media.codecs == [codec])
        #expect(media.trailingBytes == 0)
    }

    private static let broken: [(AIFF, MediaRefusal.Reason)] = [
        (.with { $0.frames = 8001 }, .truncated), (.with { $0.channels = 2 }, .truncated),
        (.with { $0.formSize = 16_100 }, .truncated), (.with { $0.dataSize = 16_100 }, .truncated),
        (.with { $0.channels = 0 }, .corrupt), (.with { $0.rate = [UInt8](repeating: 0, count: 10) }, .corrupt),
        (.with { $0.rate[0] = 0xc0 }, .corrupt), (.with { $0.rate[0] = 0x7f }, .corrupt),
        (.with { ($0.frames, $0.data) = (0, 0) }, .corrupt), (.with { $0.offset = 16_001 }, .corrupt),
        (.with { $0.tail = Array("PK\u{3}\u{4}".utf8) }, .polyglot),
        (.with { $0.tail = Array("<?php".utf8) }, .polyglot),
        (.with { ($0.type, $0.channels, $0.frames) = ("ima4", 65_535, 0xffff_ffff) }, .truncated),
        (.with { ($0.type, $0.frames, $0.data) = ("QDM2", 81_921, 10) }, .truncated),
        (.with { ($0.bits, $0.frames) = (0, 16_001) }, .truncated),
    ]

    @Test(arguments: broken)
    func `refuses what is cut or contradicts itself`(file: AIFF, reason: MediaRefusal.Reason) {
        guard case .failure(let refusal) = file.verdict else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.reason == reason)
        #expect(refusal.format == .aiff)
    }

    @Test func `counts bytes behind the form`() throws {
        let media = try AIFF.with { $0.tail = [0, 0, 0] }.verdict.get()
        #expect(media.trailingBytes == 3)
    }

    @Test func `every cut of a file is refused`() {
        let bytes = AIFF.with { ($0.frames, $0.data) = (20, 40) }.bytes
        for count in 12..<bytes.count - 1 {
            let cut = Array(bytes[..<count])
            #expect(throws: MediaRefusal.self, "\(count)") { try StructureReader.read(cut.span) }
        }
    }
}
