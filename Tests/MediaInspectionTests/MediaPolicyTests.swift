import MediaTypes
import Testing

@testable import MediaInspection

@Suite struct MediaPolicyTests {
    private func film(_ format: MediaFormat = .mp4, microseconds: UInt64?) -> InspectedMedia {
        InspectedMedia(format: format, width: 192, height: 108, durationMicroseconds: microseconds)
    }

    private func picture(_ format: MediaFormat = .png, pixels: UInt64 = 1) -> InspectedMedia {
        InspectedMedia(format: format, width: 1, height: 1, frames: 1, canvasPixels: pixels)
    }

    @Test(arguments: [(10_485_759 as Int64, true), (10_485_760, true), (10_485_761, false)])
    func `ten mebibytes pass and one byte more does not`(bytes: Int64, passes: Bool) {
        let refusal = MediaPolicy.default.judge(picture(), bytes: bytes)
        #expect((refusal == nil) == passes)
        if let refusal {
            #expect(refusal.reason == .tooLarge)
            #expect(refusal.detail == "10485761 bytes, the limit for image/png is 10485760")
        }
    }

    @Test(arguments: [(63_999_999 as UInt64, true), (64_000_000, true), (64_000_001, false)])
    func `64 million pixels pass and one more does not`(pixels: UInt64, passes: Bool) {
        let refusal = MediaPolicy.default.judge(picture(pixels: pixels), bytes: 1)
        #expect((refusal == nil) == passes)
        if let refusal {
            #expect(refusal == PolicyRefusal(.tooManyPixels, "64000001 pixels, the limit is 64000000"))
        }
    }

    @Test func `the displayed size counts where the canvas says less`() {
        var media = film(microseconds: 1)
        media.width = .max
        media.height = .max
        #expect(MediaPolicy.default.judge(media, bytes: 1)?.reason == .tooManyPixels)
    }

    private static let playingTimes: [(UInt64?, PolicyRefusal.Reason?)] = [
        (30_000_000, nil), (30_049_999, nil), (30_050_000, nil), (30_050_001, .tooLong), (31_000_000, .tooLong),
        (.max, .tooLong), (1, nil), (0, .corrupt), (nil, .corrupt),
    ]

    @Test(arguments: playingTimes)
    func `a film lasts up to 30 s and a rounding error`(microseconds: UInt64?, reason: PolicyRefusal.Reason?) {
        #expect(MediaPolicy.default.judge(film(microseconds: microseconds), bytes: 1)?.reason == reason)
    }

    @Test(arguments: [
        (31_000_000 as UInt64, 30_000 as Int64, "31.0 s, the limit is 30 s"),
        (31_007_900, 30_000, "31.007 s, the limit is 30 s"), (30_060_000, 30_000, "30.06 s, the limit is 30 s"),
        (40_000_000, 2_500, "40.0 s, the limit is 2.5 s"), (600_000_000, 250, "600.0 s, the limit is 0.25 s"),
    ])
    func `a film that is too long is told by how much`(microseconds: UInt64, limit: Int64, detail: String) {
        let policy = MediaPolicy.default.overriding(maxVideoDuration: .milliseconds(limit))
        #expect(policy.judge(film(microseconds: microseconds), bytes: 1)?.detail == detail)
    }

    @Test func `sound may last as long as it likes`() {
        let media = InspectedMedia(format: .mp3, durationMicroseconds: 3_600_000_000)
        #expect(MediaPolicy.default.judge(media, bytes: 1) == nil)
    }

    private static let allowed: [(MediaPolicy, Set<MediaFormat>)] = [
        (.default, Set(MediaFormat.allCases).subtracting([.avi, .aiff])),
        (.apple, [.jpeg, .png, .gif, .mp3, .m4a, .wav, .aiff, .mpeg, .mp4, .avi]),
        (.fcmAndroid, [.jpeg, .png, .gif]),
    ]

    @Test(arguments: allowed)
    func `a policy allows its own formats only`(policy: MediaPolicy, formats: Set<MediaFormat>) {
        for format in MediaFormat.allCases {
            let media =
                format.row.kind == .video ? film(format, microseconds: 1_000_000) : InspectedMedia(format: format)
            let refusal = policy.judge(media, bytes: 1)
            #expect((refusal == nil) == formats.contains(format), "\(policy.name) \(format)")
            if let refusal {
                #expect(refusal.reason == .unsupportedType)
                #expect(refusal.detail == "\(format.row.mime) is not allowed by the policy \(policy.name)")
            }
        }
    }

