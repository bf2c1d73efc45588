import MediaTypes

/// The `ftyp` box: what the file says it is, and is also compatible with (ISO/IEC 14496-12 section 4.3).
struct FileBrands {
    /// No real file lists more; the corpus' largest has 60.
    private static let mostCompatible = 256

    /// What the file was made as.
    let major: FourCharacterCode
    /// What else may read it.
    let compatible: [FourCharacterCode]

    /// Reads the box's content as far as it is there; nil when even the major brand is missing.
    init?(_ bytes: Span<UInt8>, _ box: Box) {
        guard box.end - box.body >= 4, let major = bytes.u32be(box.body) else { return nil }
        self.major = FourCharacterCode(major)
        var listed: [FourCharacterCode] = []
        var offset = box.body + 8
        while offset + 4 <= box.end, listed.count < FileBrands.mostCompatible, let brand = bytes.u32be(offset) {
            listed.append(FourCharacterCode(brand))
            offset += 4
        }
        compatible = listed
    }

    /// The format that the major brand promises, for a file that does not get far enough to prove one.
    var expectedFormat: MediaFormat {
        switch major {
        case "qt  ": .mov
        case "M4A ", "M4B ", "F4A ", "F4B ": .m4a
        default: .mp4
        }
    }
}
