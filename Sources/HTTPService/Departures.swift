package import AttachmentCache
package import NotificationContent

/// Tells the cache which blobs an answer names, at the moment at which it goes out: they stay for who was told of them.
package struct Departures: Sendable {
    private let cache: AttachmentCache

    /// Makes one for a cache.
    package init(from cache: AttachmentCache) {
        self.cache = cache
    }

    /// Notes an answer. Costs a look at a small table for each attachment, and waits for nothing.
    ///
    /// - Parameters:
    ///   - outcomes: what it tells.
    ///   - payload: the payload with the blobs' public URLs in it, which will be delivered; nil where there is none.
    package func note(_ outcomes: [Outcome?], delivering payload: Payload? = nil) {
        let timeToLive = payload?.timeToLive
        for case .attached(let media)? in outcomes {
            let seconds = PinRules.seconds(
                isKept: media.freshUntil != nil, isInPayload: payload != nil, timeToLive: timeToLive)
            cache.noteAnswer(sha256: media.sha256, stays: seconds, isHit: media.cache == .hit)
        }
    }
}
