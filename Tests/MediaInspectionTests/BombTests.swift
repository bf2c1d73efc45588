import Fixtures
import MediaTypes
import Testing

@testable import MediaInspection

/// Small claims of large things, and large files of small things, through the real inspector: each ends with a verdict, in one
/// process that goes on.
@Suite struct BombTests {
    private static func join(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }
    private static func name(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Bytes, and the verdicts that are right: reasons, or nil for accepted.
    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let verdicts: Set<String?>

        init(_ name: String, _ bytes: [UInt8], _ verdicts: String?...) {
            testDescription = name
            self.bytes = bytes
            self.verdicts = Set(verdicts)
        }
    }

    /// A flood's size: large enough that anything but linear work shows.
    private static let flood = 1_000_000
    private static let brand = ISOFilm().brandBox

    /// Boxes, each within the one before.
    private static func deep(_ types: [String]) -> [UInt8] {
        let depth = flood / 8
        var bytes: [UInt8] = []
        for level in 0..<depth {
            bytes += ISOBox.u32(UInt64(8 * (depth - level)))
            bytes += name(types[level % types.count])
        }
        return bytes
    }

    private static func flood(_ bytes: [UInt8]) -> [UInt8] { ISOBox.repeated(bytes, flood / bytes.count) }

    private static func riff(_ form: String, _ body: [UInt8]) -> [UInt8] {
        join(name("RIFF"), AudioSamples.little(UInt64(body.count + 4), 4), name(form), body)
    }

    private static let caf: [UInt8] = join(
        name("caff"), [0, 1, 0, 0], name("desc"), ISOBox.u64(32), ISOBox.u64(0x40bf_4000_0000_0000), name("lpcm"),
        ISOBox.u32(0), ISOBox.u32(1), ISOBox.u32(1), ISOBox.u32(1), ISOBox.u32(8))

    private static let pixels: [Bomb] = [
        Bomb("PNG of 225,000 x 225,000", PNGFile().header(225_000, 225_000).image().end().bytes, "too-many-pixels"),
        Bomb("PNG of 2^31 - 1", PNGFile().header(.max >> 1, .max >> 1).image().end().bytes, "too-many-pixels"),
        Bomb("GIF of 65,535 x 65,535", GIFFile(65_535, 65_535).frame(65_535, 65_535).end().bytes, "too-many-pixels"),
        Bomb("JPEG of 65,500 x 65,500", JPEGFile().frame(65_500, 65_500).scan().end().bytes, "too-many-pixels"),
        Bomb("TIFF of 2^32 - 1", TIFFFile().page(.max, .max).bytes, "too-many-pixels"),
        Bomb(
            "film of 65,535 x 65,535",
            ISOFilm.track { ($0.presentation, $0.coded) = ((65_535, 65_535), (65_535, 65_535)) }.bytes,
            "too-many-pixels"),
    ]

    private static let sizes: [Bomb] = [
        Bomb("TIFF of a billion strips", stripless, "truncated", "corrupt"),
        Bomb("mdat of 2^63", join(brand, ISOBox.u32(1), name("mdat"), ISOBox.u64(1 << 63)), "truncated", "corrupt"),
        Bomb("moov of 2^64 - 1", join(brand, ISOBox.u32(1), name("moov"), ISOBox.u64(.max)), "truncated", "corrupt"),
        Bomb("CAF data of 2^63", join(caf, name("data"), ISOBox.u64(1 << 63), [0, 0, 0, 0, 1]), "truncated"),
        Bomb("CAF table of 2^62 packets", packets, nil, "corrupt"),
        Bomb("RF64 of 2^63", wide, "truncated", "corrupt"),
        Bomb("AIFF of 2^32 - 2", join(name("FORM"), ISOBox.u32(0xffff_fffe), name("AIFFCOMM")), "unsupported-type"),
    ]

    /// Offset and size of each of 2^30 strips lie where the file has nothing.
    private static let stripless: [UInt8] = {
        let entries = [
            TIFFFile.Entry(tag: 256, type: 4, values: [8]), TIFFFile.Entry(tag: 257, type: 4, values: [8]),
            TIFFFile.Entry(tag: 273, type: 4, values: [8]), TIFFFile.Entry(tag: 279, type: 4, values: [8]),
        ]
        var bytes = TIFFFile().directory(entries).bytes
        // The counts of the last two entries: 12 bytes each, behind the head and the number of entries.
        for entry in 2...3 { bytes[8 + 2 + 12 * entry + 7] = 0x40 }
        return bytes
    }()

    private static let packets = join(
        caf, name("pakt"), ISOBox.u64(24), ISOBox.u64(1 << 62), ISOBox.u64(1 << 62), ISOBox.u64(0), name("data"),
        ISOBox.u64(5), [0, 0, 0, 0, 1])

    private static let wide = join(
        name("RF64"), ISOBox.u32(0xffff_ffff), name("WAVEds64"), AudioSamples.little(28, 4),
        AudioSamples.little(1 << 63, 8), AudioSamples.little(1 << 63, 8), AudioSamples.little(1 << 63, 8), [0, 0, 0, 0])

