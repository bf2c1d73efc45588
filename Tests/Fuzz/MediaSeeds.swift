import Fixtures

/// Small files of every format: composed by the tests' own builders, and the project's own media where they are short.
enum MediaSeeds {
    @Sendable static func jpeg() -> [[UInt8]] {
        [
            JPEGFile().frame(64, 48).scan().end().bytes,
            JPEGFile().exif(orientation: 6, bigEndian: true).frame(64, 48, code: 0xc2).scan().scan().end().bytes,
            JPEGFile().exif(orientation: 8, bigEndian: false, thumbnail: [1, 2, 3]).segment(0xfe, [0x41]).frame(9, 9)
                .segment(0xdd, [0, 4]).scan().end().adding([0, 0, 0]).bytes,
            JPEGFile().segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]).frame(4, 0).scan()
                .segment(0xdc, [0, 4]).end().bytes,
        ] + own(["photo.jpg"])
    }

    @Sendable static func png() -> [[UInt8]] {
        [
            PNGFile().header(64, 48).image().end().bytes,
            PNGFile().header(64, 48, depth: 8, colour: 3).chunk("PLTE", [1, 2, 3]).chunk("tRNS", [0]).image().end()
                .bytes,
            PNGFile().header(9, 9, colour: 6).animation(2).frameControl().image().frameControl()
                .chunk("fdAT", [0, 0, 0, 1, 0]).end().bytes,
            PNGFile().header(9, 9).chunk("eXIf", TIFFFile().directory([.init(tag: 274, values: [6])]).bytes).image()
                .end()
                .bytes + [0, 0],
        ] + own(["picture.png", "animation.png"])
    }

    @Sendable static func gif() -> [[UInt8]] {
        [
            GIFFile(64, 48).frame(64, 48).end().bytes,
            GIFFile(64, 48, version: "GIF87a").frame(64, 48).bytes,
            GIFFile(9, 9).comment("x").graphicControl(transparent: true).frame(4, 4, left: 8, top: 8).frame(9, 9).end()
                .adding([0, 0]).bytes,
            GIFFile(9, 9).adding([0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]).frame(9, 9).end()
                .bytes,
        ] + own(["animation.gif"])
    }

    @Sendable static func tiff() -> [[UInt8]] {
        [
            TIFFFile().page(64, 48, strip: 3072).bytes,
            TIFFFile(bigEndian: true).page(4, 4).page(9, 9, strip: 81).bytes,
            TIFFFile().page(4, 4, extra: [.init(tag: 274, values: [6]), .init(tag: 338, values: [2])]).bytes,
            TIFFFile().page(4, 4, extra: [.init(tag: 0x8769, type: 4, values: [8])]).linked(to: 8).bytes,
        ]
    }

    @Sendable static func iso() -> [[UInt8]] {
        let films = [
            ISOFilm.film(), ISOFilm.film { $0.version = 1 }, ISOFilm.film { $0.brand = nil },
            ISOFilm.film { $0.brand = "qt  " }, ISOFilm.film { $0.tracks = [.sound] },
            ISOFilm.film { $0.tracks = [.film, .sound] }, ISOFilm.film { $0.usesLongMediaData = true },
            ISOFilm.film { $0.tail = [0, 0, 0, 8] + Array("free".utf8) },
            ISOFilm.film { $0.movieExtension = ISOBox.full("mehd", ISOBox.u32(3000)) },
            ISOFilm.track { $0.edits = [1000, 2000] }, ISOFilm.track { $0.constantSize = 10 },
            ISOFilm.track { $0.durations = [(10, 1000), (5, 4000)] },
            ISOFilm.track {
                $0.chunkMap = [(1, 5), (2, 10)]
                $0.chunkOffsets = [0, 50]
            }, ISOFilm.track { $0.usesLongOffsets = true }, ISOFilm.track { $0.matrix = [0, 1, -1, 0] },
        ]
        return films.map(\.bytes) + own(["clip.mov", "sound.m4a"])
    }

    @Sendable static func mpegProgram() -> [[UInt8]] {
        let video = MPEGSamples.elementary(pictures: 3)
        return [
            MPEGSamples.pack1 + MPEGSamples.packet1(0xe0, at: 0, video) + MPEGSamples.packet1(0xe0, at: 9000, video)
                + MPEGSamples.programEnd,
            MPEGSamples.pack2(stuffing: 3) + MPEGSamples.packet2(0xe0, at: 0, video)
                + MPEGSamples.packet2(0xc0, at: 0, AudioSamples.mpegFrame(layerBits: 2)) + MPEGSamples.programEnd,
            MPEGSamples.pack2() + MPEGSamples.packet2(0xe0, scrambling: 1, video),
            MPEGSamples.pack2() + MPEGSamples.packet2(0xbd, at: 0, [0x80, 1, 0, 1, 0x0b, 0x77]),
        ]
    }

    @Sendable static func mpegElementary() -> [[UInt8]] {
        let second = MPEGSamples.sequence() + MPEGSamples.sequenceExtension()
        return [
            MPEGSamples.elementary(pictures: 3),
            MPEGSamples.elementary(pictures: 3) + MPEGSamples.sequenceEnd + [0, 0],
            second + MPEGSamples.picture() + MPEGSamples.pictureExtension(repeats: true) + MPEGSamples.slice
                + MPEGSamples.picture(1) + MPEGSamples.pictureExtension(structure: 1) + MPEGSamples.slice,
            [0, 0, 0, 1, 0x67, 0x64, 0, 0x1f],
        ]
    }

    @Sendable static func mp3() -> [[UInt8]] {
        let frame = AudioSamples.mpegFrame(version: 2, bitRate: 1, sampleRate: 2, length: 72)
        let three = AudioSamples.times(3, frame)
        return [
            three, AudioSamples.id3(body: 20) + three, AudioSamples.id3(body: 4, footer: true) + three,
            three + AudioSamples.id3v1, three + AudioSamples.ape(items: 8) + AudioSamples.id3v1,
            three + frame.prefix(30),
            AudioSamples.times(3, AudioSamples.mpegFrame()),
            AudioSamples.times(3, AudioSamples.mpegFrame(layerBits: 2, bitRate: 1, length: 104)),
            AudioSamples.id3(body: 8) + Array("fLaC".utf8),
        ]
    }

    @Sendable static func adts() -> [[UInt8]] {
        let frame = AudioSamples.adtsFrame(length: 30)
        let three = AudioSamples.times(3, frame)
        return [
            three, AudioSamples.id3(body: 8) + three, three + AudioSamples.id3(body: 8) + three,
            three + AudioSamples.adtsFrame(length: 30, blocks: 3, checksum: true), three + frame.prefix(9),
            AudioSamples.times(3, AudioSamples.adtsFrame(profile: 3, rate: 11, channels: 7, length: 20)),
            Array("ADIF".utf8),
        ]
    }

    @Sendable static func wav() -> [[UInt8]] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + AudioSamples.little(UInt64(body.count), 4) + body
        }
        func format(_ tag: UInt64, more: [UInt8] = []) -> [UInt8] {
            let fields: [(UInt64, Int)] = [(tag, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)]
            return chunk("fmt ", fields.flatMap { AudioSamples.little($0.0, $0.1) } + more)
        }
        func file(_ chunks: [UInt8], form: String = "RIFF", size: UInt64? = nil) -> [UInt8] {
            Array(form.utf8) + AudioSamples.little(size ?? UInt64(chunks.count + 4), 4) + Array("WAVE".utf8) + chunks
        }
        let sound = chunk("data", [UInt8](repeating: 0x80, count: 40))
        let extensible: [UInt8] =
            [22, 0, 8, 0, 4, 0, 0, 0] + [3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        let wide = chunk("ds64", [104, 40, 40].flatMap { AudioSamples.little($0, 8) } + [0, 0, 0, 0])
        return [
            file(format(1) + sound), file(format(0x55) + chunk("fact", [40, 0, 0, 0]) + sound),
            file(format(0xfffe, more: extensible) + sound),
            file(wide + format(1) + sound, form: "RF64", size: 0xffff_ffff),
            file(format(1) + sound + chunk("LIST", Array("INFOISFT".utf8) + [2, 0, 0, 0, 0x41, 0])) + [0, 0],
            file(chunk("bext", [1, 2]) + format(1) + sound, size: 0),
        ]
    }

    @Sendable static func caf() -> [[UInt8]] {
        func chunk(_ name: String, _ body: [UInt8], claiming: UInt64? = nil) -> [UInt8] {
            Array(name.utf8) + AudioSamples.big(claiming ?? UInt64(body.count), 8) + body
        }
        func description(_ codec: String, packet: UInt64, frames: UInt64) -> [UInt8] {
            let fields: [UInt8] = [0, packet, frames, 1, packet == 0 ? 0 : 16].flatMap { AudioSamples.big($0, 4) }
            return chunk("desc", AudioSamples.big(8000.0.bitPattern, 8) + Array(codec.utf8) + fields)
        }
        let head: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]
        let sound: [UInt8] = [0, 0, 0, 0] + [UInt8](repeating: 7, count: 40)
        let table = AudioSamples.big(2, 8) + AudioSamples.big(2048, 8) + AudioSamples.big(0, 8) + [0x14, 0x14]
        return [
            head + description("lpcm", packet: 2, frames: 1) + chunk("data", sound),
            head + description("lpcm", packet: 2, frames: 1) + chunk("data", sound, claiming: .max),
            head + description("aac ", packet: 0, frames: 1024) + chunk("pakt", table) + chunk("data", sound),
            head + description("alac", packet: 0, frames: 4096) + chunk("kuki", [1, 2, 3]) + chunk("data", sound)
                + chunk("pakt", table) + chunk("free", [0]),
        ] + own(["sound.caf"])
    }

    @Sendable static func avi() -> [[UInt8]] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + AudioSamples.little(UInt64(body.count), 4) + body
        }
        func list(_ name: String, _ body: [UInt8]) -> [UInt8] { chunk("LIST", Array(name.utf8) + body) }
        func stream(_ kind: String, _ codec: String, scale: UInt64, rate: UInt64, count: UInt64, _ format: [UInt8])
            -> [UInt8]
        {
            let numbers = [0, 0, 0, scale, rate, 0, count, 0, 0, 1].flatMap { AudioSamples.little($0, 4) }
            return list(
                "strl",
                chunk("strh", Array((kind + codec).utf8) + numbers + [0, 0, 0, 0, 64, 0, 48, 0]) + chunk("strf", format)
            )
        }
        let picture =
            [40, 64, 48].flatMap { AudioSamples.little($0, 4) } + [1, 0, 24, 0] + Array("MJPG".utf8)
            + [UInt8](repeating: 0, count: 20)
        let sound = [(1, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)].flatMap { AudioSamples.little($0.0, $0.1) }
        let main = chunk(
            "avih", [40_000, 0, 0, 0, 2, 0, 2, 0, 64, 48, 0, 0, 0, 0].flatMap { AudioSamples.little($0, 4) })
        let streams = [
            stream("vids", "MJPG", scale: 1, rate: 25, count: 2, picture),
            stream("auds", "\0\0\0\0", scale: 1, rate: 8000, count: 8, sound),
        ]
        let media = chunk("00dc", [1, 2, 3, 4]) + chunk("01wb", [5, 6, 7, 8, 5, 6, 7, 8]) + chunk("00dc", [1, 2])
        let film = Array("AVI ".utf8) + list("hdrl", main + streams[0] + streams[1]) + list("movi", media)
        let index = chunk("idx1", Array("00dc".utf8) + [16, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0])
        return [
            chunk("RIFF", film), chunk("RIFF", film + index) + chunk("RIFF", Array("AVIX".utf8) + list("movi", media)),
            chunk("RIFF", Array("AVI ".utf8) + list("hdrl", main + streams[0]) + list("movi", list("rec ", media))),
        ]
    }

    @Sendable static func aiff() -> [[UInt8]] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + AudioSamples.big(UInt64(body.count), 4) + body
        }
        let rate: [UInt8] = [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]
        let common: [UInt8] = [0, 1, 0, 0, 0, 8, 0, 16] + rate
        let sound = chunk("SSND", [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 7, count: 16))
        func form(_ type: String, _ chunks: [UInt8]) -> [UInt8] { chunk("FORM", Array(type.utf8) + chunks) }
        return [
            form("AIFF", chunk("COMM", common) + sound), form("AIFF", sound + chunk("COMM", common)) + [0, 0],
            form(
                "AIFC",
                chunk("FVER", [0xa2, 0x80, 0x51, 0x40]) + chunk("COMM", common + Array("sowt\0\0".utf8)) + sound),
            form("AIFC", chunk("COMM", common + Array("ima4\u{1}x".utf8)) + sound + chunk("NAME", [0x41])),
        ]
    }

    /// The seeds of each reader, by its name in lower case.
    static let byReader: [String: @Sendable () -> [[UInt8]]] = [
        "jpeg": jpeg, "png": png, "gif": gif, "tiff": tiff, "isomedia": iso, "mp3": mp3, "adts": adts, "wav": wav,
        "caf": caf, "avi": avi, "aiff": aiff,
    ]

    /// Of every format some, and what no reader takes.
    @Sendable static func everything() -> [[UInt8]] {
        byReader.sorted { $0.key < $1.key }.flatMap { $0.value() } + mpegProgram() + mpegElementary() + others
    }

    /// Beginnings of files that are known and not supported.
    private static let others: [[UInt8]] = [
        Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8), Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8),
        Array("<svg xmlns=\"x\"></svg>".utf8), Array("<!doctype html>".utf8), Array("{\"a\": 1}".utf8),
        Array("BM".utf8) + [UInt8](repeating: 40, count: 40), Array("PK\u{3}\u{4}".utf8), Array("%PDF-1.4".utf8),
        [0x1a, 0x45, 0xdf, 0xa3] + Array("webm".utf8),
        AudioSamples.times(6, [0x47] + [UInt8](repeating: 0, count: 187)), [],
    ]

    /// The project's own media that are short enough to be mutated usefully.
    private static func own(_ names: [String]) -> [[UInt8]] {
        names.compactMap { try? Fixture.bytes($0) }.filter { $0.count <= 16_384 }
    }
}
