import Telemetry
import Testing

@testable import MediaFetching

/// RFC 9111 for a shared cache, in one table: what the origin says, and what comes of it.
struct FreshnessTests {
    /// 2026-11-30T12:00:00Z, a Monday.
    static let now = WallTime(seconds: 1_796_040_000)

    static func head(_ status: Int = 200, _ fields: [(String, String)]) -> ResponseHead {
        var head = ResponseHead()
        let lines = ["HTTP/1.1 \(status) OK"] + fields.map { "\($0.0): \($0.1)" } + [""]
        for line in lines { _ = head.read(Array((line + "\r\n").utf8).span) }
        return head
    }

    static func freshness(_ fields: [(String, String)], delay: Int64 = 0) -> Freshness {
        let headers = CacheHeaders(head(200, fields), now: now)
        return Freshness(headers, requested: now.advanced(bySeconds: -delay), received: now)
    }

    static func httpDate(_ seconds: Int64) -> String {
        // All offsets in the tests stay within the day.
        let clock = 43_200 + seconds
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "Mon, 30 Nov 2026 \(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60)) GMT"
    }

    static let day: Int64 = 86_400

    /// The seconds for which an answer is fresh.
    static let lifetimes: [([(String, String)], Int64)] = [
        ([], 3600), ([("Cache-Control", "max-age=0")], 0), ([("Cache-Control", "max-age=1")], 1),
        ([("Cache-Control", "max-age=86399")], day - 1), ([("Cache-Control", "max-age=86400")], day),
        ([("Cache-Control", "max-age=86401")], day), ([("Cache-Control", "max-age=31536000, immutable")], day),
        ([("Cache-Control", "max-age=99999999999999999999")], day), ([("Cache-Control", "MAX-AGE=60")], 60),
        ([("Cache-Control", "max-age=\"60\"")], 60), ([("Cache-Control", "public,max-age=60 , x=\"a,max-age=5\"")], 60),
        ([("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=30")], 60),
        ([("Cache-Control", "max-age=60, s-maxage=10")], 10),
        ([("Cache-Control", "s-maxage=600"), ("Age", "100")], 500),
        ([("Cache-Control", "max-age=abc")], 0), ([("Cache-Control", "max-age=-1")], 0),
        ([("Cache-Control", "max-age")], 0),
        ([("Cache-Control", "max-age=1.5")], 0), ([("Cache-Control", "no-cache, max-age=60")], 0),
        ([("Cache-Control", "no-cache=\"set-cookie\", max-age=60")], 0), ([("Cache-Control", "public")], 3600),
        ([("Cache-Control", "max-age=600"), ("Age", "600")], 0),
        ([("Cache-Control", "max-age=600"), ("Age", "x")], 600),
        ([("Cache-Control", "max-age=600"), ("Date", httpDate(-60))], 540),
        ([("Cache-Control", "max-age=600"), ("Date", httpDate(-60)), ("Age", "10")], 540),
        ([("Cache-Control", "max-age=600"), ("Date", httpDate(-60)), ("Age", "90")], 510),
        ([("Cache-Control", "max-age=600"), ("Date", httpDate(60))], 600),
        ([("Expires", httpDate(300))], 300), ([("Expires", httpDate(300)), ("Date", httpDate(-100))], 300),
        ([("Expires", httpDate(-300))], 0), ([("Expires", "0")], 0), ([("Expires", "-1")], 0),
        ([("Expires", "Mon, 30 Nov 2026 25:00:00 GMT")], 0),
        ([("Expires", httpDate(300)), ("Cache-Control", "max-age=60")], 60), ([("Age", "100000")], 3600),
        ([("Vary", "Accept"), ("Cache-Control", "max-age=60")], 60),
    ]

    @Test(arguments: lifetimes)
    func `an answer is fresh for as long as its headers say`(_ fields: [(String, String)], _ seconds: Int64) {
        let freshness = FreshnessTests.freshness(fields)
        #expect(max(0, FreshnessTests.now.seconds(to: freshness.freshUntil)) == seconds)
        #expect(!freshness.noStore)
    }

    static let notStored = [
        [("Cache-Control", "no-store")], [("Cache-Control", "private")],
        [("Cache-Control", "private=\"x\", max-age=60")],
        [("Cache-Control", "NO-STORE")], [("Vary", "*")], [("Vary", "Accept, *")],
        [("Vary", "Accept"), ("Vary", " * ")],
        [("Cache-Control", "max-age=60"), ("Cache-Control", "no-store")],
    ]

    @Test(arguments: notStored) func `an answer may not be used again`(_ fields: [(String, String)]) {
        let freshness = FreshnessTests.freshness(fields + [("Cache-Control", "stale-if-error=60")])
        #expect(freshness.noStore)
        #expect(freshness.isExplicit)
        #expect(freshness.staleIfErrorUntil == nil)
    }

