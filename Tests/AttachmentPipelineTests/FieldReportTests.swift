import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import NotificationContent
import Testing

/// What people reported about telling media by their bytes, FR-02 to FR-10, each in every variant: from the origin through
/// the inspector into the cache, with files built here.
@Suite(.timeLimit(.minutes(20))) struct FieldReportTests {
    /// One variant: a request target, the answer to it, and what must come of it.
    struct Variant: Sendable {
        var target: String
        var body: [UInt8]
        /// Nil leaves the field out.
        var contentType: String?
        var result: Result
    }

    enum Result: Sendable {
        case attached(type: String, fileExtension: String, width: UInt32?, height: UInt32?, milliseconds: UInt64?)
        case failed(FailureReason, naming: String)

        static func image(_ type: String, _ fileExtension: String, _ width: UInt32, _ height: UInt32) -> Result {
            .attached(type: type, fileExtension: fileExtension, width: width, height: height, milliseconds: nil)
        }

        static func film(_ seconds: UInt64) -> Result {
            .attached(type: "public.mpeg-4", fileExtension: "mp4", width: 64, height: 48, milliseconds: seconds * 1000)
        }

        static func sound(_ type: String, _ fileExtension: String, _ milliseconds: UInt64) -> Result {
            .attached(type: type, fileExtension: fileExtension, width: nil, height: nil, milliseconds: milliseconds)
        }
    }

    struct Report: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var variants: [Variant]

        /// A report of one body under several values of Content-Type and several targets.
        init(_ name: String, _ variants: [Variant]) {
            testDescription = name
            self.variants = variants
        }
    }

    @Test(arguments: [extensions, heic, brands, mp3, m4a, orientation, thumbnails, indexAtTheEnd, bombs])
    func `a field report holds in every variant`(report: Report) async throws {
        var routes: [String: OriginReply] = [:]
        for variant in report.variants {
            routes[variant.target] = .body(variant.body, variant.contentType.map { [("Content-Type", $0)] } ?? [])
        }
        #expect(routes.count == report.variants.count)
        try await PipelineBench.run(LoopbackOrigin(routes: routes)) { bench in
            for variant in report.variants {
                let outcome = await bench.resolve(variant.target).outcomes.first
                variant.compare(outcome ?? nil)
                if let media = (outcome ?? nil).media { #expect(try Fixture.readFile(media.path) == variant.body) }
            }
            #expect(bench.origin.requests.count == report.variants.count)
            let attached = Set(
                report.variants.filter { if case .attached = $0.result { true } else { false } }.map(\.body))
            let totals = try await bench.cache.totals()
            #expect(totals.blobs == attached.count)
        }
    }

    private static let headers: [String?] = [
        "image/jpeg", "application/octet-stream", "image/jpg", "IMAGE/JPEG; charset=binary", nil,
    ]

    /// One body under each of several values of Content-Type.
    private static func under(
        _ contentTypes: [String?], _ target: String, _ body: [UInt8], _ result: Result
    ) -> [Variant] {
        contentTypes.enumerated().map { index, contentType in
            Variant(target: "/\(index)\(target)", body: body, contentType: contentType, result: result)
        }
    }

    /// Bodies that differ, all announced as nothing in particular.
    private static func each(_ bodies: [([UInt8], Result)]) -> [Variant] {
        bodies.enumerated().map { index, body in
            Variant(target: "/\(index)", body: body.0, contentType: "application/octet-stream", result: body.1)
        }
    }

    private static func photo(_ width: UInt16, _ height: UInt16) -> [UInt8] {
        JPEGFile().frame(width, height).scan().end().bytes
    }

    static let extensions = Report(
        "FR-02 no file extension in the URL",
        ["/opt/c528c899_720_960", "/img/9f/1200/630"].flatMap {
            under(headers, $0, photo(720, 960), .image("public.jpeg", "jpg", 720, 960))
        })

    private static func picture(_ major: String, _ compatible: String...) -> [UInt8] {
        ISOBox.box("ftyp", Array(major.utf8), ISOBox.u32(0), compatible.flatMap { Array($0.utf8) })
            + ISOBox.full("meta", ISOBox.full("hdlr", ISOBox.u32(0), Array("pict".utf8), ISOBox.zeros(13)))
            + ISOBox.box("mdat", [UInt8](repeating: 0x55, count: 200))
    }

    static let heic = Report(
        "FR-03 a HEIC behind a link that ends in .jpg",
        [
            Variant(
                target: "/v0/b/bkt/o/dir%2FIMG_0006.HEIC?alt=media&token=abc.jpg",
                body: picture("heic", "mif1", "heic"),
                contentType: "image/jpeg", result: .failed(.unsupportedType, naming: "heic")),
            Variant(
                target: "/v0/b/bkt/o/dir%2FIMG_0006.HEIC?alt=media&token=abd.jpg", body: photo(40, 30),
                contentType: "image/jpeg", result: .image("public.jpeg", "jpg", 40, 30)),
        ])

    static let brands = Report(
        "FR-04 HEIF and AVIF taken for MP4",
        [
            (picture("mif1", "heic"), Result.failed(.unsupportedType, naming: "hei")),
            (picture("avif"), .failed(.unsupportedType, naming: "avif")),
            (picture("miaf", "avif"), .failed(.unsupportedType, naming: "avif")),
            (ISOFilm().bytes, .film(3)),
        ].enumerated().flatMap { index, file in
            under(["video/mp4", "image/jpeg"], "/brand/\(index)", file.0, file.1)
        })

    private static func frames(_ count: Int, _ frame: [UInt8]) -> [UInt8] { AudioSamples.times(count, frame) }

    static let mp3 = Report(
        "FR-05 MP3 that does not begin as the table says",
        each([
            // MPEG-2.5 layer III, 64 kbit/s at 11,025 Hz.
            (
                frames(20, AudioSamples.mpegFrame(version: 0, checksum: false, bitRate: 8, length: 417)),
                .sound("public.mp3", "mp3", 1045)
            ),
            // MPEG-2 layer III, 64 kbit/s at 22,050 Hz.
            (
                frames(40, AudioSamples.mpegFrame(version: 2, bitRate: 8, length: 208)),
                .sound("public.mp3", "mp3", 1045)
            ),
            (frames(40, AudioSamples.mpegFrame(checksum: true)), .sound("public.mp3", "mp3", 1045)),
            // A picture of 300 kB within the tag.
            (
                AudioSamples.id3(body: 300_000, version: 3).prefix(40) + photo(64, 64)
                    + [UInt8](repeating: 0x20, count: 300_010 - 40 - photo(64, 64).count)
                    + frames(40, AudioSamples.mpegFrame()),
                .sound("public.mp3", "mp3", 1045)
            ),
            (frames(40, AudioSamples.adtsFrame()), .sound("public.aac-audio", "aac", 929)),
            ([0xff, 0xfb] + AudioSamples.text(2000), .failed(.unsupportedType, naming: "")),
        ]))

    private static func recording(_ seconds: UInt64) -> [UInt8] {
        var track = ISOTrack.sound
        track.trackTicks = seconds * 1000
        track.mediaTicks = seconds * 10_000
        return ISOFilm.film { film in
            film.brand = "M4A "
            film.movieTicks = seconds * 1000
            film.tracks = [track]
        }.bytes
    }

    static let m4a = Report(
        "FR-06 .m4a called a film",
        [(5 as UInt64), 40].flatMap { seconds in
            under(
                ["audio/x-m4a", "audio/mp4", "audio/mpeg", "video/mp4"], "/\(seconds)", recording(seconds),
                .sound("public.mpeg-4-audio", "m4a", seconds * 1000))
        })

    static let orientation = Report(
        "FR-07 width and height swapped on phone photos",
        each(
            [(photo(40, 30), .image("public.jpeg", "jpg", 40, 30))]
                + [false, true].flatMap { bigEndian in
                    (1...8 as ClosedRange<UInt16>).map { value in
                        let file = JPEGFile().exif(orientation: value, bigEndian: bigEndian).frame(40, 30).scan().end()
                        let isTurned = value >= 5
                        return (
                            file.bytes,
                            Result.image("public.jpeg", "jpg", isTurned ? 30 : 40, isTurned ? 40 : 30)
                        )
                    }
                }))

    static let thumbnails = Report(
        "FR-08 a JPEG measured from its own thumbnail",
        each(
            [
                JPEGFile().exif(orientation: 1, bigEndian: false, thumbnail: photo(160, 120)).frame(1080, 1080),
                JPEGFile().exif(
                    orientation: 1, bigEndian: true,
                    thumbnail: photo(160, 120) + [0xff, 0xc0, 0x13, 0x37, 8, 0xcc, 0x7f, 0xcc, 0x5f, 3]
                ).frame(1080, 1080),
                JPEGFile().exif(orientation: 1, bigEndian: false, thumbnail: photo(160, 120))
                    .frame(1080, 1080, code: 0xc2),
                JPEGFile().segment(0xed, photo(160, 120)).frame(1080, 1080),
                JPEGFile().segment(0xe2, photo(160, 120)).frame(1080, 1080),
                JPEGFile().segment(0xdb, [UInt8](repeating: 1, count: 65)).frame(1080, 1080),
                JPEGFile().segment(0xe1, photo(160, 120)).adding([0xff, 0xff]).frame(1080, 1080),
            ].map { ($0.scan().end().bytes, .image("public.jpeg", "jpg", 1080, 1080)) }))

    private static func film(_ seconds: UInt64, _ change: (inout ISOFilm) -> Void = { _ in }) -> ISOFilm {
        var film = ISOFilm.track { track in
            track.trackTicks = seconds * 1000
            track.mediaTicks = seconds * 10_000
            track.sampleSizes = Array(repeating: 200_000, count: 15)
        }
        film.movieTicks = seconds * 1000
        film.mediaBytes = 3_000_000
        change(&film)
        return film
    }

    /// The same film with its index first.
    private static func indexFirst(_ film: ISOFilm) -> [UInt8] {
        var film = film
        film.tracks[0].chunkOffsets = [UInt64(film.movie.count)]
        return film.brandBox + film.movie + film.mediaData
    }

    static let indexAtTheEnd = Report(
        "FR-09 the film's index is at the end",
        each([
            (film(5).bytes, .film(5)), (indexFirst(film(5)), .film(5)),
            (film(5) { $0.usesLongMediaData = true }.bytes, .film(5)),
            (film(31).bytes, .failed(.tooLong, naming: "31.0 s, the limit is 30 s")),
            (film(5) { $0.hasMovie = false }.bytes, .failed(.corrupt, naming: "")),
        ]))

    /// Rows of one colour, as a deflater would leave them.
    private static let rows = [UInt8](repeating: 0, count: 300_000)

    static let bombs = Report(
        "FR-10 a small file that unfolds to billions of pixels",
        each(
            [
                (PNGFile().header(225_000, 225_000).image(rows).end().bytes, "50625000000"),
                (PNGFile().header(.max >> 1, .max >> 1).image(rows).end().bytes, "4611686014132420609"),
                (GIFFile(65_535, 65_535).frame(65_535, 65_535).end().bytes, "4294836225"),
                (TIFFFile().page(225_000, 225_000).bytes, "50625000000"),
                (TIFFFile(bigEndian: true).page(.max, .max).bytes, "9223372036854775807"),
            ].map { ($0.0, .failed(.tooManyPixels, naming: "\($0.1) pixels, the limit is 64000000")) }))
}

extension FieldReportTests.Variant {
    /// Compares what came of the variant with what must.
    func compare(_ outcome: Outcome?) {
        switch (result, outcome) {
        case (.attached(let type, let fileExtension, let width, let height, let milliseconds), .attached(let media)):
            #expect(media.type == type && media.fileExtension == fileExtension, "\(target)")
            #expect(media.width == width && media.height == height, "\(target)")
            #expect(media.durationMilliseconds == milliseconds, "\(target)")
            #expect(media.path.hasSuffix("." + fileExtension), "\(target)")
        case (.failed(let reason, let part), .failed(let failure)):
            #expect(failure.reason == reason, "\(target): \(failure.detail)")
            #expect(failure.detail.contains(part), "\(target): \(failure.detail)")
        default: Issue.record("\(target): \(String(describing: outcome))")
        }
    }
}

extension [UInt8] {
    /// A slice and an array joined.
    fileprivate static func + (slice: ArraySlice<UInt8>, more: [UInt8]) -> [UInt8] { Array(slice) + more }
}
