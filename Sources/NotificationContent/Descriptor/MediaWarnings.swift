/// Remarks on attached media.
package enum MediaWarnings {
    /// Over this many bytes a file could be too large for a phone that counts a megabyte as 1,000,000 bytes.
    static let nearLimit: Int64 = 10_000_000
    /// FCM's limit for an image on Android, in bytes.
    static let androidLimit: Int64 = 1_048_576

    /// What is remarkable about a file itself, called `name` in the sentences.
    package static func of(_ name: String, bytes: Int64, trailingBytes: UInt64) -> [ContentWarning] {
        var warnings: [ContentWarning] = []
        if bytes > nearLimit {
            warnings.append(
                ContentWarning(.nearLimit, "\(name) has \(bytes) bytes, over the \(nearLimit) that are safe"))
        }
        if trailingBytes > 0 {
            warnings.append(ContentWarning(.trailingBytes, "\(name) has \(trailingBytes) bytes behind its end"))
        }
        return warnings
    }

    /// The warning about a name that promises another type than the bytes have; nil where it does not. `word` is a file
    /// name extension or another word for a type.
    package static func mismatch(
        _ name: String, announcedAs word: String, kind: String, type: String, mime: String, fileExtension: String
    ) -> ContentWarning? {
        TypeHint.contradicts(word, kind: kind, type: type, mime: mime, fileExtension: fileExtension)
            ? mismatch(name, mime: mime) : nil
    }

    private static func mismatch(_ name: String, mime: String) -> ContentWarning {
        ContentWarning(.typeMismatch, "\(name) is announced as another type than \(mime)")
    }

    /// What is remarkable about one attachment.
    static func of(_ reference: MediaReference, _ media: AttachedMedia) -> [ContentWarning] {
        let name = reference.identifier
        var warnings = of(name, bytes: media.bytes, trailingBytes: media.trailingBytes)
        if let hint = reference.typeHint, TypeHint.contradicts(hint, media) {
            warnings.append(mismatch(name, mime: media.mime))
        }
        warnings += media.remarks.map { ContentWarning($0.code, "\(name): \($0.detail)") }
        if reference.platform == .android, media.kind == "image", media.bytes > androidLimit {
            warnings.append(
                ContentWarning(
                    .overAndroidLimit, "\(name) has \(media.bytes) bytes, Android shows images up to \(androidLimit)"))
        }
        return warnings
    }
}
