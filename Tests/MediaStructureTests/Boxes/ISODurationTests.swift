import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISODurationTests {
    private static let day: UInt64 = 86_400

    private func seconds(_ film: ISOFilm) throws -> Double {
        Double(try film.read().durationMicroseconds ?? 0) / 1_000_000
    }

    @Test(
        arguments: [
            // movie, track, media, seconds: the longest known one.
            (3000, 3000, 30_000, 3), (5000, 3000, 30_000, 5), (3000, 5000, 30_000, 5), (3000, 3000, 50_000, 5),
            (0, 0, 30_000, 3), (0xffff_ffff, 0xffff_ffff, 30_000, 3), (3000, 0, 0xffff_ffff, 3), (0, 0, 0, 0),
            (7 * day * 1000 - 1000, 3000, 30_000, Double(7 * day - 1)), (7 * day * 1000, 3000, 30_000, 3),
            (0xffff_fffe, 3000, 30_000, 3),
        ] as [(UInt64, UInt64, UInt64, Double)])
    func `is the longest that is known of movie, track and media`(
        movie: UInt64, track: UInt64, media: UInt64, expected: Double
    ) throws {
        var film = ISOFilm.track {
            $0.trackTicks = track
            $0.mediaTicks = media
            $0.durations = [(15, media == 0xffff_ffff ? 0 : media / 15)]
        }
        film.movieTicks = movie
        #expect(try seconds(film) == expected)
    }

    @Test
    func `knows all ones and absurd values of 64 bits as unknown`() throws {
        for unknown in [UInt64.max, UInt64.max - 1, 1 << 60] {
            var film = ISOFilm.track {
                $0.version = 1
                $0.trackTicks = unknown
                $0.mediaTicks = unknown
                $0.durations = [(15, 2000)]
            }
            film.version = 1
            film.movieTicks = unknown
            #expect(try seconds(film) == 3)
        }
    }

    @Test(
        arguments: [
            ([1000], 1), ([1000, 500], 1.5), ([40_000], 40), ([0], 3), ([1000, 0], 3), ([0xffff_ffff], 3), ([], 3),
            (Array(repeating: 100, count: 20_000), 2000),
        ] as [([UInt64], Double)])
    func `follows an edit list, where it says something, in place of the media`(
        edits: [UInt64], expected: Double
    ) throws {
        var film = ISOFilm.track {
            $0.edits = edits
            $0.trackTicks = 0
        }
        film.movieTicks = 0
        #expect(try seconds(film) == expected)
    }

    @Test
    func `believes no short movie header over longer tracks`() throws {
        var film = ISOFilm.film {
            $0.tracks = [.film, .sound]
            $0.tracks[1].trackTicks = 35_000
        }
        #expect(try seconds(film) == 35)
        film.tracks[1].handler = "text"
        #expect(try seconds(film) == 3)
    }

    @Test
    func `believes the sample durations over a short media header`() throws {
        var film = ISOFilm.track { $0.durations = [(15, 20_000)] }
        #expect(try seconds(film) == 30)
        film.tracks[0].durations = [(14, 2000), (1, 100_000)]
        #expect(try seconds(film) == 12.8)
        film.tracks[0].durations = [(14, 2000), (1, 0xffff_ffff)]
        #expect(try seconds(film) == Double(0xffff_ffff as UInt64 + 28_000) / 10_000)
    }

    @Test
    func `refuses time scales of zero where they matter`() {
        #expect(ISOFilm.film { $0.timescale = 0 }.refusal == .corrupt)
        #expect(ISOFilm.track { $0.timescale = 0 }.refusal == .corrupt)
        var text = ISOTrack.sound
        text.handler = "text"
        text.timescale = 0
        #expect(ISOFilm.film { $0.tracks.append(text) }.refusal == nil)
    }

    @Test(
        arguments: [
            (0, 1000, nil), (1000, 0, nil), (1, 1, 1_000_000), (1, 1000, 1000), (1, 2_000_000, nil), (2, 2_000_000, 1),
            (604_799, 1, 604_799_000_000), (604_800, 1, nil), (.max, 1, nil), (.max, .max, nil),
            (604_799 * 0xffff_ffff, .max, 604_799_000_000),
        ] as [(UInt64, UInt32, UInt64?)])
    func `turns ticks into microseconds without overflow`(ticks: UInt64, timescale: UInt32, expected: UInt64?) {
        #expect(MediaTime.microseconds(ticks, timescale: timescale) == expected)
    }
}
