/// One type that is known by fixed bytes at fixed places.
struct KnownSignature {
    /// MIME name and, in brackets, the name for a person.
    let name: String
    private let parts: [(offset: Int, bytes: [UInt8])]

    init(_ name: String, _ offset: Int, _ text: String) {
        self.name = name
        parts = [(offset, Array(text.utf8))]
    }

    init(_ name: String, _ offset: Int, _ text: String, _ secondOffset: Int, _ second: String) {
        self.name = name
        parts = [(offset, Array(text.utf8)), (secondOffset, Array(second.utf8))]
    }

    init(_ name: String, _ bytes: [UInt8], at offset: Int = 0) {
        self.name = name
        parts = [(offset, bytes)]
    }

    init(_ name: String, _ bytes: [UInt8], second: String, at secondOffset: Int) {
        self.name = name
        parts = [(0, bytes), (secondOffset, Array(second.utf8))]
    }

    /// Whether all the parts stand in the file.
    func matches(_ file: Span<UInt8>) -> Bool {
        for part in parts where !file.matches(part.bytes, at: part.offset) { return false }
        return true
    }
}

/// The types that are known and not supported; a longer signature stands before a shorter one that it contains.
enum KnownSignatures {
    /// Signatures at fixed places.
    static let rows: [KnownSignature] = pictures + films + sounds + archives + programs + others

    /// Brands of the ISO base media family that are no supported type.
    static let brands: [(brand: StaticString, name: String)] = [
        ("heic", heic), ("heix", heic), ("heim", heic), ("heis", heic),
        ("hevc", "image/heic-sequence (HEIC picture sequence)"),
        ("hevx", "image/heic-sequence (HEIC picture sequence)"),
        ("avif", "image/avif (AVIF picture)"), ("avis", "image/avif (AVIF picture sequence)"),
        ("crx ", "image/x-canon-cr3 (camera raw picture)"), ("jp2 ", "image/jp2 (JPEG 2000 picture)"),
        ("jpx ", "image/jpx (JPEG 2000 picture)"), ("jxl ", "image/jxl (JPEG XL picture)"),
        ("3gp", "video/3gpp (3GP film)"), ("3gr", "video/3gpp (3GP film)"), ("3gs", "video/3gpp (3GP film)"),
        ("3ge", "video/3gpp (3GP film)"), ("3gg", "video/3gpp (3GP film)"), ("3g2", "video/3gpp2 (3GPP2 film)"),
        ("F4V ", "video/x-f4v (Flash film)"), ("f4v ", "video/x-f4v (Flash film)"),
    ]

    /// Brands that any picture of the HEIF family may have, whatever its codec.
    static let generalBrands: [(brand: StaticString, name: String)] = [
        ("mif1", "image/heif (HEIF picture)"), ("mif2", "image/heif (HEIF picture)"),
        ("miaf", "image/heif (HEIF picture)"), ("msf1", "image/heif-sequence (HEIF picture sequence)"),
    ]

    private static let heic = "image/heic (HEIC picture)"

