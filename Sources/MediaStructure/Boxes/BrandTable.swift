/// What the brands of an `ftyp` box say: which ones are other formats in the same kind of box.
enum BrandTable {
    /// How far a brand's word reaches.
    enum Reach {
        /// The format is refused wherever the brand stands: major or among the compatible ones.
        case anywhere
        /// Only as the major brand: many ordinary films name it as one they are also compatible with.
        case majorOnly
    }

    /// One brand that is refused by name.
    struct Row {
        let brand: FourCharacterCode
        let name: String
        let reach: Reach

        init(_ brand: FourCharacterCode, _ name: String, _ reach: Reach) {
            self.brand = brand
            self.name = name
            self.reach = reach
        }
    }

    /// In the order in which a file with several of them is named: the coding before the bare container.
    static let refused: [Row] = [
        Row("avif", "image/avif (AVIF picture)", .anywhere), Row("avis", "image/avif (AVIF sequence)", .anywhere),
        Row("heic", "image/heic (HEIC picture)", .anywhere), Row("heix", "image/heic (HEIC picture)", .anywhere),
        Row("heim", "image/heic (HEIC picture)", .anywhere), Row("heis", "image/heic (HEIC picture)", .anywhere),
        Row("hevc", "image/heic-sequence (HEIC sequence)", .majorOnly),
        Row("hevx", "image/heic-sequence (HEIC sequence)", .majorOnly),
        Row("hevm", "image/heic-sequence (HEIC sequence)", .majorOnly),
        Row("hevs", "image/heic-sequence (HEIC sequence)", .majorOnly),
        Row("avci", "image/avci (AVC picture in HEIF)", .anywhere),
        Row("avcs", "image/avcs (AVC sequence in HEIF)", .majorOnly),
        Row("jpeg", "image/heif (JPEG picture in HEIF)", .anywhere),
        Row("jpgs", "image/heif-sequence (JPEG sequence in HEIF)", .majorOnly),
        Row("j2ki", "image/hej2k (JPEG 2000 picture in HEIF)", .anywhere),
        Row("vvic", "image/heif (VVC picture in HEIF)", .anywhere),
        Row("mif1", "image/heif (HEIF picture)", .anywhere), Row("mif2", "image/heif (HEIF picture)", .anywhere),
        Row("mif3", "image/heif (HEIF picture)", .anywhere), Row("miaf", "image/heif (HEIF picture)", .anywhere),
        Row("msf1", "image/heif-sequence (HEIF sequence)", .anywhere),
        Row("crx ", "image/x-canon-cr3 (Canon raw picture)", .anywhere),
        Row("jp2 ", "image/jp2 (JPEG 2000 picture)", .anywhere),
        Row("jpx ", "image/jp2 (JPEG 2000 picture)", .anywhere),
        Row("jph ", "image/jp2 (JPEG 2000 picture)", .anywhere),
        Row("jpm ", "image/jpm (JPEG 2000 document)", .anywhere),
        Row("mjp2", "video/mj2 (Motion JPEG 2000)", .majorOnly),
        Row("mj2s", "video/mj2 (Motion JPEG 2000)", .majorOnly),
        Row("jxl ", "image/jxl (JPEG XL picture)", .anywhere),
        Row("odcf", "application/vnd.oma.drm.content (OMA protected file)", .majorOnly),
    ]

    /// The families of 3GPP (TS 26.244) and 3GPP2 brands by their first three characters.
    private static let mobileFamilies: [(prefix: UInt32, name: String)] = [
        (FourCharacterCode("\u{0}3gp").rawValue, "video/3gpp (3GPP file)"),
        (FourCharacterCode("\u{0}3gr").rawValue, "video/3gpp (3GPP file)"),
        (FourCharacterCode("\u{0}3gs").rawValue, "video/3gpp (3GPP file)"),
        (FourCharacterCode("\u{0}3ge").rawValue, "video/3gpp (3GPP file)"),
        (FourCharacterCode("\u{0}3gg").rawValue, "video/3gpp (3GPP file)"),
        (FourCharacterCode("\u{0}3gh").rawValue, "video/3gpp (3GPP file)"),
        (FourCharacterCode("\u{0}3g2").rawValue, "video/3gpp2 (3GPP2 file)"),
    ]

    /// The name of the other format that the brands declare; nil where the tracks are to decide.
    static func refusal(major: FourCharacterCode, compatible: [FourCharacterCode]) -> String? {
        if let family = mobileFamilies.first(where: { $0.prefix == major.rawValue >> 8 }) {
            return family.name
        }
        if let row = refused.first(where: { $0.brand == major && !isBareContainer($0.brand) }) { return row.name }
        return refused.first { row in
            row.brand == major || (row.reach == .anywhere && compatible.contains(row.brand))
        }?.name
    }

    /// Whether the brand says only "HEIF", so that a compatible brand may name the coding better.
    private static func isBareContainer(_ brand: FourCharacterCode) -> Bool {
        ["mif1", "mif2", "mif3", "miaf", "msf1"].contains(brand)
    }
}
