import Fixtures
import MediaTypes
import Testing

@testable import MediaStructure

struct AVIReaderTests {
    /// An AVI file of pictures at 25 a second, and of sound if wanted, built chunk by chunk.
    struct AVI {
        var width: UInt64 = 64
        var height: UInt64 = 48
        var coding: [UInt8] = Array("MJPG".utf8)
        var pictures = 50
        var declared: UInt64 = 50
        var scale: UInt64 = 1
        var rate: UInt64 = 25
        /// Bytes of sound at 8,000 a second, in one chunk; 0 for none.
        var soundBytes = 0
        /// Bytes of sound that the header declares; nil for those that are there.
        var declaredSound: UInt64?
        /// Bytes a unit of sound; 0 where each chunk is any number of units.
        var soundUnit: UInt64 = 1
        var hasMovie = true
        var hasPictures = true
        var riffSize: UInt64?
        var movieSize: UInt64?
        /// Pictures in a second segment.
        var morePictures = 0
        var tail: [UInt8] = []

        private static func chunk(_ name: String, _ body: [UInt8], size: UInt64? = nil) -> [UInt8] {
            AudioSamples.join(
                Array(name.utf8), AudioSamples.little(size ?? UInt64(body.count), 4), body,
                [UInt8](repeating: 0, count: body.count % 2))
        }

        private static func list(_ name: String, _ body: [UInt8], size: UInt64? = nil) -> [UInt8] {
            chunk("LIST", Array(name.utf8) + body, size: size)
        }

        private func stream(
            _ kind: String, scale: UInt64, rate: UInt64, length: UInt64, unit: UInt64, _ format: [UInt8]
        )
            -> [UInt8]
        {
            func number(_ value: UInt64) -> [UInt8] { AudioSamples.little(value, 4) }
            let zeros = [UInt8](repeating: 0, count: 16)
            let start = AudioSamples.join(
                Array(kind.utf8), zeros, number(scale), number(rate), number(0), number(length))
            let header = AudioSamples.join(start, number(0), number(0), number(unit), number(0), number(0))
            return AVI.list("strl", AVI.chunk("strh", header) + AVI.chunk("strf", format))
        }

        private func movie(_ pictures: Int, sound: Int) -> [UInt8] {
            let picture = AVI.chunk("00dc", [1, 2, 3])
            let chunks = Array(repeatElement(picture, count: pictures).joined())
            guard sound > 0 else { return chunks }
            return chunks + AVI.chunk("01wb", [UInt8](repeating: 0x80, count: sound))
        }

        var bytes: [UInt8] {
            let size = AudioSamples.join(AudioSamples.little(width, 4), AudioSamples.little(height, 4))
            let bitmap = AudioSamples.join(
                AudioSamples.little(40, 4), size, [1, 0, 24, 0], coding, [UInt8](repeating: 0, count: 20))
            let wave: [UInt8] = [1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]
            var streams = AVI.chunk("avih", [UInt8](repeating: 0, count: 56))
            if hasPictures { streams += stream("vids", scale: scale, rate: rate, length: declared, unit: 0, bitmap) }
            if soundBytes > 0 {
                streams += stream(
                    "auds", scale: 1, rate: 8000, length: declaredSound ?? UInt64(soundBytes), unit: soundUnit, wave)
            }
            var body = AudioSamples.join(Array("AVI ".utf8), AVI.list("hdrl", streams), AVI.chunk("JUNK", [1, 2, 3]))
            if hasMovie { body += AVI.list("movi", movie(pictures, sound: soundBytes), size: movieSize) }
            body += AVI.chunk("idx1", [UInt8](repeating: 0, count: 16))
            var file = AVI.chunk("RIFF", body, size: riffSize)
            if morePictures > 0 {
                file += AVI.chunk("RIFF", Array("AVIX".utf8) + AVI.list("movi", movie(morePictures, sound: 0)))
            }
            return file + tail
        }

        static func with(_ change: (inout AVI) -> Void) -> AVI {
            var file = AVI()
            change(&file)
            return file
        }

        var verdict: Result<InspectedMedia, MediaRefusal> {
            let bytes = bytes
            return Result { () throws(MediaRefusal) in try StructureReader.read(bytes.span) }
        }
    }

