/// How long an origin or a URL that failed is left alone. Pure.
package struct BackOffRules: Sendable {
    /// The first pause; default 1 s. Each further one is twice as long.
    package var shortest = Duration.seconds(1)
    /// The longest pause unless the origin asks for more; default 60 s. Zero: no pause at all.
    package var longest = Duration.seconds(60)
    /// Flights in a row that must fail before an origin is left alone; default 5.
    package var flightsToOpen = 5
    /// The most URLs, and the most origins, whose failures are kept; defaults 4096 and 1024.
    package var mostURLs = 4096
    package var mostOrigins = 1024

    /// The defaults.
    package init() {}

    /// Rules that leave nothing alone.
    package static let none: BackOffRules = {
        var rules = BackOffRules()
        rules.shortest = .zero
        rules.longest = .zero
        rules.flightsToOpen = .max
        return rules
    }()

    /// The pause after the `count`th failure in a row, from 1.
    func pause(after count: Int, retryAfter: Int64?) -> Duration {
        guard longest > .zero else { return .zero }
        var pause = shortest
        var step = 1
        while step < count, pause < longest {
            pause *= 2
            step += 1
        }
        pause = min(pause, longest)
        guard let retryAfter else { return pause }
        return max(pause, .seconds(retryAfter))
    }
}

extension FetchFailure {
    /// The failure as it is given again while its cause is left alone until an instant.
    func remembered(until end: ContinuousClock.Instant, now: ContinuousClock.Instant) -> FetchFailure {
        var failure = self
        failure.isRemembered = true
        let seconds = now.duration(to: end).wholeMilliseconds
        failure.retryAfterSeconds = Int64(max(1, (max(0, seconds) + 999) / 1000))
        return failure
    }
}
