import MediaTypes
import Testing

/// What the inspector must say of each committed sample.
struct MediaExpectation: Sendable, CustomTestStringConvertible {
    enum Result: Sendable {
        case media(InspectedMedia)
        case refused(MediaRefusal.Reason, detail: String)
    }

    let file: String
    let sniffedType: String
    let result: Result
    /// How far a playing time may be off, in microseconds: encoders pad.
    var durationTolerance: UInt64 = 0

    var testDescription: String { file }

    private static func image(
        _ file: String, _ format: MediaFormat, _ width: UInt32, _ height: UInt32, frames: UInt32 = 1,
        alpha: Bool = false
    ) -> MediaExpectation {
        MediaExpectation(
            file: file, sniffedType: format.row.mime,
            result: .media(
                InspectedMedia(
                    format: format, width: width, height: height, frames: frames, hasAlpha: alpha,
                    canvasPixels: UInt64(width) * UInt64(height))))
    }

    private static func video(
        _ file: String, _ format: MediaFormat, _ width: UInt32, _ height: UInt32, _ microseconds: UInt64,
        _ codecs: [String]
    ) -> MediaExpectation {
        MediaExpectation(
            file: file, sniffedType: format.row.mime,
            result: .media(
                InspectedMedia(
                    format: format, width: width, height: height, durationMicroseconds: microseconds, codecs: codecs)),
            durationTolerance: 50_000)
    }

    private static func audio(
        _ file: String, _ format: MediaFormat, _ sniffedType: String, _ microseconds: UInt64, _ codecs: [String]
    ) -> MediaExpectation {
        MediaExpectation(
            file: file, sniffedType: sniffedType,
            result: .media(InspectedMedia(format: format, durationMicroseconds: microseconds, codecs: codecs)),
            durationTolerance: 100_000)
    }

    static let all: [MediaExpectation] = [
        image("photo.jpg", .jpeg, 640, 360),
        image("picture.png", .png, 320, 200),
        image("animation.png", .png, 96, 64, frames: 5),
        image("animation.gif", .gif, 96, 64, frames: 5, alpha: true),
        image("scan.tiff", .tiff, 160, 120),
        video("clip.mp4", .mp4, 192, 108, 2_000_000, ["avc1", "mp4a.40.2"]),
        video("clip.mov", .mov, 192, 108, 2_000_000, ["avc1"]),
        video("long.mp4", .mp4, 64, 48, 31_000_000, ["avc1"]),
        video("clip.mpg", .mpeg, 176, 144, 1_000_000, []),
        video("stream.m2v", .mpeg, 176, 144, 1_000_000, []),
        audio("sound.mp3", .mp3, "audio/mpeg", 2_000_000, []),
        audio("sound.aac", .aac, "audio/x-hx-aac-adts", 2_000_000, []),
        audio("sound.m4a", .m4a, "audio/x-m4a", 2_000_000, ["mp4a.40.2"]),
        audio("sound.wav", .wav, "audio/x-wav", 1_000_000, []),
        audio("sound.caf", .caf, "audio/x-caf", 1_000_000, []),
        MediaExpectation(
            file: "photo.webp", sniffedType: "image/webp",
            result: .refused(.unsupportedType, detail: "image/webp is not supported")),
    ]
}