    private static let png = PNGFile().header(8, 8).bytes
    private static let gifFrame = Array(GIFFile(8, 8).frame(1, 1).bytes.dropFirst(GIFFile(8, 8).bytes.count))
    private static let pictureEnd = Array(PNGFile().image().end().bytes.dropFirst(8))

    private static let pictureFloods: [Bomb] = [
        Bomb("PNG chunks", join(png, flood(PNGFile.text), pictureEnd), nil),
        Bomb("PNG chunks without an end", join(png, flood(PNGFile.text)), "truncated", "corrupt"),
        Bomb("GIF frames", join(GIFFile(8, 8).bytes, flood(gifFrame), [0x3b]), nil),
        Bomb("GIF blocks", join(GIFFile(8, 8).bytes, [0x21, 0xfe], flood([1, 0x78])), "truncated", "corrupt"),
        Bomb("JPEG segments", join(JPEGFile().bytes, flood([0xff, 0xe1, 0, 2])), "truncated", "corrupt"),
        Bomb("JPEG fill bytes", join(JPEGFile().bytes, flood([0xff])), "truncated", "corrupt"),
        Bomb("programs behind a picture", join(JPEGFile().frame(8, 8).scan().end().bytes, flood(name("MZPK<"))), nil),
    ]

    private static let boxFloods: [Bomb] = [
        Bomb("boxes in boxes", join(brand, deep(["moov"])), "corrupt", "truncated"),
        Bomb("boxes in tracks", join(brand, deep(["moov", "trak", "mdia", "minf", "stbl"])), "corrupt", "truncated"),
        Bomb("empty boxes", join(brand, flood(ISOBox.box("free"))), "corrupt", "truncated"),
        Bomb(
            "empty boxes in a movie", join(brand, ISOBox.box("moov", flood(ISOBox.box("free")))), "corrupt", "truncated"
        ),
    ]

    private static let streamFloods: [Bomb] = [
        Bomb("WAV chunks", riff("WAVE", flood(join(name("junk"), ISOBox.u32(0)))), "corrupt", "truncated"),
        Bomb("AVI chunks", riff("AVI ", flood(join(name("JUNK"), ISOBox.u32(0)))), "unsupported-type"),
        Bomb(
            "AVI lists in lists", riff("AVI ", flood(join(name("LIST"), [0, 1, 0, 0], name("strl")))),
            "unsupported-type"),
        Bomb("CAF chunks", join(caf, flood(join(name("free"), ISOBox.u64(0)))), "corrupt", "truncated"),
        Bomb("ID3 tags", flood(AudioSamples.id3(body: 0)), "corrupt", "truncated", "unsupported-type"),
        Bomb("MP3 heads", flood([0xff, 0xfb, 0x90, 0]), "unsupported-type", "corrupt"),
        Bomb("ADTS frames without sound", flood(AudioSamples.adtsFrame(length: 7)), nil, "corrupt"),
        Bomb(
            "start codes", join([0, 0, 1, 0xba, 0x21, 0, 1, 0, 1, 0x80, 0, 1], flood([0, 0, 1, 0xe0, 0, 0])),
            "unsupported-type", "corrupt", "truncated"),
        Bomb("zero bytes", [UInt8](repeating: 0, count: flood), "unsupported-type"),
        Bomb("markup", flood([0x3c]), "unsupported-type"),
    ]

    @Test(arguments: [
        ("pixels", pixels), ("sizes", sizes), ("pictures", pictureFloods), ("boxes", boxFloods),
        ("streams", streamFloods),
    ])
    func `a bomb gets its verdict from one inspector that goes on`(kind: String, bombs: [Bomb]) async throws {
        let probe = EventProbe()
        var configuration = InspectorPool.Configuration()
        configuration.count = 1
        configuration.timeLimit = .seconds(60)
        configuration.observe = { probe.observe($0) }
        let pool = try InspectorPool(InspectorExecutable(at: BuiltInspector.path), configuration)
        let folder = try TemporaryFolder()
        for bomb in bombs {
            let verdict: String?
            switch await pool.inspect(try BuiltInspector.file(bomb.bytes, in: folder)) {
            case .inspected(let media, _):
                verdict = MediaPolicy.default.judge(media, bytes: Int64(bomb.bytes.count))?.reason.rawValue
            case .refused(let refusal):
                verdict = MediaPolicy.default.judge(refusal)?.reason.rawValue ?? refusal.reason.name
            case .cancelled: verdict = "cancelled"
            }
            #expect(bomb.verdicts.contains(verdict), "\(bomb.testDescription): \(verdict ?? "accepted")")
        }
        #expect(probe.started.count == 1)
        await pool.shutdown()
    }
}

extension PNGFile {
    /// A text chunk without text.
    fileprivate static let text = Array(PNGFile().chunk("tEXt").bytes.dropFirst(8))
}
