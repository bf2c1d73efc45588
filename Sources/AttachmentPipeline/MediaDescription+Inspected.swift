import AttachmentCache
import MediaTypes

extension MediaDescription {
    /// What the index keeps of an inspection.
    init(_ media: InspectedMedia) {
        let row = media.format.row
        self.init(
            kind: row.kind.name, format: row.name, mime: row.mime, type: row.uti, width: media.width,
            height: media.height, frames: media.frames,
            durationMilliseconds: media.durationMilliseconds,
            codecs: media.codecs, hasAlpha: media.hasAlpha, canvasPixels: media.canvasPixels,
            trailingBytes: media.trailingBytes)
    }

    /// The inspection that made this record, so that another policy can judge cached bytes; nil for an unknown format.
    var inspected: InspectedMedia? {
        guard let format = MediaFormat.allCases.first(where: { $0.row.name == format }) else { return nil }
        return InspectedMedia(
            format: format, width: width, height: height, frames: frames,
            durationMicroseconds: durationMilliseconds.map { $0.multipliedReportingOverflow(by: 1000) }
                .flatMap { $0.overflow ? nil : $0.partialValue },
            codecs: codecs, hasAlpha: hasAlpha, canvasPixels: canvasPixels, trailingBytes: trailingBytes)
    }
}
