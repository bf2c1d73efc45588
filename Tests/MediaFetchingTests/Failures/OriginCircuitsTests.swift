import Testing

@testable import MediaFetching

/// The circuit of an origin, with a clock moved by hand.
struct OriginCircuitsTests {
    static let origin = Origin(scheme: .https, host: "a.example", port: 443)
    static let start = ContinuousClock.now
    static let refused = FetchFailure(.connectFailure, "No connection.")

    static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    /// A circuit opened by five failures at 0.
    static func opened() -> OriginCircuits {
        var circuits = OriginCircuits(BackOffRules())
        for id in 1...5 as ClosedRange<UInt64> { circuits.failed(origin, id, refused, at: start) }
        return circuits
    }

    static func isWithheld(_ admission: OriginCircuits.Admission) -> FetchFailure? {
        guard case .withheld(let failure, _) = admission else { return nil }
        return failure
    }

    @Test(arguments: FetchFailure.Reason.allCases)
    func `five flights in a row open it, for the reasons that no answer came of`(_ reason: FetchFailure.Reason) {
        let counts: Set<FetchFailure.Reason> = [
            .connectFailure, .dnsFailure, .tlsFailure, .stalled, .transferFailed,
        ]
        var circuits = OriginCircuits(BackOffRules())
        for id in 1...5 as ClosedRange<UInt64> {
            let admission = circuits.admit(OriginCircuitsTests.origin, id, at: OriginCircuitsTests.start)
            #expect(admission == .passes)
            circuits.failed(
                OriginCircuitsTests.origin, id, FetchFailure(reason, "x"), at: OriginCircuitsTests.start)
        }
        let failure = OriginCircuitsTests.isWithheld(
            circuits.preview(OriginCircuitsTests.origin, at: OriginCircuitsTests.at(0)))
        #expect((failure != nil) == counts.contains(reason))
        if let failure {
            #expect(failure.reason == reason)
            #expect(failure.isRemembered)
            #expect(failure.retryAfterSeconds == 1)
        }
        #expect(circuits.counts.open == (counts.contains(reason) ? 1 : 0))
    }

    @Test func `any answer begins the count anew`() {
        var circuits = OriginCircuits(BackOffRules())
        for id in 1...20 as ClosedRange<UInt64> {
            circuits.failed(OriginCircuitsTests.origin, id, OriginCircuitsTests.refused, at: OriginCircuitsTests.start)
            if id % 4 == 0 { circuits.answered(OriginCircuitsTests.origin, id) }
        }
        #expect(circuits.preview(OriginCircuitsTests.origin, at: OriginCircuitsTests.start) == .passes)
        #expect(circuits.counts == CircuitCounts())
    }

    @Test func `origins are counted apart, by scheme, host and port`() {
        let circuits = OriginCircuitsTests.opened()
        for other in [
            Origin(scheme: .http, host: "a.example", port: 443), Origin(scheme: .https, host: "b.example", port: 443),
            Origin(scheme: .https, host: "a.example", port: 444),
        ] {
            #expect(circuits.preview(other, at: OriginCircuitsTests.start) == .passes)
        }
    }

    @Test func `one probe passes, the others wait for what it brings`() {
        var circuits = OriginCircuitsTests.opened()
        let origin = OriginCircuitsTests.origin
        #expect(OriginCircuitsTests.isWithheld(circuits.admit(origin, 6, at: OriginCircuitsTests.at(999))) != nil)
        #expect(circuits.preview(origin, at: OriginCircuitsTests.at(1000)) == .probe)
        #expect(circuits.admit(origin, 7, at: OriginCircuitsTests.at(1000)) == .probe)
        #expect(circuits.admit(origin, 7, at: OriginCircuitsTests.at(1000)) == .probe)
        #expect(OriginCircuitsTests.isWithheld(circuits.admit(origin, 8, at: OriginCircuitsTests.at(1000))) != nil)
        circuits.answered(origin, 7)
        #expect(circuits.admit(origin, 9, at: OriginCircuitsTests.at(1000)) == .passes)
        #expect(circuits.counts == CircuitCounts(open: 0, openings: 1, probes: 1, closings: 1))
        #expect(circuits.count == 0)
    }

