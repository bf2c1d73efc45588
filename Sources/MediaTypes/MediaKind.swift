/// What a person would call the medium.
package enum MediaKind: UInt8, Sendable, CaseIterable {
    /// A still or animated picture.
    case image = 1
    /// Moving pictures, with or without sound.
    case video
    /// Sound alone.
    case audio

    /// The word used in JSON, logs and metrics.
    package var name: String {
        switch self {
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        }
    }
}
