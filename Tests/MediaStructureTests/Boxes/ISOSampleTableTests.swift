import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOSampleTableTests {
    @Test(
        arguments: [(14, nil), (15, nil), (16, .corrupt), (0x7fff_ffff, .corrupt)] as [(UInt64, MediaRefusal.Reason?)])
    func `refuses durations for more samples than there are`(count: UInt64, reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.track { $0.durations = [(count, 2000)] }.refusal == reason)
    }

    @Test(
        arguments: [(14, nil), (15, nil), (16, .corrupt), (0x7fff_ffff, .corrupt)] as [(UInt64, MediaRefusal.Reason?)])
    func `refuses a size table shorter than it claims`(count: UInt64, reason: MediaRefusal.Reason?) {
        let film = ISOFilm.track {
            $0.claimedSamples = count
            $0.durations = [(min(count, 15), 2000)]
        }
        #expect(film.refusal == reason)
    }

    @Test(
        arguments: [
            ([(1, 15)], nil), ([(1, 14)], .corrupt), ([(1, 16)], nil), ([(2, 15)], .corrupt),
            ([(0, 15)], .corrupt), ([(0x0100_0001, 15)], .corrupt), ([(1, 0)], .corrupt), ([], .corrupt),
            ([(1, 15), (1, 15)], .corrupt), ([(1, 15), (9, 1)], nil),
        ] as [([(first: UInt64, samples: UInt64)], MediaRefusal.Reason?)])
    func `wants one chunk map for all samples`(
        map: [(first: UInt64, samples: UInt64)], reason: MediaRefusal.Reason?
    ) {
        #expect(ISOFilm.track { $0.chunkMap = map }.refusal == reason)
    }

    @Test(
        arguments: [
            ([(1, 5)], [0, 50, 100], nil), ([(1, 5)], [0, 50], .corrupt),
            ([(1, 5), (2, 10)], [100, 0], nil), ([(1, 5), (3, 1)], [0, 50, 100], .corrupt),
            ([(1, 5)], [0, 50, 151], .corrupt),
            ([(1, 5), (2, 4), (3, 6)], [0, 50, 140], nil), ([(1, 5), (2, 4), (3, 6)], [0, 50, 141], .corrupt),
        ] as [([(first: UInt64, samples: UInt64)], [UInt64], MediaRefusal.Reason?)])
    func `follows several chunks`(
        map: [(first: UInt64, samples: UInt64)], offsets: [UInt64], reason: MediaRefusal.Reason?
    ) {
        for usesLongOffsets in [false, true] {
            let film = ISOFilm.track {
                $0.chunkMap = map
                $0.chunkOffsets = offsets
                $0.usesLongOffsets = usesLongOffsets
            }
            #expect(film.refusal == reason)
        }
    }

    @Test(
        arguments: [
            (0, nil), (50, nil), (51, .corrupt), (100_000, .truncated), (0xf000_0000, .truncated),
        ] as [(UInt64, MediaRefusal.Reason?)])
    func `wants every sample inside the media data`(offset: UInt64, reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.track { $0.chunkOffsets = [offset] }.refusal == reason)
    }

    @Test
    func `holds 64-bit offsets at the end of the number range`() {
        let film = ISOFilm.track {
            $0.usesLongOffsets = true
            $0.chunkOffsets = [UInt64.max - 100]
        }
        #expect(film.refusal == .truncated)
    }

    @Test(
        arguments: [
            (13, nil), (14, .corrupt), (1_000_000, .truncated), (0xffff_ffff, .truncated),
        ] as [(UInt64, MediaRefusal.Reason?)])
    func `multiplies one size for all samples`(size: UInt64, reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.track { $0.constantSize = size }.refusal == reason)
    }

    @Test
    func `refuses a track of samples that have no place or no time`() {
        #expect(ISOFilm.track { $0.chunkOffsets = [] }.refusal == .corrupt)
        #expect(ISOFilm.track { $0.durations = [] }.refusal == .corrupt)
        #expect(ISOFilm.track { $0.descriptions = 0 }.refusal == .corrupt)
    }

    @Test
    func `refuses a movie whose tracks have no samples`() {
        func empty(_ track: inout ISOTrack) {
            track.sampleSizes = []
            track.durations = []
            track.chunkMap = []
            track.chunkOffsets = []
        }
        #expect(ISOFilm.track(.film, empty).refusal == .corrupt)
        #expect(ISOFilm.track(.sound, empty).refusal == .corrupt)
        // A silent film is one, sound under a picture that never comes is not.
        #expect(
            ISOFilm.film {
                $0.tracks = [.film, .sound]
                empty(&$0.tracks[1])
            }.refusal == nil)
        #expect(
            ISOFilm.film {
                $0.tracks = [.film, .sound]
                empty(&$0.tracks[0])
            }.refusal == .corrupt)
    }

    @Test(
        arguments: [
            (4, [0x12, 0x30], 3, nil), (4, [0x12], 3, .corrupt), (8, [1, 2, 3], 3, nil),
            (8, [1, 2], 3, .corrupt), (16, [0, 1, 0, 2, 0, 200], 3, .corrupt), (16, [0, 1, 0, 2, 0, 197], 3, nil),
            (7, [1, 2, 3], 3, .corrupt),
        ] as [(UInt64, [UInt8], UInt64, MediaRefusal.Reason?)])
    func `reads compact sample sizes`(bits: UInt64, sizes: [UInt8], count: UInt64, reason: MediaRefusal.Reason?) {
        var film = ISOFilm.track { $0.sampleTable = [] }
        let entry = ISOBox.box("avc1", ISOBox.zeros(24), ISOBox.u16(64), ISOBox.u16(48), ISOBox.zeros(50))
        film.tracks[0].sampleTable =
            ISOBox.full("stsd", ISOBox.u32(1), entry) + ISOBox.full("stts", ISOBox.u32(1), ISOBox.u32(3), ISOBox.u32(1))
            + ISOBox.full("stsc", ISOBox.u32(1), ISOBox.u32(1), ISOBox.u32(3), ISOBox.u32(1))
            + ISOBox.full("stz2", ISOBox.u32(bits), ISOBox.u32(count), sizes)
            + ISOBox.full("stco", ISOBox.u32(1), ISOBox.u32(film.mediaOffset))
        #expect(film.refusal == reason)
    }

    @Test(arguments: [(640, nil), (704, .corrupt)] as [(UInt64, MediaRefusal.Reason?)])
    func `counts packets of compressed QuickTime sound, not samples`(samples: UInt64, reason: MediaRefusal.Reason?) {
        // 64 samples fill 20 bytes: 640 samples fill the 200 bytes there are, though 640 would not fit.
        let version = ISOBox.u16(1) + ISOBox.zeros(18)
        let packing = ISOBox.u32(64) + ISOBox.u32(20) + ISOBox.u32(20) + ISOBox.u32(2)
        let entry = ISOBox.box("ima4", ISOBox.zeros(6), ISOBox.u16(1), version, packing)
        var film = ISOFilm.track(.sound) {
            $0.entry = entry
            $0.constantSize = 1
            $0.claimedSamples = samples
            $0.durations = [(samples, 1)]
            $0.chunkMap = [(1, samples)]
        }
        film.tracks.insert(.film, at: 0)
        #expect(film.refusal == reason)
    }

    @Test(arguments: ["stts", "stsc", "stco"])
    func `refuses other tables shorter than they claim`(name: String) throws {
        var bytes = ISOFilm().bytes
        let place = try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound
        // Behind the name stand four bytes of version and flags, then the count, which is 1.
        bytes[place + 11] += 1
        #expect(ISOFilm.refusal(bytes) == .corrupt)
    }
}
