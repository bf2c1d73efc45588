import MediaFetching

/// What is known and what is open of a list: the pure state machine behind a pre-warm.
///
/// A wish is answered at once (a verdict that came with it, or a recent one of the same URL), waits for another line's
/// URL, or waits for its turn. The owner asks what may fly, lets it fly, and reports the landing.
struct PrewarmBoard: Sendable {
    /// A wish whose URL has been read, and with it what the cache said.
    struct Prepared: Sendable {
        let place: PrewarmPlace
        let url: String?
        /// Where the URL leads; nil where `verdict` says why it leads nowhere.
        let target: FetchTarget?
        /// What needs no flight.
        let verdict: PrewarmVerdict?
    }

    private struct Waiter: Sendable {
        let place: PrewarmPlace
        let url: String?
    }

    private let limits: PrewarmLimits
    private var recent: RecentVerdicts
    private var pending: [URLFingerprint: [Waiter]] = [:]
    private var turns: OriginTurns
    private var outstanding = 0
    private var outstandingBytes = 0

    init(_ limits: PrewarmLimits) {
        self.limits = limits
        recent = RecentVerdicts(capacity: limits.recent)
        turns = OriginTurns(limits)
    }

    /// Whether more lines may be read.
    var hasRoom: Bool {
        outstanding < limits.outstanding && outstandingBytes < limits.outstandingBytes
    }

    /// Whether every line is answered.
    var isIdle: Bool { outstanding == 0 }

    /// Takes a wish in. Returns its result, or nil where it waits.
    mutating func admit(_ wish: Prepared, at now: ContinuousClock.Instant) -> PrewarmResult? {
        guard let text = wish.target?.cacheKey ?? wish.url else {
            return wish.verdict.map { PrewarmResult(wish.place, url: nil, $0) }
        }
        let key = URLFingerprint(text)
        if let verdict = recent[key] {
            return PrewarmResult(wish.place, url: wish.url, verdict.repeated, isRepeat: true)
        }
        if pending[key] == nil {
            if let verdict = wish.verdict {
                recent.add(key, verdict)
                return PrewarmResult(wish.place, url: wish.url, verdict)
            }
            guard let target = wish.target else { return nil }
            if let verdict = turns.refusal(of: target.origin, at: now) {
                recent.add(key, verdict)
                return PrewarmResult(wish.place, url: wish.url, verdict)
            }
            turns.add(OriginTurns.Waiting(key: key, target: target))
        }
        pending[key, default: []].append(Waiter(place: wish.place, url: wish.url))
        outstanding += 1
        outstandingBytes += PrewarmBoard.size(wish.url)
        return nil
    }

    /// Keeps to other limits on flights from now on; what is in the air stays there.
    mutating func keep(to limits: PrewarmLimits) {
        turns.keep(to: limits)
    }

    /// Takes the next URL that may fly; nil if there is none now.
    mutating func nextFlight(at now: ContinuousClock.Instant) -> OriginTurns.Waiting? {
        turns.next(at: now)
    }

    /// A flight has landed. Returns the results that this brings, in the order of their lines.
    mutating func landed(
        _ flight: OriginTurns.Waiting, _ verdict: PrewarmVerdict, at now: ContinuousClock.Instant
    ) -> [PrewarmResult] {
        var results = settle(flight.key, verdict)
        let dropped = turns.landed(flight.target.origin, verdict, at: now)
        guard let refusal = turns.refusal(of: flight.target.origin, at: now) else { return results }
        for waiting in dropped { results += settle(waiting.key, refusal) }
        return results
    }

    private mutating func settle(_ key: URLFingerprint, _ verdict: PrewarmVerdict) -> [PrewarmResult] {
        guard let waiters = pending.removeValue(forKey: key) else { return [] }
        recent.add(key, verdict)
        outstanding -= waiters.count
        for waiter in waiters { outstandingBytes -= PrewarmBoard.size(waiter.url) }
        return waiters.enumerated().map { index, waiter in
            PrewarmResult(
                waiter.place, url: waiter.url, index == 0 ? verdict : verdict.repeated, isRepeat: index > 0)
        }
    }

    private static func size(_ url: String?) -> Int {
        url?.utf8.count ?? 0
    }
}
