import MediaTypes
import Testing

@testable import attachd_inspector

@Suite struct VerdictTests {
    @Test(arguments: [
        ("image/jpeg", MediaFormat.jpeg), ("image/png", .png), ("image/gif", .gif), ("image/tiff", .tiff),
        ("video/mpeg", .mpeg), ("video/mp4", .mp4), ("video/x-m4v", .mp4), ("audio/x-m4a", .mp4), ("audio/mp4", .mp4),
        ("video/quicktime", .mov), ("video/mp4", .mov), ("audio/x-m4a", .m4a), ("audio/mp4", .m4a), ("video/mp4", .m4a),
        ("audio/mpeg", .mp3), ("audio/x-hx-aac-adts", .aac), ("audio/x-wav", .wav), ("audio/x-caf", .caf),
        ("video/x-msvideo", .avi), ("audio/x-aiff", .aiff),
    ])
    func `libmagic's own names agree with the format they mean`(type: String, format: MediaFormat) {
        let media = InspectedMedia(format: format)
        #expect(Verdict.combine(type, proven: media) == .inspected(media))
    }

    @Test(arguments: MediaFormat.allCases)
    func `a file that libmagic does not know is what its structure proves`(format: MediaFormat) {
        let media = InspectedMedia(format: format)
        #expect(Verdict.combine("application/octet-stream", proven: media) == .inspected(media))
    }

    @Test(arguments: [
        ("image/heic", MediaFormat.mp4), ("video/3gpp", .mp4), ("image/x-canon-cr2", .tiff), ("audio/mpeg", .aac),
        ("audio/x-hx-aac-adts", .mp3), ("image/png", .jpeg), ("video/mpeg", .mp4), ("application/pdf", .jpeg),
    ])
    func `another family's name refuses a proven structure`(type: String, format: MediaFormat) {
        let media = InspectedMedia(format: format, canvasPixels: 12)
        let detail = "\(type): reads as \(format.row.mime) too, and only one of them can be meant"
        #expect(
            Verdict.combine(type, proven: media)
                == .refused(MediaRefusal(.unsupportedType, detail, format: format, claimedPixels: 12)))
    }

    @Test(arguments: [
        ("image/webp", MediaRefusal(.unsupportedType, "unknown data"), "image/webp is not supported"),
        ("video/3gpp", MediaRefusal(.unsupportedType, "brand 3gp4", format: .mp4), "video/3gpp: brand 3gp4"),
        ("application/octet-stream", MediaRefusal(.unsupportedType, "unknown data"), "unknown data"),
        ("image/tiff", MediaRefusal(.unsupportedType, "BigTIFF"), "BigTIFF"),
        ("audio/mpeg", MediaRefusal(.unsupportedType, "MPEG audio layer II"), "MPEG audio layer II"),
        ("image/webp", MediaRefusal(.truncated, "ends early", format: .wav), "ends early"),
    ])
    func `a refusal names the type where libmagic knows it better`(
        type: String, refusal: MediaRefusal, detail: String
    ) {
        var expected = refusal
        expected.detail = detail
        #expect(Verdict.combine(type, refused: refusal) == .refused(expected))
    }
}
