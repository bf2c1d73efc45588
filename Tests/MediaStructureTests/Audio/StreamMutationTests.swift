import Fixtures
import Testing

@testable import MediaStructure

@Suite struct StreamMutationTests {
    private static let mutations = 800
    /// Bytes that headers give a meaning, more often than chance would.
    private static let special: [UInt8] = [0x00, 0x01, 0x7f, 0x80, 0xff, 0xfb, 0xf1, 0xba, 0xb3, 0xe0, 0xb5]

    @Test(arguments: ["sound.mp3", "sound.aac", "sound.wav", "sound.caf", "clip.mpg", "stream.m2v"])
    func `no change of bytes traps a reader`(_ name: String) throws {
        let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? 20_261_130
        print("mutation of \(name): ATTACHD_TEST_SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        // A film's head holds all kinds of its structure; the chunked formats must stay whole to be accepted.
        let whole = try Fixture.bytes(name)
        let original = name.hasPrefix("sound") ? whole : Array(whole.prefix(8_000))
        var refused = 0
        for _ in 0..<Self.mutations {
            let bytes = Self.mutate(original, &generator)
            if StreamReaders.media(bytes) == nil { refused += 1 }
            for reader in StreamReaders.all { _ = try? reader.read(bytes.span) }
        }
        #expect(refused > 0)
        #expect(refused < Self.mutations)
    }

    private static func mutate(_ original: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            guard !bytes.isEmpty else { return bytes }
            let reach = Bool.random(using: &generator) ? min(bytes.count, 80) : bytes.count
            let position = Int.random(in: 0..<reach, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                bytes.removeSubrange(position..<min(bytes.count, position + Int.random(in: 1...40, using: &generator)))
            case 1:
                bytes.insert(contentsOf: bytes[position...].prefix(40), at: position)
            case 2 where position > 20:
                bytes.removeSubrange(position...)
            case 3...6:
                bytes[position] = special.randomElement(using: &generator) ?? 0
            default:
                bytes[position] = UInt8.random(in: .min ... .max, using: &generator)
            }
        }
        return bytes
    }
}
