import AttachmentCache
import AttachmentPipeline
import MediaTypes
import NotificationContent

/// The answer of `check` for one file (DESIGN section 3).
struct CheckReport: JSONValue {
    /// The file's name as given.
    let file: String
    /// Its size.
    let bytes: Int64
    /// Its digest; nil where the file was too large to read.
    let digest: Digest?
    /// What was measured.
    let media: InspectedMedia?
    /// Why it is rejected; nil if it is accepted.
    let failure: AttachmentFailure?

    /// The line for a person: `photo.jpg  accepted  image/jpeg 640x360 38 kB`.
    var line: String {
        let name = OutcomeLine.printable(file)
        if let failure {
            return "\(name)  rejected  \(failure.reason.rawValue): \(OutcomeLine.printable(failure.detail))"
        }
        guard let media else { return name }
        return "\(name)  accepted  "
            + OutcomeLine.facts(
                mime: media.format.row.mime, width: media.width, height: media.height,
                milliseconds: media.durationMilliseconds, bytes: bytes)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("file", file)
            writer.member("status", failure == nil ? "accepted" : "rejected")
            writer.member("reason", failure?.reason.rawValue)
            writer.member("detail", failure?.detail)
            writer.member("kind", media?.format.row.kind.name)
            writer.member("format", media?.format.row.name)
            writer.member("mime", media?.format.row.mime)
            writer.member("type", media?.format.row.uti)
            writer.member("bytes", bytes)
            writer.member("sha256", digest?.hexadecimal)
            writer.member("width", media?.width)
            writer.member("height", media?.height)
            writer.member("frames", media?.frames)
            writer.member("duration", media?.durationMilliseconds.map { Seconds(milliseconds: $0) })
            if let media, !media.codecs.isEmpty { writer.array("codecs", of: media.codecs) }
            let warnings = warnings
            if !warnings.isEmpty { writer.array("warnings", of: warnings) }
        }
    }

    private var warnings: [ContentWarning] {
        guard let media, failure == nil else { return [] }
        let row = media.format.row
        var warnings = MediaWarnings.of(file, bytes: bytes, trailingBytes: media.trailingBytes)
        if let word = nameExtension,
            let mismatch = MediaWarnings.mismatch(
                file, announcedAs: word, kind: row.kind.name, type: row.uti, mime: row.mime,
                fileExtension: row.fileExtension)
        {
            warnings.append(mismatch)
        }
        return warnings
            + ContentWarning.remarks(on: media, bytes: bytes).map { ContentWarning($0.code, "\(file): \($0.detail)") }
    }

    /// What stands behind the last point of the file's own name; nil for a name without one.
    private var nameExtension: String? {
        let name = file.split(separator: "/").last ?? ""
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
        return String(name[name.index(after: point)...])
    }
}
