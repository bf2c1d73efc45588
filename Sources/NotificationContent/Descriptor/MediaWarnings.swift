/// Remarks on attached media.
enum MediaWarnings {
    /// Over this many bytes a file could be too large for a phone that counts a megabyte as 1,000,000 bytes.
    static let nearLimit: Int64 = 10_000_000
    /// FCM's limit for an image on Android, in bytes.
    static let androidLimit: Int64 = 1_048_576

    /// What is remarkable about one attachment.
    static func of(_ reference: MediaReference, _ media: AttachedMedia) -> [ContentWarning] {
        var warnings: [ContentWarning] = []
        let name = reference.identifier
        if media.bytes > nearLimit {
            warnings.append(
                ContentWarning(.nearLimit, "\(name) has \(media.bytes) bytes, over the \(nearLimit) that are safe"))
        }
        if let hint = reference.typeHint, TypeHint.contradicts(hint, media) {
            warnings.append(
                ContentWarning(.typeMismatch, "\(name) is announced as another type than \(media.mime)"))
        }
        if media.trailingBytes > 0 {
            warnings.append(
                ContentWarning(.trailingBytes, "\(name) has \(media.trailingBytes) bytes behind its end"))
        }
        if reference.platform == .android, media.kind == "image", media.bytes > androidLimit {
            warnings.append(
                ContentWarning(
                    .overAndroidLimit, "\(name) has \(media.bytes) bytes, Android shows images up to \(androidLimit)"))
        }
        return warnings
    }
}