    @Test func `each probe that fails doubles the pause, to a minute`() {
        var circuits = OriginCircuitsTests.opened()
        let origin = OriginCircuitsTests.origin
        var now = 0
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            let before = circuits.admit(origin, 99, at: OriginCircuitsTests.at(now + seconds * 1000 - 1))
            #expect(OriginCircuitsTests.isWithheld(before)?.retryAfterSeconds == 1)
            now += seconds * 1000
            #expect(circuits.admit(origin, 7, at: OriginCircuitsTests.at(now)) == .probe)
            circuits.failed(origin, 7, OriginCircuitsTests.refused, at: OriginCircuitsTests.at(now))
        }
        #expect(circuits.counts.openings == 10)
        #expect(circuits.counts.open == 1)
    }

    @Test func `a probe that goes without a word leaves its place to the next`() {
        var circuits = OriginCircuitsTests.opened()
        let origin = OriginCircuitsTests.origin
        #expect(circuits.admit(origin, 7, at: OriginCircuitsTests.at(1000)) == .probe)
        circuits.released(origin, 8)
        #expect(OriginCircuitsTests.isWithheld(circuits.admit(origin, 9, at: OriginCircuitsTests.at(1000))) != nil)
        circuits.released(origin, 7)
        #expect(circuits.admit(origin, 9, at: OriginCircuitsTests.at(1000)) == .probe)
        circuits.failed(origin, 9, FetchFailure(.forbiddenAddress, "x"), at: OriginCircuitsTests.at(1000))
        #expect(circuits.admit(origin, 10, at: OriginCircuitsTests.at(1000)) == .probe)
        circuits.failed(origin, 10, FetchFailure(.deadline, "x"), at: OriginCircuitsTests.at(1000))
        #expect(OriginCircuitsTests.isWithheld(circuits.admit(origin, 11, at: OriginCircuitsTests.at(2999))) != nil)
        #expect(circuits.admit(origin, 11, at: OriginCircuitsTests.at(3000)) == .probe)
    }

    @Test(arguments: [(nil, 1), (0, 1), (5, 5), (3600, 3600)] as [(Int64?, Int)])
    func `429 opens it at once, for its Retry-After`(_ retryAfter: Int64?, _ seconds: Int) {
        var circuits = OriginCircuits(BackOffRules())
        let origin = OriginCircuitsTests.origin
        let failure = FetchFailure(.httpStatus, "x", httpStatus: 429, retryAfterSeconds: retryAfter)
        circuits.limited(origin, 1, failure, at: OriginCircuitsTests.start)
        let told = OriginCircuitsTests.isWithheld(circuits.admit(origin, 2, at: OriginCircuitsTests.start))
        #expect(told?.httpStatus == 429)
        #expect(told?.retryAfterSeconds == Int64(seconds))
        #expect(
            OriginCircuitsTests.isWithheld(
                circuits.admit(origin, 2, at: OriginCircuitsTests.at(seconds * 1000 - 1))) != nil)
        // What was under way when it came says nothing of the origin's patience.
        circuits.answered(origin, 3)
        #expect(circuits.counts.open == 1)
        #expect(circuits.admit(origin, 2, at: OriginCircuitsTests.at(seconds * 1000)) == .probe)
        circuits.answered(origin, 2)
        #expect(circuits.counts.open == 0)
    }

    @Test func `failures of flights that were under way together open it once`() {
        var circuits = OriginCircuits(BackOffRules())
        let origin = OriginCircuitsTests.origin
        for id in 1...50 as ClosedRange<UInt64> {
            circuits.failed(origin, id, OriginCircuitsTests.refused, at: OriginCircuitsTests.start)
        }
        #expect(circuits.counts.openings == 1)
        #expect(circuits.admit(origin, 51, at: OriginCircuitsTests.at(1000)) == .probe)
    }

    @Test func `the number of origins is bounded`() {
        var rules = BackOffRules()
        rules.mostOrigins = 16
        var circuits = OriginCircuits(rules)
        for index in 0..<1000 {
            let origin = Origin(scheme: .http, host: "h\(index).example", port: 80)
            for id in 1...5 as ClosedRange<UInt64> {
                circuits.failed(
                    origin, id, OriginCircuitsTests.refused, at: OriginCircuitsTests.at(index))
            }
            #expect(circuits.count <= 16)
            #expect(circuits.counts.open <= 16)
            #expect(circuits.preview(origin, at: OriginCircuitsTests.at(index)) != .passes)
        }
    }

    @Test func `rules without pauses leave nobody alone`() {
        var circuits = OriginCircuits(.none)
        let failure = FetchFailure(.httpStatus, "x", httpStatus: 429)
        circuits.limited(OriginCircuitsTests.origin, 1, failure, at: OriginCircuitsTests.start)
        for id in 1...50 as ClosedRange<UInt64> {
            circuits.failed(OriginCircuitsTests.origin, id, OriginCircuitsTests.refused, at: OriginCircuitsTests.start)
        }
        #expect(circuits.preview(OriginCircuitsTests.origin, at: OriginCircuitsTests.start) == .passes)
    }
}
