/// How long a blob stays for those who were told of it (DESIGN section 5, Lifecycle). Seconds; no disk, no clock.
package enum PinRules {
    /// After its descriptor went out.
    package static let afterDescriptor: Int64 = 3600
    /// The same for what the origin forbids to keep, and the least for a URL in a payload.
    package static let least: Int64 = 600
    /// In a payload that does not say how long it may be delivered.
    package static let withoutTimeToLive: Int64 = 3 * 86_400
    /// The longest that a payload may ask for: a device gets missed notifications for a week.
    package static let longest: Int64 = 7 * 86_400
    /// Per cent of the cache's limit that pins hold at most.
    static let share: Int64 = 80

    /// How long a blob named in a descriptor stays.
    ///
    /// - Parameters:
    ///   - isKept: whether the origin allows it to be kept (no `no-store`).
    ///   - isInPayload: whether its public URL stands in the payload to deliver.
    ///   - timeToLive: seconds for which that payload may be delivered; nil where it does not say.
    /// - Returns: seconds.
    package static func seconds(isKept: Bool, isInPayload: Bool, timeToLive: Int64?) -> Int64 {
        let descriptor = isKept ? afterDescriptor : least
        guard isInPayload else { return descriptor }
        return max(descriptor, max(least, min(timeToLive ?? withoutTimeToLive, longest)))
    }
}
