import AttachmentCache
import MediaFetching
import NotificationContent
import Testing

@testable import AttachmentPipeline

/// What is answered, what waits and what flies, without any I/O.
@Suite struct PrewarmBoardTests {
    private static let start = ContinuousClock.now
    private static let attached = PrewarmVerdict.failed(
        reason: .unsupportedType, detail: "as good as any answer", isRemembered: false, milliseconds: 1)
    private static let silence = PrewarmVerdict.failed(
        reason: .deadline, detail: "nothing came.", isRemembered: false, milliseconds: 1)

    /// A board that is driven by hand; a reference, so that expectations can drive it.
    private final class Driver {
        var board: PrewarmBoard
        var now = PrewarmBoardTests.start
        private var lines = 0

        init(_ change: (inout PrewarmLimits) -> Void = { _ in }) {
            var limits = PrewarmLimits()
            change(&limits)
            board = PrewarmBoard(limits)
        }

        /// Admits a URL; the line's number and the result, if it comes at once.
        @discardableResult
        func admit(_ url: String, _ verdict: PrewarmVerdict? = nil) -> PrewarmResult? {
            lines += 1
            return board.admit(
                PrewarmBoard.Prepared(
                    place: PrewarmPlace(line: lines), url: url, target: FetchTarget.unjudged(url), verdict: verdict),
                at: now)
        }

        /// What may fly now.
        func flights() -> [OriginTurns.Waiting] {
            var flights: [OriginTurns.Waiting] = []
            while let flight = board.nextFlight(at: now) { flights.append(flight) }
            return flights
        }

        func land(_ flight: OriginTurns.Waiting, _ verdict: PrewarmVerdict) -> [Int] {
            board.landed(flight, verdict, at: now).map(\.place.line)
        }
    }

    @Test func `repeats the verdict for lines of the same URL, those that wait and those that come later`() throws {
        let driver = Driver()
        #expect(driver.admit("http://a/1") == nil)
        #expect(driver.admit("http://A:80/1#there") == nil)
        let flights = driver.flights()
        #expect(flights.map(\.target.cacheKey) == ["http://a/1"])
        let results = driver.board.landed(flights[0], Self.attached, at: driver.now)
        #expect(results.map(\.place.line) == [1, 2])
        #expect(results.map(\.isRepeat) == [false, true])
        let answer = driver.admit("http://a/1")
        let later = try #require(answer)
        #expect(later.isRepeat && later.verdict == Self.attached.repeated)
        #expect(driver.board.isIdle)
    }

    @Test func `answers at once what the cache knows and what cannot be fetched`() throws {
        let driver = Driver()
        #expect(driver.admit("http://a/1", Self.attached)?.isRepeat == false)
        #expect(driver.admit("http://a/1")?.isRepeat == true)
        #expect(driver.admit("ftp://x", Self.attached)?.isRepeat == false)
        #expect(driver.admit("ftp://x", Self.attached)?.isRepeat == true)
        #expect(driver.flights().isEmpty)
    }

    @Test(arguments: [(2, true), (3, false)])
    func `remembers so many distinct URLs`(others: Int, isKnown: Bool) {
        let driver = Driver { $0.recent = 3 }
        driver.admit("http://a/first", Self.attached)
        for index in 0..<others { driver.admit("http://a/\(index)", Self.attached) }
        #expect((driver.admit("http://a/first") != nil) == isKnown)
    }

