import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOHostileTests {
    @Test
    func `ends a flood of empty boxes by its bound`() {
        let film = ISOFilm()
        let flood = ISOBox.repeated(ISOBox.box("free"), 1_200_000)
        #expect(ISOFilm.refusal(film.brandBox + flood) == .corrupt)
        #expect(ISOFilm.refusal(film.bytes + flood) == .corrupt)
        let inside = ISOBox.box("moov", flood)
        #expect(ISOFilm.refusal(film.brandBox + inside) == .corrupt)
        #expect(ISOFilm.film { $0.tracks[0].extra = flood }.refusal == .corrupt)
        #expect(ISOFilm.film { $0.tracks[0].configuration = flood }.refusal == .corrupt)
        #expect(ISOFilm.film { $0.tracks[0].reference = flood }.refusal == .corrupt)
    }

    @Test
    func `counts boxes up to its bound and no further`() throws {
        var budget = BoxBudget(2)
        try budget.spend()
        try budget.spend()
        #expect(throws: MediaRefusal.self) { try budget.spend() }
    }

    @Test
    func `ends a flood of fragments by its bound`() {
        let fragment = ISOBox.box("moof", ISOBox.box("traf", ISOBox.full("tfhd", ISOBox.u32(1))))
        let flood = ISOBox.repeated(fragment, 100_000)
        #expect(ISOFilm.film { $0.tail = flood }.refusal == .corrupt)
    }

    @Test
    func `ends a flood of tracks by its bound`() {
        let track = ISOTrack.film.bytes(base: 0)
        #expect(ISOFilm.film { $0.extra = ISOBox.repeated(track, 15_000) }.refusal == .corrupt)
    }

    @Test
    func `goes no deeper however deep boxes nest`() {
        var nest: [UInt8] = []
        for depth in 1...3000 { nest = ISOBox.u32(UInt64(depth * 8)) + Array("udta".utf8) + nest }
        #expect(ISOFilm.film { $0.extra = nest }.refusal == nil)
        #expect(ISOFilm.refusal(ISOFilm().brandBox + ISOBox.box("moov", nest)) == .corrupt)
    }

    @Test
    func `believes no table of twenty million samples in a small file`() {
        let claim = ISOFilm.track {
            $0.claimedSamples = 20_000_000
            $0.durations = [(20_000_000, 1)]
            $0.constantSize = 1
        }
        #expect(claim.refusal == .truncated)
        var sound = ISOFilm.track(.sound) {
            $0.claimedSamples = 20_000_000
            $0.durations = [(20_000_000, 1)]
        }
        #expect(sound.refusal == .corrupt)
        sound.tracks[0].constantSize = 20_000_000
        #expect(sound.refusal == .truncated)
    }

    @Test
    func `reads large tables once`() {
        let count = 30_000
        let film = ISOFilm.track {
            $0.sampleSizes = Array(repeating: 0, count: count)
            $0.durations = Array(repeating: (1, 1), count: count)
            $0.chunkMap = (1...UInt64(count)).map { ($0, 1) }
            $0.chunkOffsets = Array(repeating: 0, count: count)
            $0.edits = Array(repeating: 1000, count: count)
        }
        #expect(film.refusal == nil)
    }

    /// Numbers that readers trip over.
    private static let nasty: [UInt64] = [
        0, 1, 2, 7, 8, 9, 15, 16, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff,
    ]

    @Test(arguments: ["clip.mp4", "clip.mov", "long.mp4", "sound.m4a", "composed", "fragmented"])
    func `survives thousands of mutations of a file`(name: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("mutations of \(name): seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let original = try ISOHostileTests.sample(name)
        let movie = original.firstRange(of: Array("moov".utf8))?.lowerBound ?? 4
        var accepted = 0
        for _ in 0..<1500 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                ISOHostileTests.mutate(&bytes, from: movie - 4, &generator)
            }
            guard let media = try? ISOFilm.read(bytes) else { continue }
            accepted += 1
            #expect(media.codecs.count <= 4 && media.codecs.allSatisfy { $0.utf8.count <= CodecName.longest })
            #expect(media.durationMicroseconds ?? 0 < MediaTime.absurd)
            #expect((media.format == .m4a) == (media.width == nil))
        }
        // Both ways must be walked, or the mutations test nothing.
        #expect(accepted > 0 && accepted < 1500, "accepted \(accepted), seed \(seed)")
    }

    private static func sample(_ name: String) throws -> [UInt8] {
        switch name {
        case "composed":
            return ISOFilm.film { $0.tracks = [.film, .sound] }.bytes
        case "fragmented":
            let run = ISOBox.full("trun", flags: 0x301, ISOBox.u32(1), ISOBox.u32(108), ISOBox.u32(9), ISOBox.u32(10))
            let head = ISOBox.full("tfhd", flags: 0x02_0000, ISOBox.u32(1))
            let time = ISOBox.full("tfdt", ISOBox.u32(0))
            let moof = ISOBox.box("moof", ISOBox.box("traf", head, time, run))
            return ISOFilm.film {
                $0.movieExtension = ISOBox.full("mehd", ISOBox.u32(1)) + ISOBox.full("trex", ISOBox.zeros(20))
                $0.tail = moof + ISOBox.box("mdat", ISOBox.zeros(64))
            }.bytes
        default:
            return try Fixture.bytes(name)
        }
    }

    /// Changes a byte, a number or the length, mostly within the movie box, where the structure is.
    private static func mutate(_ bytes: inout [UInt8], from movie: Int, _ generator: inout SeededGenerator) {
        guard bytes.count > 16 else { return }
        let first = Int.random(in: 0..<4, using: &generator) == 0 || movie >= bytes.count - 8 ? 0 : movie
        let place = Int.random(in: first..<bytes.count - 8, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            bytes.removeSubrange(place..<place + Int.random(in: 1...8, using: &generator))
        case 1:
            bytes.removeLast(Int.random(in: 1..<bytes.count / 2, using: &generator))
        case 2:
            bytes.insert(contentsOf: bytes[place..<place + 8], at: place)
        case 3, 4:
            bytes[place] = UInt8.random(in: 0 ... .max, using: &generator)
        case 5:
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        default:
            let value = nasty.randomElement(using: &generator) ?? 0
            bytes.replaceSubrange(place..<place + 4, with: ISOBox.u32(value))
        }
    }
}
