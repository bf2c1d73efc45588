/// The origins that are left alone: after so many flights in a row that got no answer, or when one says 429. Pure.
///
/// A circuit is closed (all may pass), open (none may, until its pause is over) or half-open (one probe is under way). A
/// flight reports once for each of its requests that was answered, and once when it ends without.
struct OriginCircuits: Sendable {
    /// Whether a request to an origin may be made.
    enum Admission: Sendable, Equatable {
        /// It may.
        case passes
        /// It may, as the one that shows whether the origin is back.
        case probe
        /// It may not: the failure that is given instead, and when the next may pass at the earliest.
        case withheld(FetchFailure, until: ContinuousClock.Instant)
    }

    private struct Circuit: Sendable {
        /// Flights in a row that failed.
        var failures = 0
        /// Openings in a row.
        var openings = 0
        /// Why it is open and until when; nil while it is closed.
        var open: (last: FetchFailure, until: ContinuousClock.Instant)?
        var isLimited = false
        var probe: UInt64?
    }

    private let rules: BackOffRules
    private var circuits: [Origin: Circuit] = [:]
    /// How often what has happened, and how many are open now.
    private(set) var counts = CircuitCounts()

    /// Every circuit is closed.
    init(_ rules: BackOffRules) {
        self.rules = rules
    }

    /// The origins that are remembered.
    var count: Int { circuits.count }

    /// What a request would be told, without making it the probe.
    func preview(_ origin: Origin, at now: ContinuousClock.Instant) -> Admission {
        guard let circuit = circuits[origin], let open = circuit.open else { return .passes }
        if circuit.probe == nil, now >= open.until { return .probe }
        let until = max(open.until, now.advanced(by: circuit.probe == nil ? .zero : OriginCircuits.probePause))
        return .withheld(open.last.remembered(until: until, now: now), until: until)
    }

    /// How soon who is held back by a probe may ask again.
    static let probePause = Duration.milliseconds(250)

    /// Lets a request pass or not; `id` is the probe from then on if it is told so.
    mutating func admit(_ origin: Origin, _ id: UInt64, at now: ContinuousClock.Instant) -> Admission {
        if let circuit = circuits[origin], circuit.open != nil, circuit.probe == id { return .probe }
        let admission = preview(origin, at: now)
        if admission == .probe {
            circuits[origin]?.probe = id
            counts.probes += 1
        }
        return admission
    }

    /// The origin gave an answer other than 429. It closes the circuit, unless 429 opened it: then a probe must.
    mutating func answered(_ origin: Origin, _ id: UInt64) {
        guard let circuit = circuits[origin] else { return }
        if circuit.open != nil, circuit.isLimited, circuit.probe != id {
            circuits[origin]?.failures = 0
            return
        }
        if circuit.open != nil {
            counts.open -= 1
            counts.closings += 1
        }
        circuits[origin] = nil
    }

    /// The origin answered 429.
    mutating func limited(
        _ origin: Origin, _ id: UInt64, _ failure: FetchFailure, at now: ContinuousClock.Instant
    ) {
        open(origin, id, failure, isLimited: true, at: now)
    }

    /// A flight ended without a usable answer of the origin; a failure of another kind is the end of a probe alone.
    mutating func failed(
        _ origin: Origin, _ id: UInt64, _ failure: FetchFailure, at now: ContinuousClock.Instant
    ) {
        let isProbe = circuits[origin]?.probe == id
        guard OriginCircuits.counts(failure.reason) || isProbe && failure.reason == .deadline else {
            released(origin, id)
            return
        }
        if circuits[origin] == nil {
            makeRoom()
            circuits[origin] = Circuit()
        }
        let failures = min((circuits[origin]?.failures ?? 0) + 1, 1 << 20)
        circuits[origin]?.failures = failures
        let isOpen = circuits[origin]?.open != nil
        if isProbe || !isOpen && failures >= rules.flightsToOpen {
            open(origin, id, failure, isLimited: false, at: now)
        }
    }

    /// A request has gone without telling anything of the origin: the next may be the probe.
    mutating func released(_ origin: Origin, _ id: UInt64) {
        if circuits[origin]?.probe == id { circuits[origin]?.probe = nil }
    }

    /// The reasons that count: no HTTP came, or it broke off.
    static func counts(_ reason: FetchFailure.Reason) -> Bool {
        switch reason {
        case .connectFailure, .dnsFailure, .tlsFailure, .stalled, .transferFailed: true
        default: false
        }
    }

    /// Opens a circuit, or keeps it open for longer. Of several that were under way together only the first counts as an
    /// opening.
    private mutating func open(
        _ origin: Origin, _ id: UInt64, _ failure: FetchFailure, isLimited: Bool, at now: ContinuousClock.Instant
    ) {
        if circuits[origin] == nil { makeRoom() }
        var circuit = circuits[origin] ?? Circuit()
        let isAgain = circuit.open == nil || circuit.probe == id
        if isAgain { circuit.openings = min(circuit.openings + 1, 64) }
        let pause = rules.pause(after: circuit.openings, retryAfter: isLimited ? failure.retryAfterSeconds : nil)
        guard pause > .zero else { return }
        let until = now.advanced(by: pause)
        if circuit.open == nil { counts.open += 1 }
        if isAgain { counts.openings += 1 }
        circuit.open = (failure, max(until, isAgain ? until : circuit.open?.until ?? until))
        circuit.isLimited = isLimited
        if circuit.probe == id { circuit.probe = nil }
        circuits[origin] = circuit
    }

    /// Drops closed circuits, and then any, until half of the room is free.
    private mutating func makeRoom() {
        guard circuits.count >= max(1, rules.mostOrigins) else { return }
        circuits = circuits.filter { $0.value.open != nil }
        guard circuits.count > rules.mostOrigins / 2 else { return }
        let ends = circuits.values.compactMap { $0.open?.until }.sorted()
        let middle = ends[ends.count / 2]
        circuits = circuits.filter { ($0.value.open?.until ?? middle) > middle }
        counts.open = circuits.count
    }
}

/// What has become of circuits, for metrics.
package struct CircuitCounts: Sendable, Equatable {
    /// Circuits that are open or half-open now.
    package var open = 0
    /// How often one opened, also again after its probe.
    package var openings = 0
    /// How often a probe was let through.
    package var probes = 0
    /// How often one closed.
    package var closings = 0
}
