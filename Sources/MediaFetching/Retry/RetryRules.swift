/// Whether and when a request is made once more inside the same fetch. Pure.
package struct RetryRules: Sendable {
    /// The most retries of one fetch, over all its hops; default 2.
    package var mostRetries = 2
    /// The middle of the first wait, by cause; each further wait is three times as long.
    package var firstWaits: [RetryCause: Duration] = [
        .connection: .milliseconds(100), .http2: .milliseconds(50), .truncated: .milliseconds(100),
        .status: .milliseconds(300), .limited: .seconds(1), .otherPart: .zero,
    ]
    /// What must be left of the time after the wait, so that the new try can come to something; default 200 ms.
    package var leastTime = Duration.milliseconds(200)

    /// The defaults.
    package init() {}

    /// Rules without waits of their own, and as many retries: an origin's Retry-After still counts.
    package static let withoutWaits: RetryRules = {
        var rules = RetryRules()
        rules.firstWaits = [:]
        return rules
    }()

    /// How much later than Retry-After says a retry may begin: fetches that were told the same must not come at once.
    static let retryAfterSpread = Duration.milliseconds(250)

    /// The wait before the next try.
    ///
    /// - Parameters:
    ///   - cause: What ended the last try.
    ///   - retries: Retries so far.
    ///   - retryAfter: The origin's Retry-After in seconds.
    ///   - jitter: 0 to 1, at random: half of the wait is sure, the other half to one and a half falls evenly.
    ///   - left: The time until nobody waits any more.
    /// - Returns: The wait; nil if there is no next try.
    func wait(
        for cause: RetryCause, retries: Int, retryAfter: Int64?, jitter: Double, left: Duration
    ) -> Duration? {
        guard retries < mostRetries else { return nil }
        var wait = (firstWaits[cause] ?? .zero) * (0.5 + jitter)
        for _ in 0..<retries { wait *= 3 }
        if let retryAfter { wait = max(wait, .seconds(retryAfter) + RetryRules.retryAfterSpread * jitter) }
        return wait + leastTime <= left ? wait : nil
    }
}