    private static let pictures = [
        KnownSignature("image/webp (WebP picture)", 0, "RIFF", 8, "WEBP"),
        KnownSignature("image/tiff (BigTIFF picture)", [0x49, 0x49, 0x2b, 0x00]),
        KnownSignature("image/tiff (BigTIFF picture)", [0x4d, 0x4d, 0x00, 0x2b]),
        KnownSignature("image/jp2 (JPEG 2000 picture)", 4, "jP  \r\n"),
        KnownSignature("image/jxl (JPEG XL picture)", 4, "JXL \r\n"),
        KnownSignature("image/j2c (JPEG 2000 code stream)", [0xff, 0x4f, 0xff, 0x51]),
        KnownSignature("image/jxl (JPEG XL code stream)", [0xff, 0x0a]),
        KnownSignature("image/jxr (JPEG XR picture)", [0x49, 0x49, 0xbc]),
        KnownSignature("image/x-icon (Windows icon)", [0x00, 0x00, 0x01, 0x00]),
        KnownSignature("image/x-icon (Windows cursor)", [0x00, 0x00, 0x02, 0x00, 0x01, 0x00]),
        KnownSignature("image/vnd.adobe.photoshop (Photoshop picture)", 0, "8BPS"),
        KnownSignature("image/x-fuji-raf (camera raw picture)", 0, "FUJIFILMCCD-RAW"),
        KnownSignature("image/x-olympus-orf (camera raw picture)", 0, "IIRO"),
        KnownSignature("image/x-olympus-orf (camera raw picture)", 0, "IIRS"),
        KnownSignature("image/x-olympus-orf (camera raw picture)", 0, "MMOR"),
        KnownSignature("image/x-panasonic-rw2 (camera raw picture)", 0, "IIU\0"),
        KnownSignature("image/x-minolta-mrw (camera raw picture)", 0, "\0MRM"),
        KnownSignature("image/x-sigma-x3f (camera raw picture)", 0, "FOVb"),
        KnownSignature("image/emf (Windows metafile)", [0x01, 0x00, 0x00, 0x00], second: " EMF", at: 40),
        KnownSignature("image/wmf (Windows metafile)", [0xd7, 0xcd, 0xc6, 0x9a]),
        KnownSignature("image/vnd-ms.dds (DirectDraw surface)", 0, "DDS "),
        KnownSignature("image/x-exr (OpenEXR picture)", [0x76, 0x2f, 0x31, 0x01]),
        KnownSignature("image/vnd.radiance (Radiance picture)", 0, "#?RADIANCE"),
        KnownSignature("image/x-mng (MNG animation)", [0x8a, 0x4d, 0x4e, 0x47]),
        KnownSignature("image/x-jng (JNG picture)", [0x8b, 0x4a, 0x4e, 0x47]),
        KnownSignature("image/qoi (QOI picture)", 0, "qoif"),
        KnownSignature("image/bpg (BPG picture)", [0x42, 0x50, 0x47, 0xfb]),
        KnownSignature("image/x-flif (FLIF picture)", 0, "FLIF"),
        KnownSignature("application/dicom (DICOM picture)", 128, "DICM"),
        KnownSignature("application/vnd.iccprofile (colour profile)", 36, "acsp"),
    ]

    private static let films = [
        KnownSignature(
            "video/x-ms-asf (Windows Media file)", [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]),
        KnownSignature("video/x-flv (Flash film)", 0, "FLV\u{1}"),
        KnownSignature("application/vnd.rn-realmedia (RealMedia file)", 0, ".RMF"),
        KnownSignature("audio/x-pn-realaudio (RealAudio file)", [0x2e, 0x72, 0x61, 0xfd]),
        KnownSignature("video/mpeg4-generic (MPEG-4 elementary stream)", [0x00, 0x00, 0x01, 0xb0]),
        KnownSignature("video/h264 (raw H.264 stream)", [0x00, 0x00, 0x00, 0x01, 0x67]),
        KnownSignature("video/h264 (raw H.264 stream)", [0x00, 0x00, 0x00, 0x01, 0x09]),
        KnownSignature("video/h264 (raw H.264 stream)", [0x00, 0x00, 0x01, 0x67]),
        KnownSignature("video/h265 (raw H.265 stream)", [0x00, 0x00, 0x00, 0x01, 0x40]),
        KnownSignature("video/x-ivf (IVF film)", 0, "DKIF"),
        KnownSignature("video/x-yuv4mpeg (uncompressed film)", 0, "YUV4MPEG2 "),
        KnownSignature("application/mxf (MXF file)", [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01]),
        KnownSignature("application/x-shockwave-flash (Flash program)", 0, "FWS"),
        KnownSignature("application/x-shockwave-flash (Flash program)", 0, "CWS"),
    ]

