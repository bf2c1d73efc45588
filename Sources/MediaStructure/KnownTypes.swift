/// Names what a file is that no reader recognises, so that its refusal can say more than "no".
///
/// A name is no verdict: the file is refused whatever it is called.
enum KnownTypes {
    /// A type's MIME name and its name for a person, `image/webp (WebP picture)`; nil for bytes that nothing is known of.
    static func name(_ bytes: Span<UInt8>) -> String? {
        for row in KnownSignatures.rows where row.matches(bytes) { return row.name }
        return isoMedia(bytes) ?? matroska(bytes) ?? programmed(bytes) ?? TextTypes.name(bytes)
    }

    /// A file of the ISO base media family, by its brands: HEIF's general ones count only where none says more.
    private static func isoMedia(_ bytes: Span<UInt8>) -> String? {
        guard bytes.matches("ftyp", at: 4) else { return nil }
        let end = min(Int(bytes.u32be(0) ?? 0), bytes.count, 8 + 4 * 64)
        // The major brand, then, behind its version, the compatible ones.
        let places = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
        for table in [KnownSignatures.brands, KnownSignatures.generalBrands] {
            for offset in places {
                for (brand, name) in table where bytes.matches(brand, at: offset) { return name }
            }
        }
        return "video/mp4 (ISO media file of an unknown brand)"
    }

    /// Matroska's own container, which names its kind within the first elements (RFC 8794, RFC 9559 section 8).
    private static func matroska(_ bytes: Span<UInt8>) -> String? {
        guard bytes.matches([0x1a, 0x45, 0xdf, 0xa3], at: 0) else { return nil }
        let isWebM = (4..<64).contains { bytes.matches("webm", at: $0) }
        return isWebM ? "video/webm (WebM film)" : "video/x-matroska (Matroska film)"
    }

    /// Types that take more than a comparison at a fixed place.
    private static func programmed(_ bytes: Span<UInt8>) -> String? {
        if isTransportStream(bytes) { return "video/mp2t (MPEG transport stream)" }
        if isLayerTwo(bytes) { return "audio/mpeg (MPEG audio layer II)" }
        if isBitmap(bytes) { return "image/bmp (BMP picture)" }
        return nil
    }

    /// Five packets in a row that begin with the sync byte, wherever the first one starts (ISO 13818-1, 2.4.3.2).
    private static func isTransportStream(_ bytes: Span<UInt8>) -> Bool {
        [188, 192, 204].contains { size in
            (0..<size).contains { start in (0..<5).allSatisfy { bytes.u8(start + size * $0) == 0x47 } }
        }
    }

    /// A layer II frame with another where its length says (ISO 11172-3, 2.4.1.3; ISO 13818-3 for the lower rates).
    private static func isLayerTwo(_ bytes: Span<UInt8>) -> Bool {
        guard let length = layerTwoFrame(bytes, at: 0) else { return false }
        return layerTwoFrame(bytes, at: length) != nil
    }

    private static func layerTwoFrame(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
        guard let head = bytes.u32be(offset), head >> 21 == 0x7ff, head >> 17 & 3 == 2 else { return nil }
        let isFirstVersion = head >> 19 & 3 == 3
        let kilobits =
            isFirstVersion
            ? [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
        let rates = isFirstVersion ? [44_100, 48_000, 32_000, 0] : [22_050, 24_000, 16_000, 0]
        let bitRate = 1000 * kilobits[Int(head >> 12 & 15)]
        let rate = rates[Int(head >> 10 & 3)]
        guard bitRate > 0, rate > 0 else { return nil }
        return 144 * bitRate / rate + Int(head >> 9 & 1)
    }

    /// Two letters are little, so the size of the second header must be one of those that exist.
    private static func isBitmap(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.matches("BM", at: 0), let header = bytes.u32le(14) else { return false }
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(header)
    }
}
