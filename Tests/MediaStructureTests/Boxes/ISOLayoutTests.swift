import Fixtures
import Testing

@testable import MediaStructure
@testable import MediaTypes

struct ISOLayoutTests {
    private static let film = ISOFilm()

    /// Media data behind the movie: the samples' offset is found by measuring once.
    private static func movieFirst(lastSize: (Int) -> UInt64 = { UInt64($0) }) -> [UInt8] {
        var film = ISOFilm()
        let distance = UInt64(film.movie.count)
        film.tracks[0].chunkOffsets = [distance]
        let size = ISOBox.u32(lastSize(film.mediaData.count))
        return film.brandBox + film.movie + size + film.mediaData.dropFirst(4)
    }

    @Test
    func `accepts the movie before and behind its media data`() throws {
        #expect(try ISOFilm.read(ISOLayoutTests.movieFirst()).format == .mp4)
        #expect(try ISOLayoutTests.film.read().format == .mp4)
    }

    @Test
    func `accepts media data of a 64-bit size`() throws {
        #expect(try ISOFilm.film { $0.usesLongMediaData = true }.read().format == .mp4)
    }

    @Test
    func `lets a last box of size zero reach to the end`() throws {
        #expect(try ISOFilm.read(ISOLayoutTests.movieFirst { _ in 0 }).trailingBytes == 0)
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, .truncated), (1000, .truncated)] as [(Int, MediaRefusal.Reason?)])
    func `wants the last box to end with the file, or before it`(difference: Int, reason: MediaRefusal.Reason?) {
        #expect(ISOFilm.refusal(ISOLayoutTests.movieFirst { UInt64($0 + difference) }) == reason)
    }

    @Test
    func `refuses every part of a file that is cut short`() {
        for whole in [ISOLayoutTests.film.bytes, ISOLayoutTests.movieFirst()] {
            for count in 8..<whole.count {
                #expect(ISOFilm.refusal(Array(whole[..<count])) != nil, "cut to \(count) of \(whole.count) bytes")
            }
        }
    }

    @Test(arguments: 2...7)
    func `refuses a known box smaller than its header`(size: Int) {
        let film = ISOFilm.film { $0.tail = ISOBox.u32(UInt64(size)) + Array("free".utf8) }
        #expect(film.refusal == .corrupt)
    }

    @Test
    func `refuses a file without a movie or with two`() {
        #expect(ISOFilm.film { $0.hasMovie = false }.refusal == .corrupt)
        #expect(ISOFilm.film { $0.tail = $0.movie }.refusal == .corrupt)
    }

    @Test
    func `refuses a movie without media data as truncated`() {
        let film = ISOLayoutTests.film
        #expect(ISOFilm.refusal(film.brandBox + film.movie + ISOBox.box("free", ISOBox.zeros(500))) == .truncated)
    }

    @Test(
        arguments: [
            ([], 0), (ISOBox.zeros(5), 5), (ISOBox.zeros(100), 100), (ISOBox.box("free", ISOBox.zeros(64)), 0),
            (ISOBox.box("zzzz", ISOBox.zeros(64)), 0), (ISOBox.box("free") + Array("harmless".utf8), 8),
            (ISOBox.u32(4) + [1, 2, 3, 4], 8), (ISOBox.u32(500) + Array("zzzz".utf8), 8),
        ] as [([UInt8], UInt64)])
    func `counts the bytes behind the last box`(tail: [UInt8], count: UInt64) throws {
        #expect(try ISOFilm.film { $0.tail = tail }.read().trailingBytes == count)
    }

    /// The smallest archive: one empty entry, its directory, its end.
    private static let archive: [UInt8] = {
        let name = Array("a".utf8)
        let fields: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 0, 0, 0] + ISOBox.zeros(12) + [1, 0, 0, 0]
        let entry = [0x50, 0x4b, 3, 4] + fields + name
        let directory = [0x50, 0x4b, 1, 2, 10, 0] + fields + ISOBox.zeros(14) + name
        let end: [UInt8] = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, UInt8(directory.count), 0, 0, 0]
        return entry + directory + end + [UInt8(entry.count), 0, 0, 0, 0, 0]
    }()

    @Test
    func `finds an archive behind the last box, in padding, and in unused media data`() {
        let archive = ISOLayoutTests.archive
        #expect(ISOFilm.film { $0.tail = archive }.refusal == .polyglot)
        #expect(ISOFilm.film { $0.tail = ISOBox.box("free", archive) }.refusal == .polyglot)
        #expect(ISOFilm.film { $0.tail = ISOBox.box("uuid", ISOBox.zeros(16), archive) }.refusal == .polyglot)
        #expect(ISOFilm.film { $0.tail = ISOBox.box("zzzz", archive) }.refusal == .polyglot)
        #expect(ISOFilm.refusal(ISOLayoutTests.movieFirst { _ in 0 } + archive) == .polyglot)
    }
}
