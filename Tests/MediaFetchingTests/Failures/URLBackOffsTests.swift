import Telemetry
import Testing

@testable import MediaFetching

/// The back-off of a URL, with a clock moved by hand.
struct URLBackOffsTests {
    static let start = ContinuousClock.now
    static let failure = FetchFailure(.httpStatus, "x", httpStatus: 503)
    static let answer = FetchAnswer(
        notModified: false, bytes: 1, contentType: nil,
        freshness: Freshness(noStore: false, freshUntil: WallTime(seconds: 0), receivedAt: WallTime(seconds: 0)),
        validators: Validators(),
        finalURL: "", redirects: 0)

    static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    @Test func `each failure doubles the pause, to a minute`() {
        var backOffs = URLBackOffs(BackOffRules())
        var now = 0
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            backOffs.ended("u", .failure(URLBackOffsTests.failure), at: URLBackOffsTests.at(now))
            let told = backOffs.withheld("u", at: URLBackOffsTests.at(now))
            #expect(told?.httpStatus == 503)
            #expect(told?.isRemembered == true)
            #expect(told?.retryAfterSeconds == Int64(seconds))
            #expect(backOffs.withheld("v", at: URLBackOffsTests.at(now)) == nil)
            now += seconds * 1000
            #expect(backOffs.withheld("u", at: URLBackOffsTests.at(now - 1))?.retryAfterSeconds == 1)
            #expect(backOffs.withheld("u", at: URLBackOffsTests.at(now)) == nil)
        }
    }

    @Test(arguments: [(0, 1), (1, 1), (5, 5), (120, 120)] as [(Int64, Int)])
    func `Retry-After is obeyed`(_ retryAfter: Int64, _ seconds: Int) {
        var backOffs = URLBackOffs(BackOffRules())
        var failure = URLBackOffsTests.failure
        failure.retryAfterSeconds = retryAfter
        backOffs.ended("u", .failure(failure), at: URLBackOffsTests.start)
        #expect(backOffs.withheld("u", at: URLBackOffsTests.at(seconds * 1000 - 1)) != nil)
        #expect(backOffs.withheld("u", at: URLBackOffsTests.at(seconds * 1000)) == nil)
    }

    @Test func `success, and two minutes without a failure, forget the count`() {
        var backOffs = URLBackOffs(BackOffRules())
        for _ in 0..<3 { backOffs.ended("u", .failure(URLBackOffsTests.failure), at: URLBackOffsTests.start) }
        #expect(backOffs.withheld("u", at: URLBackOffsTests.start)?.retryAfterSeconds == 4)
        backOffs.ended("u", .success(URLBackOffsTests.answer), at: URLBackOffsTests.start)
        #expect(backOffs.count == 0)
        backOffs.ended("u", .failure(URLBackOffsTests.failure), at: URLBackOffsTests.start)
        #expect(backOffs.withheld("u", at: URLBackOffsTests.start)?.retryAfterSeconds == 1)
        backOffs.ended("u", .failure(URLBackOffsTests.failure), at: URLBackOffsTests.at(121_000))
        #expect(backOffs.withheld("u", at: URLBackOffsTests.at(121_000))?.retryAfterSeconds == 1)
        backOffs.ended("u", .failure(URLBackOffsTests.failure), at: URLBackOffsTests.at(241_999))
        #expect(backOffs.withheld("u", at: URLBackOffsTests.at(241_999))?.retryAfterSeconds == 2)
    }

    @Test(arguments: FetchFailure.Reason.allCases)
    func `only what is the origin's fault and may pass is held against a URL`(_ reason: FetchFailure.Reason) {
        let counts: Set<FetchFailure.Reason> = [
            .httpStatus, .dnsFailure, .connectFailure, .tlsFailure, .stalled, .transferFailed, .truncated, .badEncoding,
        ]
        var backOffs = URLBackOffs(BackOffRules())
        backOffs.ended("u", .failure(FetchFailure(reason, "x")), at: URLBackOffsTests.start)
        #expect((backOffs.withheld("u", at: URLBackOffsTests.start) != nil) == counts.contains(reason))
    }

    @Test(arguments: [404, 410]) func `a missing resource is the index's to remember`(_ status: Int) {
        var backOffs = URLBackOffs(BackOffRules())
        backOffs.ended("u", .failure(FetchFailure(.httpStatus, "x", httpStatus: status)), at: URLBackOffsTests.start)
        #expect(backOffs.count == 0)
    }

    @Test func `the number of URLs is bounded, and the newest is among them`() {
        var rules = BackOffRules()
        rules.mostURLs = 32
        var backOffs = URLBackOffs(rules)
        for index in 0..<2000 {
            let now = URLBackOffsTests.at(index)
            backOffs.ended("u\(index)", .failure(URLBackOffsTests.failure), at: now)
            #expect(backOffs.count <= 32)
            #expect(backOffs.withheld("u\(index)", at: now) != nil)
        }
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (64, 60)])
    func `a pause follows from the number of failures`(_ count: Int, _ seconds: Int) {
        #expect(BackOffRules().pause(after: count, retryAfter: nil) == .seconds(seconds))
        #expect(BackOffRules().pause(after: count, retryAfter: 61) == .seconds(61))
    }
}
