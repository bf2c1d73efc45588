import MediaFetching

/// URLs that wait for their turn, in one line an origin, in turns between origins, within the limits on flights. Pure; each
/// step takes constant time.
struct OriginTurns: Sendable {
    /// A URL that waits.
    struct Waiting: Sendable {
        let key: URLFingerprint
        let target: FetchTarget
    }

    private struct Line: Sendable {
        var waiting: [Waiting?] = []
        var head = 0
        var inFlight = 0
        var isReady = false
        var health: OriginHealth

        var count: Int { waiting.count - head }

        mutating func takeFirst() -> Waiting? {
            guard head < waiting.count else { return nil }
            let first = waiting[head]
            waiting[head] = nil
            head += 1
            if head == waiting.count {
                waiting.removeAll()
                head = 0
            } else if head >= 256, head > waiting.count / 2 {
                waiting.removeFirst(head)
                head = 0
            }
            return first
        }
    }

    private var limits: PrewarmLimits
    private var lines: [Origin: Line] = [:]
    /// Origins with something waiting and room for it, each once.
    private var ready: [Origin] = []
    private var readyHead = 0
    /// URLs in flight.
    private(set) var inFlight = 0

    init(_ limits: PrewarmLimits) {
        self.limits = limits
    }

    /// Keeps to other limits on flights from now on. An origin with something waiting becomes ready with its next landing;
    /// one that has nothing in flight is ready already, since every limit lets one fly.
    mutating func keep(to limits: PrewarmLimits) {
        self.limits.inFlight = max(1, limits.inFlight)
        self.limits.inFlightPerOrigin = max(1, limits.inFlightPerOrigin)
    }

    /// Whether the origin of a new URL is known not to answer: the verdict to give without a try.
    func refusal(of origin: Origin, at now: ContinuousClock.Instant) -> PrewarmVerdict? {
        guard case .failAlike(let verdict)? = lines[origin]?.health.advice(at: now) else { return nil }
        return verdict
    }

    /// Puts a URL at the end of its origin's line.
    mutating func add(_ waiting: Waiting) {
        let origin = waiting.target.origin
        lines[origin, default: Line(health: OriginHealth(limits))].waiting.append(waiting)
        makeReady(origin)
    }

    /// Takes the next URL that may fly, and counts it as in flight; nil if there is none.
    mutating func next(at now: ContinuousClock.Instant) -> Waiting? {
        guard inFlight < limits.inFlight else { return nil }
        while readyHead < ready.count {
            let origin = ready[readyHead]
            readyHead += 1
            if readyHead >= 1024 || readyHead == ready.count {
                ready.removeFirst(readyHead)
                readyHead = 0
            }
            lines[origin]?.isReady = false
            // Through the dictionary each time: a line that is also held by a copy is copied as a whole when it changes.
            guard lines[origin].map({ $0.inFlight < room(of: $0, at: now) }) == true,
                let first = lines[origin]?.takeFirst()
            else { continue }
            if lines[origin]?.health.advice(at: now) == .probe { lines[origin]?.health.beginProbe() }
            lines[origin]?.inFlight += 1
            inFlight += 1
            makeReady(origin)
            return first
        }
        return nil
    }

    /// A URL's flight has landed.
    ///
    /// - Returns: what waits for the origin, if the origin is known not to answer from now on; the verdict is `refusal`'s.
    mutating func landed(
        _ origin: Origin, _ verdict: PrewarmVerdict, at now: ContinuousClock.Instant
    ) -> [Waiting] {
        guard lines[origin] != nil else { return [] }
        inFlight -= 1
        lines[origin]?.inFlight -= 1
        var dropped: [Waiting] = []
        if lines[origin]?.health.note(verdict, at: now) == true, refusal(of: origin, at: now) != nil {
            while let waiting = lines[origin]?.takeFirst() { dropped.append(waiting) }
        }
        makeReady(origin)
        forgetIfIdle(origin, verdict)
        return dropped
    }

    private mutating func makeReady(_ origin: Origin) {
        guard let line = lines[origin], !line.isReady, line.count > 0, line.inFlight < limits.inFlightPerOrigin else {
            return
        }
        lines[origin]?.isReady = true
        ready.append(origin)
    }

    private func room(of line: Line, at now: ContinuousClock.Instant) -> Int {
        line.health.advice(at: now) == .tryIt ? limits.inFlightPerOrigin : 1
    }

    /// An origin that answers and has nothing to do costs no memory; what is known of a silent one is worth some.
    private mutating func forgetIfIdle(_ origin: Origin, _ verdict: PrewarmVerdict) {
        guard let line = lines[origin], line.inFlight == 0, line.count == 0, case .attached = verdict else { return }
        lines[origin] = nil
    }
}
