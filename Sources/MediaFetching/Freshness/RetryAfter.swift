import Telemetry

/// The Retry-After header (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The longest wait in seconds that is believed.
    static let longest: Int64 = 86_400

    /// The seconds to wait, from a number or a date; nil if the value is neither. A date gone by is 0.
    static func seconds(_ value: String, now: WallTime) -> Int64? {
        if let seconds = CacheHeaders.seconds(value) { return min(seconds, longest) }
        guard let date = HTTPDate.parse(value.trimmingBlanks, now: now) else { return nil }
        return min(max(0, now.seconds(to: date)), longest)
    }
}