    private static let films: [(AVI, UInt64, [String])] = [
        (AVI(), 2_000_000, ["MJPG"]),
        (.with { ($0.scale, $0.rate, $0.declared, $0.pictures) = (1001, 30_000, 30, 30) }, 1_001_000, ["MJPG"]),
        (.with { $0.soundBytes = 24_000 }, 3_000_000, ["MJPG", "lpcm"]),
        (.with { ($0.soundBytes, $0.declaredSound) = (24_000, 0) }, 3_000_000, ["MJPG", "lpcm"]),
        // A count of sound is believed to a tenth above what is there, by units of any size.
        (.with { ($0.soundBytes, $0.declaredSound) = (24_000, 26_667) }, 3_333_375, ["MJPG", "lpcm"]),
        (.with { ($0.soundBytes, $0.declaredSound) = (24_000, 26_669) }, 3_000_000, ["MJPG", "lpcm"]),
        (.with { ($0.soundBytes, $0.declaredSound) = (24_000, 0xffff_ffff) }, 3_000_000, ["MJPG", "lpcm"]),
        (.with { ($0.soundBytes, $0.declaredSound, $0.soundUnit) = (24_000, 24_000, 0) }, 3_000_000, ["MJPG", "lpcm"]),
        (
            .with { ($0.soundBytes, $0.declaredSound, $0.soundUnit) = (24_000, 0xffff_ffff, 0) }, 2_000_000,
            ["MJPG", "lpcm"]
        ),
        (.with { $0.coding = [0, 0, 0, 0] }, 2_000_000, ["DIB "]),
        (.with { $0.height = UInt64(UInt32(bitPattern: -48)) }, 2_000_000, ["MJPG"]),
        // More pictures than declared, here and in a segment of OpenDML.
        (.with { $0.declared = 25 }, 2_000_000, ["MJPG"]), (.with { $0.morePictures = 25 }, 3_000_000, ["MJPG"]),
        // A recorder counts what it dropped.
        (.with { $0.declared = 54 }, 2_160_000, ["MJPG"]),
        // A writer into a pipe leaves sizes and counts open.
        (.with { ($0.riffSize, $0.movieSize, $0.declared) = (0, 0, 0) }, 2_000_000, ["MJPG"]),
        (.with { ($0.riffSize, $0.movieSize, $0.declared) = (0xffff_ffff, 0xffff_ffff, 1 << 30) }, 2_000_000, ["MJPG"]),
    ]

    @Test(arguments: films)
    func `measures films`(file: AVI, microseconds: UInt64, codecs: [String]) throws {
        let media = try file.verdict.get()
        #expect(media.format == .avi)
        #expect(media.width == 64 && media.height == 48)
        #expect(media.durationMicroseconds == microseconds)
        #expect(media.codecs == codecs)
        #expect(media.trailingBytes == 0)
    }

    private static let broken: [(AVI, MediaRefusal.Reason)] = [
        (.with { $0.declared = 58 }, .truncated), (.with { $0.declared = 0xffff_ffff }, .truncated),
        (.with { $0.riffSize = 100_000 }, .truncated), (.with { $0.movieSize = 100_000 }, .truncated),
        (.with { $0.hasMovie = false }, .corrupt), (.with { ($0.pictures, $0.soundBytes) = (0, 100) }, .corrupt),
        (.with { ($0.hasPictures, $0.soundBytes) = (false, 100) }, .corrupt), (.with { $0.width = 0 }, .corrupt),
        (.with { $0.tail = Array("PK\u{3}\u{4}".utf8) }, .polyglot),
        (.with { $0.tail = Array("  <SCRIPT>".utf8) }, .polyglot),
    ]

    @Test(arguments: broken)
    func `refuses what is cut or contradicts itself`(file: AVI, reason: MediaRefusal.Reason) {
        guard case .failure(let refusal) = file.verdict else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.reason == reason)
        #expect(refusal.format == .avi)
    }

    @Test func `a film without a rate says nothing of its length`() throws {
        #expect(try AVI.with { $0.rate = 0 }.verdict.get().durationMicroseconds == 0)
        #expect(try AVI.with { $0.scale = 0 }.verdict.get().durationMicroseconds == 0)
    }

    @Test func `a broken film says how large and long it claims to be`() {
        guard case .failure(let refusal) = AVI.with({ ($0.width, $0.declared) = (1 << 30, 5000) }).verdict else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.claimedPixels == 48 << 30)
        #expect(refusal.claimedMicroseconds == 200_000_000)
    }

    @Test func `counts bytes behind the last segment`() throws {
        #expect(try AVI.with { $0.tail = [1, 2, 3] }.verdict.get().trailingBytes == 3)
    }

    @Test func `every cut of a file is refused`() {
        let bytes = AVI.with { ($0.pictures, $0.declared) = (3, 3) }.bytes
        for count in 12..<bytes.count - 1 {
            let cut = Array(bytes[..<count])
            #expect(throws: MediaRefusal.self, "\(count)") { try StructureReader.read(cut.span) }
        }
    }

    /// Three bytes cannot hold a segment's name: what has such a size is no segment, and trailing as a whole.
    @Test(arguments: [(0, 0), (1, 20), (2, 20), (3, 20), (4, 8)] as [(UInt64, UInt64)])
    func `takes for a segment what can hold its name`(_ size: UInt64, _ trailing: UInt64) throws {
        let more = AudioSamples.join(
            Array("RIFF".utf8), AudioSamples.little(size, 4), Array("AVIXJUNK".utf8), AudioSamples.little(0, 4))
        let file = AVI.with { $0.tail = more }
        #expect(try file.verdict.get().trailingBytes == trailing)
        let without = AVI.with { $0.tail = Array(more.dropLast(Int(trailing))) }
        #expect(try without.verdict.get().trailingBytes == 0)
    }
}
