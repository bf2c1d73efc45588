package import MediaTypes

/// Which inspected media are allowed: a table of values, one constant a named policy (DESIGN section 4).
package struct MediaPolicy: Sendable, Equatable {
    /// The policy's word on the command line and in details.
    package let name: String
    /// The formats allowed, and the largest file of each in bytes.
    package private(set) var byteLimits: [MediaFormat: Int64]
    /// The longest film that is shown in full; nil for no limit.
    package private(set) var maxVideoDuration: Duration?
    /// The most pixels that a decoder may have to hold.
    package private(set) var maxPixels: UInt64

    /// What a film may exceed its limit by, because containers round the last frame's end.
    private static let durationTolerance = Duration.milliseconds(50)
    private static let mebibyte: Int64 = 1_048_576

    /// The product's own list, up to 10 MiB each; films up to 30 s.
    package static let `default` = MediaPolicy(
        name: "default",
        byteLimits: limits([
            ([.jpeg, .png, .gif, .tiff, .mpeg, .mp4, .mov, .mp3, .aac, .m4a, .wav, .caf], 10 * mebibyte)
        ]),
        maxVideoDuration: .seconds(30), maxPixels: 64_000_000)

    /// The table of Apple's `UNNotificationAttachment`: images 10, audio 5, films 50 MB (Apple does not say which MB; 2^20
    /// here) and as long as they like. AVI and AIFF are in it; TIFF, MOV, CAF and bare AAC are not.
    package static let apple = MediaPolicy(
        name: "apple",
        byteLimits: limits([
            ([.jpeg, .png, .gif], 10 * mebibyte), ([.mp3, .m4a, .wav, .aiff], 5 * mebibyte),
            ([.mpeg, .mp4, .avi], 50 * mebibyte),
        ]),
        maxVideoDuration: nil, maxPixels: 64_000_000)

    /// What Firebase's Android library downloads: images up to 1 MiB (`ImageDownload.java`).
    package static let fcmAndroid = MediaPolicy(
        name: "fcm-android", byteLimits: limits([([.jpeg, .png, .gif], mebibyte)]), maxVideoDuration: nil,
        maxPixels: 64_000_000)

    /// The policies that can be named.
    package static let all: [MediaPolicy] = [.default, .apple, .fcmAndroid]

    private static func limits(_ rows: [(formats: [MediaFormat], bytes: Int64)]) -> [MediaFormat: Int64] {
        var table: [MediaFormat: Int64] = [:]
        for row in rows { for format in row.formats { table[format] = row.bytes } }
        return table
    }

    /// The policy with an operator's own limits; a nil leaves the policy's. `maxBytes` replaces the limit of every format.
    package func overriding(
        maxBytes: Int64? = nil, maxVideoDuration: Duration? = nil, maxPixels: UInt64? = nil
    ) -> MediaPolicy {
        var policy = self
        if let maxBytes { policy.byteLimits = byteLimits.mapValues { _ in maxBytes } }
        if let maxVideoDuration { policy.maxVideoDuration = maxVideoDuration }
        if let maxPixels { policy.maxPixels = maxPixels }
        return policy
    }

    /// The largest file that any format may have, in bytes: no transfer needs to go beyond it.
    package var largestBytes: Int64 {
        byteLimits.values.max() ?? 0
    }

    /// Judges what was measured in a file of `bytes` bytes; nil if it is allowed.
    package func judge(_ media: InspectedMedia, bytes: Int64) -> PolicyRefusal? {
        let row = media.format.row
        guard let limit = byteLimits[media.format] else { return disallowed(media.format) }
        if bytes > limit {
            return PolicyRefusal(.tooLarge, "\(bytes) bytes, the limit for \(row.mime) is \(limit)")
        }
        let area = UInt64(media.width ?? 0) * UInt64(media.height ?? 0)
        if let refusal = judge(pixels: max(media.canvasPixels, area)) { return refusal }
        return row.kind == .video ? judge(videoMicroseconds: media.durationMicroseconds ?? 0) : nil
    }

    /// Judges what a refused file claimed: a format that is not allowed, a bomb, or a film that is too long, is called so
    /// even where it is also broken. Nil leaves the refusal's reason.
    package func judge(_ refusal: MediaRefusal) -> PolicyRefusal? {
        // Two types in one file, or none that is known, are no matter of the policy's.
        if let format = refusal.format, byteLimits[format] == nil, refusal.reason != .unsupportedType {
            return disallowed(format)
        }
        if let bomb = judge(pixels: refusal.claimedPixels) { return bomb }
        guard refusal.format?.row.kind == .video, refusal.claimedMicroseconds > 0 else { return nil }
        return judge(videoMicroseconds: refusal.claimedMicroseconds)
    }

    private func disallowed(_ format: MediaFormat) -> PolicyRefusal {
        PolicyRefusal(.unsupportedType, "\(format.row.mime) is not allowed by the policy \(name)")
    }

    private func judge(pixels: UInt64) -> PolicyRefusal? {
        guard pixels > maxPixels else { return nil }
        return PolicyRefusal(.tooManyPixels, "\(pixels) pixels, the limit is \(maxPixels)")
    }

    private func judge(videoMicroseconds: UInt64) -> PolicyRefusal? {
        guard videoMicroseconds > 0 else { return PolicyRefusal(.corrupt, "the film does not say how long it is") }
        guard let maxVideoDuration else { return nil }
        // Compared as durations of whole microseconds: what does not fit Int64 is longer than any limit.
        let duration = Duration.microseconds(Int64(clamping: videoMicroseconds))
        guard duration > maxVideoDuration + MediaPolicy.durationTolerance else { return nil }
        return PolicyRefusal(
            .tooLong, "\(seconds(duration, decimals: 1)) s, the limit is \(seconds(maxVideoDuration, decimals: 0)) s")
    }

    /// Seconds with as many of 3 decimals as are not zero, but at least `decimals`; rounded down.
    private func seconds(_ duration: Duration, decimals: Int) -> String {
        let (whole, attoseconds) = duration.components
        let fraction = String(attoseconds / 1_000_000_000_000_000)
        var digits = String(repeating: "0", count: max(0, 3 - fraction.count)) + fraction
        while digits.count > decimals, digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
    }
}
