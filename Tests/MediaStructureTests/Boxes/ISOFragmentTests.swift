import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOFragmentTests {
    /// A track run: flags and the fields they announce.
    private static func run(_ flags: UInt64, _ fields: [UInt64]) -> [UInt8] {
        ISOBox.full("trun", flags: flags, fields.flatMap(ISOBox.u32))
    }

    /// Ten samples of ten bytes, 0.1 s each, placed by the distance from the `moof`.
    private static let tenSamples = run(0x301, [10, 0] + Array(repeating: [1000, 10], count: 10).joined())

    /// A movie without samples of its own, whose defaults are 1000 ticks and 10 bytes.
    private static func movie(defaults: (UInt64, UInt64) = (1000, 10), length: UInt64? = nil) -> ISOFilm {
        var film = ISOFilm.track {
            $0.sampleSizes = []
            $0.durations = []
            $0.chunkMap = []
            $0.chunkOffsets = []
            $0.mediaTicks = 0
            $0.trackTicks = 0
        }
        film.movieTicks = 0
        film.movieExtension =
            (length.map { ISOBox.full("mehd", ISOBox.u32($0)) } ?? [])
            + ISOBox.full(
                "trex", ISOBox.u32(1), ISOBox.u32(1), ISOBox.u32(defaults.0), ISOBox.u32(defaults.1), ISOBox.u32(0))
        return film
    }

    /// One fragment of one track with its media data; a run's data offset, if it has one, is set to fit.
    private static func fragment(
        _ runs: [[UInt8]], track: UInt64 = 1, start: UInt64? = nil, header flags: UInt64 = 0x02_0000,
        fields: [UInt8] = [], data: Int = 200
    ) -> [UInt8] {
        let time = start.map { ISOBox.full("tfdt", version: 1, ISOBox.u64($0)) } ?? []
        func moof(_ runs: [[UInt8]]) -> [UInt8] {
            let head = ISOBox.full("tfhd", flags: flags, ISOBox.u32(track), fields)
            return ISOBox.box(
                "moof", ISOBox.full("mfhd", ISOBox.u32(1)), ISOBox.box("traf", head, time, Array(runs.joined())))
        }
        let distance = ISOBox.u32(UInt64(moof(runs).count + 8))
        let placed = runs.map { $0.count >= 20 && $0[11] & 1 == 1 ? $0[..<16] + distance + $0[20...] : $0[...] }
        return moof(placed.map(Array.init)) + ISOBox.box("mdat", ISOBox.zeros(data))
    }

    private func seconds(_ film: ISOFilm) throws -> Double {
        Double(try film.read().durationMicroseconds ?? 0) / 1_000_000
    }

    @Test(arguments: [
        // The run's own durations and sizes; its durations alone; its sizes alone; neither.
        tenSamples, run(0x101, [10, 0] + Array(repeating: 1000, count: 10)),
        run(0x201, [10, 0] + Array(repeating: 10, count: 10)), run(0x001, [10, 0]),
        // With flags and composition offsets of each sample, and of the first.
        run(0xf01, [10, 0] + Array(repeating: [1000, 10, 7, 7], count: 10).joined()),
        run(0xc05, [10, 0, 9] + Array(repeating: 7, count: 20)),
    ])
    func `adds up runs in every form`(run: [UInt8]) throws {
        var film = ISOFragmentTests.movie()
        film.tail = ISOFragmentTests.fragment([run])
        #expect(try seconds(film) == 1)
        film.tail += ISOFragmentTests.fragment([run])
        #expect(try seconds(film) == 2)
    }

    @Test
    func `prefers a fragment's defaults to the movie's`() throws {
        var film = ISOFragmentTests.movie(defaults: (1, 1_000_000))
        film.tail = ISOFragmentTests.fragment(
            [ISOFragmentTests.run(1, [10, 0])], header: 0x02_003a,
            fields: ISOBox.u32(1) + ISOBox.u32(2000) + ISOBox.u32(20) + ISOBox.u32(0))
        #expect(try seconds(film) == 2)
    }

    @Test(
        arguments: [
            ([nil, nil], 2), ([0, 10_000], 2), ([500_000, 510_000], 2), ([0, 40_000], 5), ([40_000, 0], 5),
            ([0, 0], 2),
            ([0, nil], 2), ([0, .max], 2), ([0, 1 << 62], 2),
        ] as [([UInt64?], Double)])
    func `counts gaps between fragments, but no late start`(starts: [UInt64?], expected: Double) throws {
        var film = ISOFragmentTests.movie()
        for start in starts { film.tail += ISOFragmentTests.fragment([ISOFragmentTests.tenSamples], start: start) }
        #expect(try seconds(film) == expected)
    }

    @Test(arguments: [(nil, 1), (5000, 5), (500, 1), (0, 1), (0xffff_ffff, 1)] as [(UInt64?, Double)])
    func `takes the longest of the declared length and the fragments`(length: UInt64?, expected: Double) throws {
        var film = ISOFragmentTests.movie(length: length)
        film.tail = ISOFragmentTests.fragment([ISOFragmentTests.tenSamples])
        #expect(try seconds(film) == expected)
    }

    @Test(arguments: [(nil, 4), (30_000, 4), (50_000, 6)] as [(UInt64?, Double)])
    func `goes on where the movie's own samples end`(start: UInt64?, expected: Double) throws {
        for edits in [nil, [3000]] as [[UInt64]?] {
            var film = ISOFilm.track { $0.edits = edits }
            film.movieExtension = ISOFragmentTests.movie().movieExtension
            film.tail = ISOFragmentTests.fragment([ISOFragmentTests.tenSamples], start: start)
            #expect(try seconds(film) == expected)
        }
    }

    @Test
    func `refuses an initialisation segment alone, whatever length it declares`() {
        #expect(ISOFragmentTests.movie(length: 5000).refusal == .corrupt)
        var film = ISOFragmentTests.movie()
        film.tail = ISOFragmentTests.fragment([ISOFragmentTests.run(1, [0, 0])])
        #expect(film.refusal == .corrupt)
        film.tail = ISOFragmentTests.fragment([ISOFragmentTests.tenSamples], track: 9)
        #expect(film.refusal == .corrupt)
    }

    @Test(arguments: [(100, nil), (99, .truncated)] as [(Int, MediaRefusal.Reason?)])
    func `wants the runs' samples to be there`(data: Int, reason: MediaRefusal.Reason?) {
        var film = ISOFragmentTests.movie()
        film.tail = ISOFragmentTests.fragment([ISOFragmentTests.tenSamples], data: data)
        #expect(film.refusal == reason)
    }

    @Test(arguments: [
        run(0x301, [11, 0] + Array(repeating: [1000, 10], count: 10).joined()), run(0x100, [0x7fff_ffff]),
        run(0xf00, [0xffff_ffff]),
    ])
    func `refuses a run shorter than it claims`(run: [UInt8]) {
        var film = ISOFragmentTests.movie()
        film.tail = ISOFragmentTests.fragment([run])
        #expect(film.refusal == .corrupt)
    }

    @Test
    func `ends at once on a run that claims two thousand million samples without a field`() throws {
        var film = ISOFragmentTests.movie(defaults: (1000, 10))
        film.tail = ISOFragmentTests.fragment([ISOFragmentTests.run(1, [0x7fff_ffff, 0])])
        #expect(film.refusal == .truncated)
        film = ISOFragmentTests.movie(defaults: (1000, 0))
        film.tail = film.tail + ISOFragmentTests.fragment([ISOFragmentTests.run(1, [0x7fff_ffff, 0])])
        // 2^31 samples of no bytes: their time is absurd, so it is unknown, and the policy refuses the film.
        #expect(try seconds(film) == 0)
    }

    @Test
    func `places runs by a base offset, one behind the other`() {
        let run = ISOFragmentTests.run(0, [10])
        for (shift, reason) in [(0, nil), (1, .truncated), (-300, .corrupt)] as [(Int, MediaRefusal.Reason?)] {
            var film = ISOFragmentTests.movie()
            let front = film.bytes.count
            let length = ISOFragmentTests.fragment([run, run], header: 1, fields: ISOBox.u64(0)).count
            let base = UInt64(front + length - 200 + shift)
            film.tail = ISOFragmentTests.fragment([run, run], header: 1, fields: ISOBox.u64(base))
            #expect(film.refusal == reason)
        }
    }

    @Test(arguments: [UInt64.max, UInt64.max - 50, 1 << 63, 1 << 40])
    func `holds base offsets at the end of the number range`(base: UInt64) {
        var film = ISOFragmentTests.movie()
        for run in [ISOFragmentTests.run(0, [10]), ISOFragmentTests.run(0x301, [1, 0x7fff_ffff, 1, 1])] {
            film.tail = ISOFragmentTests.fragment([run], header: 1, fields: ISOBox.u64(base))
            #expect([.truncated, .corrupt].contains(film.refusal))
        }
    }

    @Test
    func `refuses runs without a header before them`() {
        var film = ISOFragmentTests.movie()
        film.tail = ISOBox.box("moof", ISOBox.box("traf", ISOFragmentTests.run(0, [1])))
        #expect(film.refusal == .corrupt)
        film.tail = ISOBox.box("moof", ISOBox.box("traf"))
        #expect(film.refusal == .corrupt)
    }
}
