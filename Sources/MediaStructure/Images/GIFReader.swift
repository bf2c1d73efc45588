import MediaTypes

/// Proves GIF87a and GIF89a: a walk from block to block. Nothing is decoded.
enum GIFReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.matches("GIF87a", at: 0) || bytes.matches("GIF89a", at: 0)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        var walk = try GIFWalk(bytes)
        let end = try walk.run(bytes)
        guard walk.frames > 0 else { throw walk.refusal(.corrupt, "holds no image") }
        let trailing = try ForeignContent.trailing(bytes, from: end, of: .gif)
        return InspectedMedia(
            format: .gif, width: walk.width, height: walk.height, frames: walk.frames, hasAlpha: walk.hasTransparency,
            canvasPixels: walk.pixels, trailingBytes: trailing)
    }
}
