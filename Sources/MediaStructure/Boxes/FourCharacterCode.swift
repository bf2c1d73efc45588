/// The four bytes that name a box, a brand, a handler or a codec (ISO/IEC 14496-12 section 4.2).
struct FourCharacterCode: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The bytes as one number, first byte highest.
    let rawValue: UInt32

    init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Packs the first four bytes of an ASCII literal.
    init(stringLiteral value: String) {
        var packed: UInt32 = 0
        for byte in value.utf8 { packed = packed << 8 | UInt32(byte) }
        rawValue = packed
    }

    private var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    }

    /// Whether every byte may stand in a name: ASCII from space to tilde, or the copyright sign of QuickTime's texts.
    var isPlausible: Bool {
        bytes.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0xa9 }
    }

    /// The name as ASCII text without trailing spaces; `?` for a byte that is not printable.
    var text: String {
        var shown = bytes.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }
        while shown.last == 0x20 { shown.removeLast() }
        return String(decoding: shown, as: UTF8.self)
    }
}

/// The box names that steer the walk, packed once.
extension FourCharacterCode {
    static let ftyp: Self = "ftyp"
    static let moov: Self = "moov"
    static let moof: Self = "moof"
    static let mdat: Self = "mdat"
    static let free: Self = "free"
    static let skip: Self = "skip"
    static let wide: Self = "wide"
    static let mvhd: Self = "mvhd"
    static let mvex: Self = "mvex"
    static let mehd: Self = "mehd"
    static let trex: Self = "trex"
    static let cmov: Self = "cmov"
    static let rmra: Self = "rmra"
    static let trak: Self = "trak"
    static let tkhd: Self = "tkhd"
    static let tref: Self = "tref"
    static let chap: Self = "chap"
    static let edts: Self = "edts"
    static let elst: Self = "elst"
    static let mdia: Self = "mdia"
    static let mdhd: Self = "mdhd"
    static let hdlr: Self = "hdlr"
    static let minf: Self = "minf"
    static let dinf: Self = "dinf"
    static let dref: Self = "dref"
    static let stbl: Self = "stbl"
    static let stsd: Self = "stsd"
    static let stts: Self = "stts"
    static let stsc: Self = "stsc"
    static let stsz: Self = "stsz"
    static let stz2: Self = "stz2"
    static let stco: Self = "stco"
    static let co64: Self = "co64"
    static let traf: Self = "traf"
    static let tfhd: Self = "tfhd"
    static let tfdt: Self = "tfdt"
    static let trun: Self = "trun"
    static let sinf: Self = "sinf"
    static let wave: Self = "wave"
    static let esds: Self = "esds"
}
