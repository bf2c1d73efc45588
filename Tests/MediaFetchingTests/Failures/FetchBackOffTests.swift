import Fixtures
import LoopbackOrigin
import MediaFetching
import Synchronization
import Telemetry
import Testing

/// Failures are given again without asking, for as long as the rules say; the clock is moved by hand.
@Suite(.timeLimit(.minutes(20)))
struct FetchBackOffTests {
    static func bench(
        _ clock: MovedClock, _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
    ) throws -> FetchBench {
        try FetchBench(LoopbackOrigin(handler), clocks: clock.clocks) { $0.retries.mostRetries = 0 }
    }

    @Test func `a URL that failed is left alone, longer each time, until it is well`() async throws {
        let clock = MovedClock()
        let isWell = Atomic(false)
        let bench = try FetchBackOffTests.bench(clock) { _ in
            isWell.load(ordering: .relaxed) ? .body([1]) : .body([], status: 503)
        }
        var requests = 0
        for seconds in [1, 2, 4, 8] as [Int64] {
            let first = try #require(await bench.fetch("/a").failure)
            #expect(first.httpStatus == 503 && !first.isRemembered)
            requests += 1
            let again = try #require(await bench.fetch("/a").failure)
            #expect(again.httpStatus == 503 && again.isRemembered)
            #expect(again.retryAfterSeconds == seconds)
            clock.move(by: .seconds(seconds) - .milliseconds(1))
            #expect(await bench.fetch("/a").failure?.isRemembered == true)
            #expect(bench.origin.requests.count == requests)
            clock.move(by: .milliseconds(1))
        }
        isWell.store(true, ordering: .relaxed)
        for _ in 0..<2 { #expect(await bench.fetch("/a").body == [1]) }
        #expect(bench.fetcher.withheld.byBackOff == 8)
        #expect(bench.fetcher.withheld.byCircuit == 0)
    }

    @Test func `other URLs of an origin that answers are not held back`() async throws {
        let bench = try FetchBackOffTests.bench(MovedClock()) { request in
            request.path == "/good" ? .body([1]) : .body([], status: 503)
        }
        for index in 0..<20 { #expect(await bench.fetch("/\(index)").failure?.isRemembered == false) }
        #expect(await bench.fetch("/good").body == [1])
    }

    @Test func `429 holds its whole origin back, and one request shows whether it is over`() async throws {
        let clock = MovedClock()
        let gate = try OriginGate()
        let count = Atomic(0)
        let bench = try FetchBackOffTests.bench(clock) { _ in
            switch count.add(1, ordering: .relaxed).newValue {
            case 1: .body([], status: 429, [("Retry-After", "7")])
            case 2: .held([1], until: gate)
            default: .body([2])
            }
        }
        #expect(await bench.fetch("/a").failure?.httpStatus == 429)
        let held = try #require(await bench.fetch("/b").failure)
        #expect(held.httpStatus == 429 && held.isRemembered && held.retryAfterSeconds == 7)
        #expect(bench.fetcher.withheld.circuits.open == 1)
        clock.move(by: .milliseconds(6999))
        #expect(await bench.fetch("/c").failure?.isRemembered == true)
        #expect(bench.origin.requests.count == 1)
        clock.move(by: .milliseconds(1))
        let probe = Task { await bench.fetch("/d") }
        await bench.origin.waitForRequests(2)
        #expect(await bench.fetch("/e").failure?.isRemembered == true)
        gate.open()
        #expect(await probe.value.body == [1])
        #expect(await bench.fetch("/f").body == [2])
        let circuits = bench.fetcher.withheld.circuits
        #expect([circuits.open, circuits.openings, circuits.probes, circuits.closings] == [0, 1, 1, 1])
        #expect(bench.fetcher.withheld.byCircuit == 3)
    }

    @Test func `five flights without an answer hold an origin back, and those behind them in the queue`() async throws {
        let clock = MovedClock()
        let bench = try FetchBench(LoopbackOrigin { _ in .closing }, clocks: clock.clocks) {
            $0.retries.mostRetries = 0
            $0.maxConnectionsPerHost = 1
        }
        let failures = await withTaskGroup(of: FetchFailure?.self) { group in
            for index in 0..<40 { group.addTask { await bench.fetch("/\(index)").failure } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(failures.allSatisfy { $0?.reason == .transferFailed })
        #expect(failures.count { $0?.isRemembered == true } == 35)
        #expect(bench.origin.requests.count == 5)
        // The probe that fails makes the pause longer.
        clock.move(by: .seconds(1))
        #expect(await bench.fetch("/x").failure?.isRemembered == false)
        clock.move(by: .seconds(1))
        #expect(await bench.fetch("/y").failure?.isRemembered == true)
        #expect(bench.origin.requests.count == 6)
    }

    @Test func `a probe that is cancelled leaves its place to the next`() async throws {
        let clock = MovedClock()
        let count = Atomic(0)
        let bench = try FetchBackOffTests.bench(clock) { _ in
            switch count.add(1, ordering: .relaxed).newValue {
            case ...5: .closing
            case 6: .silent
            default: .body([1])
            }
        }
        for index in 0..<5 { _ = await bench.fetch("/\(index)") }
        clock.move(by: .seconds(1))
        let probe = Task { await bench.fetch("/probe") }
        await bench.origin.waitForRequests(6)
        probe.cancel()
        #expect(await probe.value.failure?.reason == .cancelled)
        #expect(await bench.fetch("/next").body == [1])
    }

    @Test func `what was told 429 together comes back one after another, not at once`() async throws {
        let clock = MovedClock(frozen: false)
        let isWell = Atomic(false)
        let early = Atomic(0)
        let bench = try FetchBench(
            LoopbackOrigin { _ in
                if isWell.load(ordering: .relaxed) { return .body([1]) }
                early.add(1, ordering: .relaxed)
                return .body([], status: 429, [("Retry-After", "20")])
            }, clocks: clock.clocks)
        let fetches = (0..<6).map { index in Task { await bench.fetch("/\(index)") } }
        await bench.origin.waitForRequests(6)
        while bench.fetcher.load.running > 0 { await bench.fetcher.answer() }
        isWell.store(true, ordering: .relaxed)
        #expect(await bench.fetch("/new").failure?.isRemembered == true)
        clock.move(by: .seconds(21))
        await bench.fetcher.answer()
        for fetch in fetches { #expect(await fetch.value.body == [1]) }
        #expect(bench.fetcher.withheld.circuits.probes == 1)
        #expect(early.load(ordering: .relaxed) == 6)
        #expect(bench.origin.requests.count == 12)
    }

    @Test func `a redirect to an origin that is left alone fails as that origin did`() async throws {
        let other = try LoopbackOrigin { _ in .closing }
        let bench = try FetchBench(
            LoopbackOrigin { _ in .redirect(302, to: other.url("/x")) }, clocks: MovedClock().clocks
        ) {
            $0.retries.mostRetries = 0
            $0.allowedNetworks.append(.init("127.0.0.1/32:\(other.port)"))
        }
        for index in 0..<5 { #expect(await bench.fetch("/\(index)").failure?.isRemembered == false) }
        #expect(await bench.fetch("/6").failure?.isRemembered == true)
        #expect(other.requests.count == 5)
        #expect(bench.origin.requests.count == 6)
    }

    @Test func `a redirect after a retry is judged by its own origin's circuit`() async throws {
        let other = try LoopbackOrigin { _ in .closing }
        let clock = MovedClock()
        let count = Atomic(0)
        let bench = try FetchBench(
            LoopbackOrigin { request in
                if request.path != "/retried" { return .redirect(302, to: other.url("/x")) }
                return count.add(1, ordering: .relaxed).newValue == 1
                    ? .body([], status: 503) : .redirect(302, to: other.url("/x"))
            }, clocks: clock.clocks
        ) {
            $0.retries = .withoutWaits
            $0.allowedNetworks.append(.init("127.0.0.1/32:\(other.port)"))
        }
        for index in 0..<5 { #expect(await bench.fetch("/\(index)").failure?.reason == .transferFailed) }
        let failure = try #require(await bench.fetch("/retried").failure)
        #expect(failure.isRemembered)
        #expect(failure.reason == .transferFailed)
        #expect(count.load(ordering: .relaxed) == 2)
    }
}
