import MediaTypes
import Testing

@testable import MediaInspection

@Suite struct MediaRemarkTests {
    private static func film(_ codecs: [String], _ format: MediaFormat = .mp4, seconds: UInt64 = 1) -> InspectedMedia {
        InspectedMedia(
            format: format, width: 64, height: 48, durationMicroseconds: seconds * 1_000_000, codecs: codecs)
    }

    private static let picture = InspectedMedia(format: .jpeg, width: 8, height: 8, frames: 1, canvasPixels: 64)
    private static let scan = InspectedMedia(format: .tiff, width: 8, height: 8, frames: 1, canvasPixels: 64)

    /// The policies that a remark names, by the words that begin each clause.
    private func differing(_ media: InspectedMedia, _ bytes: Int64) -> [String] {
        let detail = MediaRemark.all(on: media, bytes: bytes).first { $0.code == .policyDiffers }?.detail ?? ""
        return MediaPolicy.all.map(\.name).filter { detail.contains("\($0) (") }
    }

    private static let verdicts: [(InspectedMedia, Int64, [String])] = [
        (picture, 1_048_576, []), (picture, 1_048_577, ["fcm-android"]),
        (picture, 10_485_761, ["default", "apple", "fcm-android"]),
        (scan, 1, ["apple", "fcm-android"]),
        (film(["avc1.64001f"]), 1, ["fcm-android"]),
        (film(["avc1.64001f"], seconds: 31), 1, ["default", "fcm-android"]),
        (film(["avc1.64001f"]), 10_485_760, ["fcm-android"]), (film(["avc1"]), 10_485_761, ["default", "fcm-android"]),
        (film(["mp4v"], .avi), 1, ["default", "fcm-android"]), (film(["avc1"], .mov), 1, ["apple", "fcm-android"]),
        (InspectedMedia(format: .wav, codecs: ["lpcm"]), 5_242_880, ["fcm-android"]),
        (InspectedMedia(format: .wav, codecs: ["lpcm"]), 5_242_881, ["apple", "fcm-android"]),
    ]

    @Test(arguments: verdicts)
    func `every policy that would refuse the media is named`(media: InspectedMedia, bytes: Int64, names: [String]) {
        #expect(differing(media, bytes) == names)
    }

    @Test func `a policy is named with its reason and the measure`() {
        let remarks = MediaRemark.all(on: Self.film(["avc1"], .mov, seconds: 31), bytes: 1)
        #expect(
            remarks == [
                MediaRemark(
                    code: .policyDiffers,
                    detail: "refused under default (too-long: 31.0 s, the limit is 30 s), "
                        + "apple (unsupported-type: video/quicktime is not allowed by the policy apple), "
                        + "fcm-android (unsupported-type: video/quicktime is not allowed by the policy fcm-android)")
            ])
    }

    private static let codecs: [(MediaFormat, [String], String?)] = [
        (.mp4, ["avc1.64001f", "mp4a.40.2"], nil), (.mp4, ["hvc1.1.6.L93.B0"], nil), (.mp4, ["hev1.1.6"], "hev1.1.6"),
        (.mp4, ["vp09.00.10.08", "Opus"], "vp09.00.10.08, Opus"), (.mp4, ["av01.0.04M.08"], "av01.0.04M.08"),
        (.mp4, ["mp4v.20.9", "mp4a.6B"], nil), (.mp4, ["mp4v.61"], "mp4v.61"), (.mp4, ["mp4v", "mp4a"], nil),
        (.mp4, ["avc1", "mp4a.DD"], "mp4a.DD"), (.mp4, ["mp4v.6D", "mp4a.A9"], "mp4v.6D, mp4a.A9"),
        (.mp4, ["jpeg"], "jpeg"),
        (.mov, ["jpeg", "sowt"], nil), (.mov, ["apch"], "apch"), (.mov, ["raw "], nil), (.mov, ["SVQ3"], "SVQ3"),
        (.m4a, ["alac"], nil), (.m4a, ["Opus"], "Opus"), (.m4a, ["fLaC"], nil), (.m4a, [".mp3"], nil),
        (.caf, ["aac "], nil), (.caf, ["opus"], "opus"), (.caf, ["ima4"], nil),
        (.wav, ["lpcm"], nil), (.wav, ["adpcm"], "adpcm"), (.wav, ["wav-1234"], "wav-1234"),
        (.mp3, ["mp3"], nil), (.aac, ["mp4a.40.2"], nil), (.mpeg, ["mpeg2video", "mp2"], nil),
        (.avi, ["MJPG", "lpcm"], nil), (.avi, ["XVID"], "XVID"), (.mp4, ["MJPG"], "MJPG"), (.aiff, ["lpcm"], nil),
        (.jpeg, [], nil),
    ]

    @Test(arguments: codecs)
    func `codecs that few phones play are named`(format: MediaFormat, codecs: [String], names: String?) {
        let media = InspectedMedia(format: format, codecs: codecs)
        let detail = MediaRemark.all(on: media, bytes: 1).first { $0.code == .codecRarelySupported }?.detail
        #expect(detail == names.map { "few phones play \($0) in \(format.row.name)" })
    }
}
