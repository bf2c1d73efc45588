import Fixtures
import Testing

/// Damaged pictures: every verdict is right as long as there is one.
struct ImageMutationTests {
    private static let samples = ["photo.jpg", "picture.png", "animation.png", "animation.gif", "scan.tiff"]
    private static let roundsForEach = 600

    /// The seed of the day's run can be set, to repeat a failure or to look further than the usual one does.
    private static let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? 20_240_229

    @Test(arguments: samples)
    func `comes to a verdict about any damaged picture`(_ name: String) throws {
        print("mutations of \(name) with seed \(Self.seed)")
        var random = SeededGenerator(seed: Self.seed ^ UInt64(name.utf8.count))
        let whole = try Fixture.bytes(name)
        let others = try Self.samples.map(Fixture.bytes)
        var accepted = 0
        for _ in 0..<Self.roundsForEach {
            let verdict = ImageVerdict(Self.damaged(whole, others, &random))
            if verdict.media != nil { accepted += 1 }
            #expect((verdict.media == nil) != (verdict.refusal == nil))
            #expect(verdict.detail.utf8.count <= 160)
        }
        // Damage that no reader notices and damage that it does must both occur, else this tests nothing.
        #expect(accepted < Self.roundsForEach)
    }

    @Test
    func `comes to a verdict about every cut of a small picture`() {
        let files = [
            JPEGFile().exif(orientation: 6, bigEndian: true).frame(9, 8).scan().end().bytes,
            PNGFile().header(5, 4).animation(2).frameControl().image().frameControl().end().bytes,
            GIFFile(4, 3).graphicControl(transparent: true).frame(4, 3).comment("x").end().bytes,
            TIFFFile().page(4, 3).page(4, 3).bytes,
        ]
        for file in files {
            for count in 0..<file.count {
                for tail in [[], [0xff], [0, 0, 0, 0]] as [[UInt8]] {
                    #expect(ImageVerdict(file.prefix(count) + tail).detail.utf8.count <= 160)
                }
            }
        }
    }

    private static func damaged(
        _ whole: [UInt8], _ others: [[UInt8]], _ random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = whole
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            // Most of what is read lies in the first bytes, so half of the damage goes there.
            let limit = Bool.random(using: &random) ? min(bytes.count, 128) : bytes.count
            guard limit > 0 else { break }
            let place = Int.random(in: 0..<limit, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = [0, 0xff, 0x7f, 0x80].randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 5))
            case 4:
                for offset in place..<min(bytes.count, place + 4) { bytes[offset] = 0xff }
            default:
                let other = others.randomElement(using: &random) ?? []
                bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
            }
        }
        return bytes
    }
}
