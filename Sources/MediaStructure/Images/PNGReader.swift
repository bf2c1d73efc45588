import MediaTypes

/// Proves PNG and APNG: a walk from chunk to chunk, with the checks of every chunk that matters.
///
/// Nothing is inflated, so neither picture nor text can unfold to more than the file holds.
enum PNGReader: FormatReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.matches(signature, at: 0)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        var walk = PNGWalk()
        let end = try walk.run(bytes)
        guard let header = walk.header else { throw walk.refusal(.corrupt, "does not begin with its header") }
        let trailing = try ForeignContent.trailing(bytes, from: end, of: .png)
        let size = (walk.orientation ?? .upright).displayed(header.width, header.height)
        return InspectedMedia(
            format: .png, width: size.width, height: size.height, frames: walk.frames,
            hasAlpha: header.hasAlphaChannel || walk.hasTransparency, canvasPixels: header.pixels,
            trailingBytes: trailing)
    }
}
