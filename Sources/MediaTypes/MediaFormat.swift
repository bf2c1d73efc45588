/// A file format that the structure readers can prove; its raw value is its number on the inspector's wire.
package enum MediaFormat: UInt8, Sendable, CaseIterable {
    case jpeg = 1
    case png
    case gif
    case tiff
    case mpeg
    case mp4
    case mov
    case mp3
    case aac
    case m4a
    case wav
    case caf
    case avi
    case aiff

    /// The format's fixed facts: DESIGN section 4's table, one row a format, and what Apple's own table has beyond it.
    package var row: MediaFormatRow {
        switch self {
        case .jpeg: MediaFormatRow(.image, "jpeg", "image/jpeg", "public.jpeg", "jpg")
        case .png: MediaFormatRow(.image, "png", "image/png", "public.png", "png")
        case .gif: MediaFormatRow(.image, "gif", "image/gif", "com.compuserve.gif", "gif")
        case .tiff: MediaFormatRow(.image, "tiff", "image/tiff", "public.tiff", "tiff")
        case .mpeg: MediaFormatRow(.video, "mpeg", "video/mpeg", "public.mpeg", "mpg")
        case .mp4: MediaFormatRow(.video, "mp4", "video/mp4", "public.mpeg-4", "mp4")
        case .mov: MediaFormatRow(.video, "mov", "video/quicktime", "com.apple.quicktime-movie", "mov")
        case .mp3: MediaFormatRow(.audio, "mp3", "audio/mpeg", "public.mp3", "mp3")
        case .aac: MediaFormatRow(.audio, "aac", "audio/aac", "public.aac-audio", "aac")
        case .m4a: MediaFormatRow(.audio, "m4a", "audio/mp4", "public.mpeg-4-audio", "m4a")
        case .wav: MediaFormatRow(.audio, "wav", "audio/wav", "com.microsoft.waveform-audio", "wav")
        case .caf: MediaFormatRow(.audio, "caf", "audio/x-caf", "com.apple.coreaudio-format", "caf")
        case .avi: MediaFormatRow(.video, "avi", "video/x-msvideo", "public.avi", "avi")
        case .aiff: MediaFormatRow(.audio, "aiff", "audio/aiff", "public.aiff-audio", "aiff")
        }
    }
}

/// One row of the format table.
package struct MediaFormatRow: Sendable, Equatable {
    /// Picture, film or sound.
    package let kind: MediaKind
    /// The format's short name, `jpeg`.
    package let name: String
    /// Its canonical MIME type.
    package let mime: String
    /// Its uniform type identifier, Apple's `type`.
    package let uti: String
    /// The file name extension without the dot, the one that makes a phone read the file as this type.
    package let fileExtension: String

    init(_ kind: MediaKind, _ name: String, _ mime: String, _ uti: String, _ fileExtension: String) {
        self.kind = kind
        self.name = name
        self.mime = mime
        self.uti = uti
        self.fileExtension = fileExtension
    }
}
