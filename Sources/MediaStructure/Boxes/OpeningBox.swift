import MediaTypes

/// The first box of a file: whether it is this family's, and whether it already names another format.
enum OpeningBox {
    /// A size above this is no first box but text or noise; four printable bytes are far above it.
    private static let largest: UInt32 = 0x00ff_ffff

    /// Boxes that may lead a file without `ftyp`, and whether other text could pass for them.
    private static let leading: [FourCharacterCode: Follower] = [
        "moov": .anything, "mdat": .anything, "styp": .anything, "moof": .anything, "sidx": .anything,
        "wide": .knownBox, "free": .knownBox, "skip": .knownBox, "pnot": .knownBox, "uuid": .knownBox,
    ]

    /// What must stand behind a leading box.
    private enum Follower {
        case anything
        case knownBox
    }

    /// Boxes that may follow a leading one that means little by itself.
    private static let followers: Set<FourCharacterCode> = [
        "ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "PICT", "styp", "moof", "uuid", "udta", "meta",
    ]

    /// Formats whose first box is a signature of their own.
    private static let signatures: [FourCharacterCode: String] = [
        "jP  ": "image/jp2 (JPEG 2000 picture)", "JXL ": "image/jxl (JPEG XL picture)",
    ]

    /// Whether the file begins with a box of ISO base media, QuickTime, or a relative that is refused by name.
    static func isPlausible(_ bytes: Span<UInt8>) -> Bool {
        guard let size = bytes.u32be(0), let name = bytes.u32be(4) else { return false }
        let type = FourCharacterCode(name)
        if signatures[type] != nil { return size == 12 }
        guard size <= largest else { return false }
        if type == .ftyp { return size == 0 || size == 1 || size >= 8 }
        guard let follower = leading[type] else { return false }
        switch follower {
        case .anything:
            return size >= 8 || (size == 1 && bytes.u64be(8).map { $0 >= 16 && $0 < 1 << 48 } ?? false)
                || (size == 0 && type == .mdat)
        case .knownBox:
            return size >= 8 && bytes.u32be(Int(size) + 4).map { followers.contains(FourCharacterCode($0)) } ?? false
        }
    }

    /// The format that the file sets out to be: by its brand, or QuickTime without one.
    static func expectedFormat(_ bytes: Span<UInt8>) -> MediaFormat {
        guard let box = brandBox(bytes) else {
            return bytes.matches("moof", at: 4) || bytes.matches("sidx", at: 4) ? .mp4 : .mov
        }
        return FileBrands(bytes, box)?.expectedFormat ?? .mp4
    }

    /// Refuses what only shares the kind of box.
    ///
    /// - Throws: `unsupported-type` naming the format.
    static func refuseOtherFormats(_ bytes: Span<UInt8>) throws(MediaRefusal) {
        if let name = bytes.u32be(4).flatMap({ signatures[FourCharacterCode($0)] }) {
            throw MediaRefusal(.unsupportedType, name)
        }
        guard let box = brandBox(bytes), let brands = FileBrands(bytes, box),
            let name = BrandTable.refusal(major: brands.major, compatible: brands.compatible)
        else { return }
        throw MediaRefusal(.unsupportedType, name)
    }

    /// The `ftyp` box (a segment's `styp`) at the start, or behind a few padding boxes there; cut at the file's end.
    private static func brandBox(_ bytes: Span<UInt8>) -> Box? {
        var offset = 0
        for _ in 0..<8 {
            switch BoxHeader.read(bytes, at: offset, limit: bytes.count) {
            case .whole(let box), .overrun(let box), .toTheEnd(let box):
                if box.type == .ftyp || box.type == "styp" { return box }
                guard leading[box.type] == .knownBox else { return nil }
                offset = box.end
            case .leftover, .impossible:
                return nil
            }
        }
        return nil
    }
}