    @Test(arguments: [
        (MediaPolicy.apple, MediaFormat.gif, 10_485_760 as Int64), (.apple, .wav, 5_242_880),
        (.apple, .mp4, 52_428_800), (.apple, .avi, 52_428_800), (.apple, .aiff, 5_242_880), (.apple, .mpeg, 52_428_800),
        (.fcmAndroid, .jpeg, 1_048_576),
    ])
    func `each policy has its own sizes`(policy: MediaPolicy, format: MediaFormat, limit: Int64) {
        let media = InspectedMedia(format: format, width: 1, height: 1, durationMicroseconds: 60_000_000)
        #expect(policy.judge(media, bytes: limit - 1) == nil)
        #expect(policy.judge(media, bytes: limit) == nil)
        #expect(policy.judge(media, bytes: limit + 1)?.reason == .tooLarge)
    }

    @Test func `the largest file of any format bounds a transfer`() {
        #expect(MediaPolicy.default.largestBytes == 10_485_760)
        #expect(MediaPolicy.apple.largestBytes == 52_428_800)
        #expect(MediaPolicy.fcmAndroid.largestBytes == 1_048_576)
    }

    @Test func `an operator's limits replace the policy's`() {
        let policy = MediaPolicy.default.overriding(maxBytes: 100, maxVideoDuration: .seconds(5), maxPixels: 10)
        #expect(policy.judge(picture(pixels: 10), bytes: 100) == nil)
        #expect(policy.judge(picture(pixels: 10), bytes: 101)?.reason == .tooLarge)
        #expect(policy.judge(picture(pixels: 11), bytes: 100)?.reason == .tooManyPixels)
        let short = InspectedMedia(format: .mov, width: 1, height: 1, durationMicroseconds: 5_050_000)
        #expect(policy.judge(short, bytes: 1) == nil)
        let long = InspectedMedia(format: .mov, width: 1, height: 1, durationMicroseconds: 5_050_001)
        #expect(policy.judge(long, bytes: 1)?.reason == .tooLong)
        #expect(MediaPolicy.default.overriding() == .default)
    }

    @Test(arguments: [(64_000_000 as UInt64, false), (64_000_001, true), (0, false)])
    func `a refused file that claims too many pixels is called a bomb`(pixels: UInt64, isBomb: Bool) {
        let refusal = MediaRefusal(.truncated, "ends early", format: .png, claimedPixels: pixels)
        #expect(MediaPolicy.default.judge(refusal)?.reason == (isBomb ? .tooManyPixels : nil))
    }

    @Test(arguments: [
        (MediaPolicy.default, MediaFormat.avi, MediaRefusal.Reason.truncated, true), (.apple, .avi, .truncated, false),
        (.apple, .tiff, .corrupt, true), (.default, .tiff, .corrupt, false), (.fcmAndroid, .mp3, .polyglot, true),
        (.default, .avi, .unsupportedType, false),
    ])
    func `a broken file of a format that is not allowed is refused for its format`(
        policy: MediaPolicy, format: MediaFormat, reason: MediaRefusal.Reason, isForFormat: Bool
    ) {
        let refusal = policy.judge(MediaRefusal(reason, "broken", format: format))
        #expect(refusal?.reason == (isForFormat ? .unsupportedType : nil))
    }

    @Test(
        arguments: [
            (MediaFormat.mp4, 30_050_000, nil), (.mp4, 30_050_001, .tooLong), (.mov, 41_000_000, .tooLong),
            (.m4a, 41_000_000, nil), (.mp4, 0, nil),
        ] as [(MediaFormat, UInt64, PolicyRefusal.Reason?)])
    func `a broken film that claims to be too long is called too long`(
        format: MediaFormat, microseconds: UInt64, reason: PolicyRefusal.Reason?
    ) {
        let refusal = MediaRefusal(.truncated, "ends early", format: format, claimedMicroseconds: microseconds)
        #expect(MediaPolicy.default.judge(refusal)?.reason == reason)
    }
}
