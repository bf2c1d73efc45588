/// The URLs that failed lately, and until when each is left alone. Pure; bounded; forgotten with the process.
struct URLBackOffs: Sendable {
    private struct BackOff: Sendable {
        var failures = 0
        var until: ContinuousClock.Instant
        var last: FetchFailure
    }

    private let rules: BackOffRules
    private var backOffs: [String: BackOff] = [:]

    /// How long a URL's failures are remembered beyond its pause, so that the next one is longer.
    static let memory = Duration.seconds(120)

    /// No URL has failed yet.
    init(_ rules: BackOffRules) {
        self.rules = rules
    }

    /// The URLs that are remembered.
    var count: Int { backOffs.count }

    /// The failure that is given in place of a fetch; nil where the URL may be fetched.
    func withheld(_ key: String, at now: ContinuousClock.Instant) -> FetchFailure? {
        guard let backOff = backOffs[key], now < backOff.until else { return nil }
        return backOff.last.remembered(until: backOff.until, now: now)
    }

    /// Takes note of how a fetch of a URL ended; what says nothing of its origin changes nothing.
    mutating func ended(
        _ key: String, _ result: Result<FetchAnswer, FetchFailure>, at now: ContinuousClock.Instant
    ) {
        switch result {
        case .success: backOffs[key] = nil
        case .failure(let failure):
            guard URLBackOffs.counts(failure) else { return }
            var failures = 1
            if let known = backOffs[key], now < known.until.advanced(by: URLBackOffs.memory) {
                failures = min(known.failures + 1, 64)
            }
            let pause = rules.pause(after: failures, retryAfter: failure.retryAfterSeconds)
            guard pause > .zero else { return }
            if backOffs[key] == nil { makeRoom(at: now) }
            backOffs[key] = BackOff(failures: failures, until: now.advanced(by: pause), last: failure)
        }
    }

    /// Whether a failure is its origin's, and may pass: statuses but those of a missing resource, which the index keeps,
    /// and everything that can go wrong on the network.
    static func counts(_ failure: FetchFailure) -> Bool {
        switch failure.reason {
        case .httpStatus: failure.httpStatus != 404 && failure.httpStatus != 410
        case .dnsFailure, .connectFailure, .tlsFailure, .stalled, .transferFailed, .truncated, .badEncoding: true
        default: false
        }
    }

    /// Drops what is over, and if that is not enough the half that is over first.
    private mutating func makeRoom(at now: ContinuousClock.Instant) {
        guard backOffs.count >= max(1, rules.mostURLs) else { return }
        backOffs = backOffs.filter { now < $0.value.until }
        guard backOffs.count > rules.mostURLs / 2 else { return }
        let ends = backOffs.values.map(\.until).sorted()
        let middle = ends[ends.count / 2]
        backOffs = backOffs.filter { $0.value.until > middle }
    }
}