    /// Headers, and the seconds of staleness allowed beyond freshness: while revalidating, on errors.
    static let staleness: [([(String, String)], Int64?, Int64?)] = [
        ([("Cache-Control", "max-age=60")], nil, nil),
        ([("Cache-Control", "max-age=60, stale-while-revalidate=30")], 30, nil),
        ([("Cache-Control", "max-age=60, stale-if-error=40")], nil, 40),
        ([("Cache-Control", "max-age=60, stale-if-error=99999999999")], nil, 7 * day),
        ([("Cache-Control", "max-age=60, stale-if-error=604801, stale-while-revalidate=604800")], 7 * day, 7 * day),
        ([("Cache-Control", "max-age=60, must-revalidate, stale-if-error=40, stale-while-revalidate=30")], nil, nil),
        ([("Cache-Control", "max-age=60, proxy-revalidate, stale-if-error=40")], nil, nil),
        ([("Cache-Control", "no-cache, stale-if-error=40")], nil, nil),
        ([("Cache-Control", "stale-if-error=40")], nil, 40),
    ]

    @Test(arguments: staleness)
    func `an answer may be served stale where it says so`(
        _ fields: [(String, String)], _ revalidating: Int64?, _ onError: Int64?
    ) {
        let freshness = FreshnessTests.freshness(fields)
        #expect(freshness.staleWhileRevalidateUntil.map { freshness.freshUntil.seconds(to: $0) } == revalidating)
        #expect(freshness.staleIfErrorUntil.map { freshness.freshUntil.seconds(to: $0) } == onError)
    }

    @Test func `the way of the answer counts as age`() {
        let freshness = FreshnessTests.freshness([("Cache-Control", "max-age=60"), ("Age", "10")], delay: 5)
        #expect(FreshnessTests.now.seconds(to: freshness.freshUntil) == 45)
    }

    @Test func `only what the origin said is explicit`() {
        #expect(!FreshnessTests.freshness([]).isExplicit)
        #expect(!FreshnessTests.freshness([("Age", "5")]).isExplicit)
        #expect(FreshnessTests.freshness([("Expires", "0")]).isExplicit)
        #expect(FreshnessTests.freshness([("Cache-Control", "no-cache")]).isExplicit)
    }

    @Test func `a redirect shortens, and one that says nothing does not`() {
        let long = FreshnessTests.freshness([("Cache-Control", "max-age=600, stale-if-error=60")])
        let short = FreshnessTests.freshness([("Cache-Control", "max-age=60, stale-if-error=10")])
        #expect(long.limited(by: FreshnessTests.freshness([])) == long)
        #expect(long.limited(by: short).freshUntil == short.freshUntil)
        #expect(long.limited(by: short).staleIfErrorUntil == short.staleIfErrorUntil)
        #expect(short.limited(by: long).freshUntil == short.freshUntil)
    }

    static let dates: [(String, Int64?)] = [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Tue, 29 Feb 2028 00:00:00 GMT", 1_835_395_200),
        ("Monday, 30-Nov-26 12:00:00 GMT", 1_796_040_000), ("Monday, 30-Nov-76 12:00:00 GMT", 3_373_963_200),
        ("Tuesday, 30-Nov-77 12:00:00 GMT", 249_739_200), ("Sun, 06 Nov 1994 08:49:60 GMT", 784_111_799),
        ("Tue, 29 Feb 2027 00:00:00 GMT", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
        ("Sun, 00 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
        ("Sun, 06 Nov 1994 08:60:00 GMT", nil), ("Sun, 06 Nov 1994 08:49:61 GMT", nil),
        ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 94 08:49:37 GMT", nil), ("06 Nov 1994 08:49:37 GMT", nil),
        ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil), ("1994-11-06T08:49:37Z", nil),
        ("", nil), ("0", nil), ("Sun, -6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 8:49:37 GMT", 784_111_777),
        (String(repeating: "a b ", count: 100), nil),
    ]

    @Test(arguments: dates) func `reads the three forms of a date`(_ text: String, _ seconds: Int64?) {
        #expect(HTTPDate.parse(text, now: FreshnessTests.now) == seconds.map { WallTime(seconds: $0) })
    }

    static let retries: [(String, Int64?)] = [
        ("0", 0), ("5", 5), (" 120 ", 120), ("86400", day), ("86401", day), ("99999999999999999999", day), ("-1", nil),
        ("1.5", nil), ("soon", nil), ("", nil), (httpDate(30), 30), (httpDate(-30), 0),
        ("Tue, 30 Nov 2027 12:00:00 GMT", day),
    ]

    @Test(arguments: retries) func `reads how long to wait`(_ text: String, _ seconds: Int64?) {
        #expect(RetryAfter.seconds(text, now: FreshnessTests.now) == seconds)
    }
}
