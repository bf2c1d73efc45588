import MediaTypes

/// How libmagic's word and the structure reader's combine (DESIGN section 4).
///
/// The reader proves; libmagic can only veto, by naming another family than the one proven.
enum Verdict {
    /// Formats that libmagic cannot tell apart reliably: the brands of ISO base media say nothing about its tracks.
    private enum Family {
        case jpeg, png, gif, tiff, mpeg, isoMedia, mp3, aac, wav, caf, avi, aiff

        init(_ format: MediaFormat) {
            switch format {
            case .jpeg: self = .jpeg
            case .png: self = .png
            case .gif: self = .gif
            case .tiff: self = .tiff
            case .mpeg: self = .mpeg
            case .mp4, .mov, .m4a: self = .isoMedia
            case .mp3: self = .mp3
            case .aac: self = .aac
            case .wav: self = .wav
            case .caf: self = .caf
            case .avi: self = .avi
            case .aiff: self = .aiff
            }
        }
    }

    /// libmagic's names (5.44, and those of later releases where they differ) of the families that are read.
    private static let families: [String: Family] = [
        "image/jpeg": .jpeg,
        "image/png": .png, "image/apng": .png, "image/vnd.mozilla.apng": .png,
        "image/gif": .gif,
        "image/tiff": .tiff,
        "video/mpeg": .mpeg,
        "video/mp4": .isoMedia, "video/x-m4v": .isoMedia, "video/quicktime": .isoMedia, "audio/mp4": .isoMedia,
        "audio/x-m4a": .isoMedia,
        "audio/mpeg": .mp3,
        "audio/x-hx-aac-adts": .aac, "audio/aac": .aac,
        "audio/x-wav": .wav, "audio/vnd.wave": .wav, "audio/wav": .wav,
        "audio/x-caf": .caf,
        "video/x-msvideo": .avi, "video/vnd.avi": .avi,
        "audio/x-aiff": .aiff, "audio/aiff": .aiff,
    ]

    /// Whether `type` names a family that is read.
    static func isFamily(_ type: String) -> Bool {
        families[type] != nil
    }

    /// What to say of a file that libmagic calls `type` and whose structure was proven.
    static func combine(_ type: String, proven media: InspectedMedia) -> InspectorProtocol.Answer.Body {
        guard type != TypeSniffer.unknown, families[type] != Family(media.format) else { return .inspected(media) }
        return .refused(
            MediaRefusal(
                .unsupportedType, "\(type): reads as \(media.format.row.mime) too, and only one of them can be meant",
                format: media.format, claimedPixels: media.canvasPixels))
    }

    /// What to say of a file that libmagic calls `type` and that the reader refused: where it is of no supported type,
    /// libmagic may know which one it is.
    static func combine(_ type: String, refused refusal: MediaRefusal) -> InspectorProtocol.Answer.Body {
        guard refusal.reason == .unsupportedType, type != TypeSniffer.unknown, !isFamily(type) else {
            return .refused(refusal)
        }
        var named = refusal
        named.detail = refusal.format == nil ? "\(type) is not supported" : "\(type): \(refusal.detail)"
        return .refused(named)
    }
}