    private static let sounds = [
        KnownSignature("audio/ogg (Opus sound)", 0, "OggS", 28, "OpusHead"),
        KnownSignature("audio/ogg (Vorbis sound)", 0, "OggS", 29, "vorbis"),
        KnownSignature("audio/ogg (Speex sound)", 0, "OggS", 28, "Speex"),
        KnownSignature("video/ogg (Theora film)", 0, "OggS", 29, "theora"),
        KnownSignature("application/ogg (Ogg file)", 0, "OggS"),
        KnownSignature("audio/flac (FLAC sound)", 0, "fLaC"),
        KnownSignature("audio/amr-wb (AMR sound)", 0, "#!AMR-WB\n"),
        KnownSignature("audio/amr (AMR sound)", 0, "#!AMR"),
        KnownSignature("audio/midi (MIDI music)", 0, "MThd"),
        KnownSignature("audio/midi (MIDI music)", 0, "RIFF", 8, "RMID"),
        KnownSignature("audio/qcelp (QCP sound)", 0, "RIFF", 8, "QLCM"),
        KnownSignature("audio/x-w64 (Wave64 sound)", 0, "riff.", 24, "wave"),
        KnownSignature("audio/basic (Sun sound)", 0, ".snd"),
        KnownSignature("audio/ac3 (Dolby Digital sound)", [0x0b, 0x77]),
        KnownSignature("audio/x-adif (AAC sound in ADIF)", 0, "ADIF"),
        KnownSignature("audio/x-musepack (Musepack sound)", 0, "MPCK"),
        KnownSignature("audio/x-musepack (Musepack sound)", 0, "MP+"),
        KnownSignature("audio/x-ape (Monkey's Audio sound)", 0, "MAC "),
        KnownSignature("audio/x-wavpack (WavPack sound)", 0, "wvpk"),
        KnownSignature("audio/x-tta (True Audio sound)", 0, "TTA1"),
        KnownSignature("audio/x-dsf (DSD sound)", 0, "DSD "),
        KnownSignature("audio/mpeg (ID3 tag without MP3 sound behind it)", 0, "ID3"),
        KnownSignature("audio/x-voc (Creative Voice sound)", 0, "Creative Voice File"),
        // LOAS: 11 bits of sync, so the top three bits of the second byte belong to it.
        KnownSignature("audio/mp4a-latm (AAC sound in LATM)", [0x56, 0xe0]),
        KnownSignature("audio/mp4a-latm (AAC sound in LATM)", [0x56, 0xe1]),
    ]

    private static let archives = [
        KnownSignature("application/zip (ZIP archive)", [0x50, 0x4b, 0x03, 0x04]),
        KnownSignature("application/zip (ZIP archive)", [0x50, 0x4b, 0x05, 0x06]),
        KnownSignature("application/vnd.rar (RAR archive)", 0, "Rar!\u{1a}\u{7}"),
        KnownSignature("application/x-7z-compressed (7-Zip archive)", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
        KnownSignature("application/gzip (gzip data)", [0x1f, 0x8b]),
        KnownSignature("application/x-bzip2 (bzip2 data)", 0, "BZh"),
        KnownSignature("application/x-xz (xz data)", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]),
        KnownSignature("application/zstd (Zstandard data)", [0x28, 0xb5, 0x2f, 0xfd]),
        KnownSignature("application/x-lz4 (LZ4 data)", [0x04, 0x22, 0x4d, 0x18]),
        KnownSignature("application/vnd.ms-cab-compressed (cabinet archive)", 0, "MSCF\0\0\0\0"),
        KnownSignature("application/x-tar (tar archive)", 257, "ustar"),
    ]

    private static let programs = [
        KnownSignature("application/x-executable (ELF program)", 0, "\u{7f}ELF"),
        KnownSignature("application/vnd.microsoft.portable-executable (Windows program)", 0, "MZ"),
        KnownSignature("application/x-mach-binary (Mac program)", [0xcf, 0xfa, 0xed, 0xfe]),
        KnownSignature("application/x-mach-binary (Mac program)", [0xce, 0xfa, 0xed, 0xfe]),
        KnownSignature("application/java-vm (Java class or Mac program)", [0xca, 0xfe, 0xba, 0xbe]),
        KnownSignature("application/wasm (WebAssembly program)", 0, "\0asm"),
    ]

    private static let others = [
        KnownSignature("application/pdf (PDF document)", 0, "%PDF-"),
        KnownSignature("application/postscript (PostScript document)", 0, "%!PS"),
        KnownSignature("application/rtf (rich text)", 0, "{\\rtf"),
        KnownSignature("application/x-ole-storage (old Office document)", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
        KnownSignature("application/vnd.sqlite3 (SQLite database)", 0, "SQLite format 3\0"),
        KnownSignature("application/vnd.tcpdump.pcap (network trace)", [0xd4, 0xc3, 0xb2, 0xa1]),
        KnownSignature("application/x-plist (binary property list)", 0, "bplist00"),
        KnownSignature("font/woff (web font)", 0, "wOFF"),
        KnownSignature("font/woff2 (web font)", 0, "wOF2"),
        KnownSignature("font/otf (font)", 0, "OTTO"),
        KnownSignature("font/ttf (font)", [0x00, 0x01, 0x00, 0x00, 0x00]),
    ]
}
