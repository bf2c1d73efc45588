import MediaTypes

/// Proves AVI: a RIFF form of a header list, stream by stream, and a list of chunks that hold the pictures and the sound.
///
/// Segments of OpenDML ("AVIX") behind the first are part of the film. The playing time is the longest of what the streams
/// declare and what their chunks hold.
enum AVIReader: FormatReader {
    static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        bytes.matches("RIFF", at: 0) && bytes.matches("AVI ", at: 8)
    }

    static func read(_ bytes: Span<UInt8>) throws(MediaRefusal) -> InspectedMedia {
        let layout = try AVILayout(bytes)
        let streams = layout.streams
        let film = streams.first { $0.kind == .video }
        guard let film else { throw MediaRefusal(.corrupt, "an AVI file without pictures", format: .avi) }
        let longest = streams.map(\.claimedMicroseconds).max() ?? 0
        let pixels = UInt64(film.width) * UInt64(film.height)
        func refuse(_ reason: MediaRefusal.Reason, _ detail: String) -> MediaRefusal {
            MediaRefusal(reason, detail, format: .avi, claimedPixels: pixels, claimedMicroseconds: longest)
        }
        guard film.width > 0, film.height > 0 else { throw refuse(.corrupt, "pictures without a size") }
        if layout.isTruncated { throw refuse(.truncated, "the file ends before its RIFF size") }
        guard layout.hasMovie else { throw refuse(.corrupt, "no list of pictures and sound") }
        guard film.heldBytes > 0 else { throw refuse(.corrupt, "no picture in the file") }
        guard film.declared - min(film.declared, film.heldChunks) <= film.declared / AVIStream.allowedLoss + 1 else {
            throw refuse(.truncated, "\(film.declared) pictures are declared and \(film.heldChunks) are there")
        }
        let trailing = try ForeignContent.trailing(bytes, from: layout.end, of: .avi)
        return InspectedMedia(
            format: .avi, width: film.width, height: film.height,
            durationMicroseconds: streams.map(\.microseconds).max() ?? 0,
            codecs: Array(streams.map(\.codec).filter { !$0.isEmpty }.prefix(4)), canvasPixels: pixels,
            trailingBytes: trailing)
    }
}