    @Test func `lets others pass an origin that is at its limit, and origins take turns`() {
        let driver = Driver { limits in
            limits.inFlightPerOrigin = 2
            limits.inFlight = 5
        }
        for index in 1...4 { driver.admit("http://slow/\(index)") }
        for index in 1...3 { driver.admit("http://quick/\(index)") }
        driver.admit("http://third/1")
        var flights = driver.flights()
        #expect(
            flights.map(\.target.cacheKey) == [
                "http://slow/1", "http://quick/1", "http://third/1", "http://slow/2", "http://quick/2",
            ])
        #expect(driver.land(flights[1], Self.attached) == [5])
        #expect(driver.flights().map(\.target.cacheKey) == ["http://quick/3"])
        #expect(driver.land(flights[0], Self.attached) == [1])
        flights = driver.flights()
        #expect(flights.map(\.target.cacheKey) == ["http://slow/3"])
    }

    @Test func `keeps to fewer and to more flights from now on`() {
        var limits = PrewarmLimits()
        limits.inFlightPerOrigin = 4
        let driver = Driver { $0 = limits }
        for index in 1...9 { driver.admit("http://a/\(index)") }
        let flights = driver.flights()
        #expect(flights.count == 4)
        limits.inFlightPerOrigin = 0
        driver.board.keep(to: limits)
        for flight in flights.dropLast() {
            _ = driver.land(flight, Self.attached)
            #expect(driver.flights().isEmpty)
        }
        // One may always fly, so that nothing waits for ever.
        _ = driver.land(flights[3], Self.attached)
        let alone = driver.flights()
        #expect(alone.count == 1)
        limits.inFlightPerOrigin = 3
        driver.board.keep(to: limits)
        _ = driver.land(alone[0], Self.attached)
        #expect(driver.flights().count == 3)
    }

    @Test(arguments: [(9, 1000, true), (10, 1000, false), (3, 30, false), (2, 30, true)])
    func `reads no more while too much is open`(lines: Int, bytes: Int, hasRoom: Bool) {
        let driver = Driver { limits in
            limits.outstanding = 10
            limits.outstandingBytes = bytes
        }
        for index in 0..<lines { driver.admit("http://a/\(index)") }
        #expect(driver.board.hasRoom == hasRoom)
    }

    @Test func `waits no longer for an origin that does not answer, but tries it again later`() throws {
        let driver = Driver { limits in
            limits.inFlightPerOrigin = 5
            limits.failuresInRow = 3
            limits.firstPause = .seconds(1)
            limits.longestPause = .seconds(3)
        }
        for index in 1...9 { driver.admit("http://dead/\(index)") }
        let flights = driver.flights()
        #expect(flights.count == 5)
        #expect(driver.land(flights[0], Self.silence) == [1])
        #expect(driver.land(flights[1], Self.silence) == [2])
        // The third in a row: what waits fails alike, at once.
        #expect(driver.land(flights[2], Self.silence) == [3, 6, 7, 8, 9])
        let answer = driver.admit("http://dead/10")
        let refused = try #require(answer)
        guard case .failed(.deadline, let detail, true, nil) = refused.verdict else {
            Issue.record("\(refused.verdict)")
            return
        }
        #expect(detail == "nothing came; the host failed like this several times in a row, so it was not tried")
        // Others are not concerned.
        driver.admit("http://alive/1")
        #expect(driver.flights().map(\.target.origin.host) == ["alive"])
        #expect(driver.land(flights[3], Self.silence) == [4])
        #expect(driver.land(flights[4], Self.silence) == [5])
        // After the pause one probe goes out, and nothing beside it.
        driver.now += .seconds(1)
        #expect(driver.admit("http://dead/11") == nil)
        let probe = driver.flights()
        #expect(probe.map(\.target.cacheKey) == ["http://dead/11"])
        #expect(driver.admit("http://dead/12") != nil)
        _ = driver.land(probe[0], Self.silence)
        // A failed probe doubles the pause.
        driver.now += .seconds(1.5)
        #expect(driver.admit("http://dead/13") != nil)
        driver.now += .seconds(0.5)
        #expect(driver.admit("http://dead/14") == nil)
        let next = driver.flights()
        _ = driver.land(try #require(next.first), Self.attached)
        // An answer ends it.
        #expect(driver.admit("http://dead/15") == nil)
        #expect(driver.admit("http://dead/16") == nil)
        #expect(driver.flights().count == 2)
    }

    @Test(arguments: [FailureReason.httpStatus, .unsupportedType, .truncated, .tooLarge])
    func `any answer of an origin ends the row`(reason: FailureReason) {
        let driver = Driver { $0.failuresInRow = 2 }
        for index in 1...5 { driver.admit("http://a/\(index)") }
        let flights = driver.flights()
        let answer = PrewarmVerdict.failed(reason: reason, detail: "", isRemembered: false, milliseconds: 1)
        for (flight, verdict) in zip(flights, [Self.silence, answer, Self.silence, answer, Self.silence]) {
            _ = driver.land(flight, verdict)
        }
        #expect(driver.admit("http://a/6") == nil)
    }
}
