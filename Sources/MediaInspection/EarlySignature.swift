/// One row of the table of early refusals: bytes at fixed places that together name a type.
struct EarlySignature {
    /// How far a body agrees with a row.
    enum Match {
        case matches
        /// The body agrees as far as it goes.
        case undecided
        case differs
    }

    /// What the refusal calls it: a MIME type, or a name where there is none.
    let name: String
    /// What must stand where.
    let parts: [(offset: Int, bytes: [UInt8])]
    /// What must not stand at the body's start, because a reader could prove that.
    let exceptions: [[UInt8]]

    private init(_ name: String, _ parts: [(Int, [UInt8])], except exceptions: [[UInt8]] = []) {
        self.name = name
        self.parts = parts
        self.exceptions = exceptions
    }

    private init(_ name: String, _ text: String, at offset: Int = 0) {
        self.init(name, [(offset, Array(text.utf8))])
    }

    /// Compares the body's bytes so far with the row.
    func match(_ prefix: Span<UInt8>) -> Match {
        var result = Match.matches
        for part in parts {
            switch EarlySignature.compare(prefix, at: part.offset, with: part.bytes) {
            case .matches: break
            case .undecided: result = .undecided
            case .differs: return .differs
            }
        }
        for exception in exceptions {
            switch EarlySignature.compare(prefix, at: 0, with: exception) {
            case .matches: return .differs
            case .undecided: result = .undecided
            case .differs: break
            }
        }
        return result
    }

    private static func compare(_ prefix: Span<UInt8>, at offset: Int, with bytes: [UInt8]) -> Match {
        for index in bytes.indices {
            guard offset + index < prefix.count else { return .undecided }
            guard prefix[offset + index] == bytes[index] else { return .differs }
        }
        return .matches
    }

    /// Boxes of ISO base media whose major brand libmagic gives to another family, which refuses the file in the end too.
    private static let brands: [(name: String, brands: [String])] = [
        ("image/heic", ["heic", "heix", "hevc"]),
        ("image/heif", ["mif1", "msf1"]),
        ("image/avif", ["avif", "avis"]),
        ("video/3gpp", ["3gp4", "3gp5", "3gp6"]),
        ("video/3gpp2", ["3g2a"]),
    ]

    static let table: [EarlySignature] =
        [
            EarlySignature("image/webp", [(0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))]),
            EarlySignature("a MIDI file in RIFF", [(0, Array("RIFF".utf8)), (8, Array("RMID".utf8))]),
            EarlySignature("audio/qcelp", [(0, Array("RIFF".utf8)), (8, Array("QLCM".utf8))]),
            EarlySignature("an animated cursor", [(0, Array("RIFF".utf8)), (8, Array("ACON".utf8))]),
            EarlySignature("a sound font", [(0, Array("RIFF".utf8)), (8, Array("sfbk".utf8))]),
            EarlySignature("image/bmp", [(0, Array("BM".utf8)), (6, [0, 0, 0, 0])]),
            EarlySignature("image/vnd.adobe.photoshop", "8BPS"),
            EarlySignature("a BigTIFF image", [(0, [0x49, 0x49, 0x2b, 0, 8, 0, 0, 0])]),
            EarlySignature("a BigTIFF image", [(0, [0x4d, 0x4d, 0, 0x2b, 0, 8, 0, 0])]),
            EarlySignature("image/jp2", [(0, [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a])]),
            EarlySignature("image/jxl", [(0, [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a])]),
            EarlySignature("image/jxl", [(0, [0xff, 0x0a])]),
            EarlySignature("audio/ogg", "OggS"),
            EarlySignature("audio/flac", "fLaC"),
            EarlySignature("audio/amr", "#!AMR"),
            EarlySignature("audio/midi", "MThd"),
            EarlySignature("audio/basic", ".snd"),
            EarlySignature("audio/x-w64", [(0, Array("riff".utf8) + [0x2e, 0x91, 0xcf, 0x11])]),
            EarlySignature("video/x-matroska or video/webm", [(0, [0x1a, 0x45, 0xdf, 0xa3])]),
            EarlySignature("video/x-ms-asf", [(0, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])]),
            EarlySignature("video/x-flv", [(0, Array("FLV".utf8) + [1])]),
            EarlySignature(
                "video/MP2T", [0, 188, 376].map { ($0, [0x47]) }, except: [Array("GIF8".utf8)]),
            EarlySignature("application/pdf", "%PDF-"),
            EarlySignature("application/postscript", "%!PS"),
            EarlySignature("application/zip", [(0, Array("PK".utf8) + [3, 4])]),
            EarlySignature("application/zip", [(0, Array("PK".utf8) + [5, 6])]),
            EarlySignature("application/gzip", [(0, [0x1f, 0x8b, 8])]),
            EarlySignature("application/x-xz", [(0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])]),
            EarlySignature("application/zstd", [(0, [0x28, 0xb5, 0x2f, 0xfd])]),
            EarlySignature("application/x-rar", [(0, Array("Rar!".utf8) + [0x1a, 7])]),
            EarlySignature("application/x-7z-compressed", [(0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])]),
            EarlySignature("application/x-executable", [(0, [0x7f, 0x45, 0x4c, 0x46])]),
            EarlySignature("a playlist", "#EXTM3U"),
        ]
        + brands.flatMap { row in
            row.brands.map { EarlySignature(row.name, "ftyp" + $0, at: 4) }
        }
}
