import Telemetry
import Testing

@testable import MediaFetching

/// What a shared cache makes of an answer's headers, rule by rule: RFC 9111, RFC 5861, and the bounds of our own.
struct CacheRuleTests {
    /// One answer, the section that decides, and what must come of it.
    struct Case: Sendable, CustomStringConvertible {
        let section: String
        let fields: [(String, String)]
        /// Seconds of freshness left on arrival; nil where the answer must not be kept.
        let fresh: Int64?
        /// Seconds beyond freshness during which it may be served while a refresh runs, and on errors.
        let whileRevalidating: Int64?
        let onError: Int64?

        var description: String { "\(section): \(fields.map { "\($0.0): \($0.1)" }.joined(separator: "; "))" }
    }

    private static func row(
        _ section: String, _ fields: [(String, String)], _ fresh: Int64?, swr: Int64? = nil, sie: Int64? = nil
    ) -> Case {
        Case(section: section, fields: fields, fresh: fresh, whileRevalidating: swr, onError: sie)
    }

    /// The same for the values of Cache-Control lines.
    private static func control(
        _ section: String, _ values: String..., gives fresh: Int64?, swr: Int64? = nil, sie: Int64? = nil
    ) -> Case {
        row(section, values.map { ("Cache-Control", $0) }, fresh, swr: swr, sie: sie)
    }

    private static let day: Int64 = 86_400
    private static func date(_ seconds: Int64) -> String { FreshnessTests.httpDate(seconds) }

    private static let lifetimes: [Case] = [
        control("5.2.2.1", "max-age=0", gives: 0), control("5.2.2.1", "max-age=1", gives: 1),
        control("5.2.2.1", "max-age=60", gives: 60), control("5.2.2.1", "Max-Age=60", gives: 60),
        control("5.2.2.1", "public, max-age=60", gives: 60), control("5.2.2.1", "max-age=60,public", gives: 60),
        control("5.2.2.1", ",, max-age=60 ,", gives: 60), control("5.2.2.1", "max-age=0060", gives: 60),
        control("5.2.2.1", "\tmax-age=60\t", gives: 60), control("5.2.2.1", "public", "max-age=60", gives: 60),
        control("5.2", "max-age=\"60\"", gives: 60), control("5.2", "s-maxage=\"30\", max-age=60", gives: 30),
        control("5.2", "max-age=\"\"", gives: 0), control("5.2", "max-age=\"60", gives: 0),
        control("5.2", "max-age='60'", gives: 0), control("5.2", "max-age=\" 60\"", gives: 60),
        control("5.2.2.10", "s-maxage=10, max-age=60", gives: 10),
        control("5.2.2.10", "max-age=10, s-maxage=60", gives: 60),
        control("5.2.2.10", "s-maxage=0, max-age=60", gives: 0),
        control("5.2.2.10", "s-maxage=abc, max-age=60", gives: 0),
        control("5.2.2.10", "S-MAXAGE=60", gives: 60), control("5.2.2.10", "s-maxage=60", "s-maxage=10", gives: 60),
        row("5.2.2.10", [("Cache-Control", "s-maxage=60"), ("Expires", date(10))], 60),
        control("4.2.1", "max-age=60, max-age=30", gives: 60), control("4.2.1", "max-age=30, max-age=60", gives: 30),
        control("4.2.1", "max-age=30", "max-age=60", gives: 30),
        control("4.2.1", "max-age=60", "max-age=60", gives: 60),
        control("4.2.1", "max-age=abc, max-age=60", gives: 0), control("4.2.1", "max-age=60, no-cache", gives: 0),
        control("4.2.1", "max-age", gives: 0), control("4.2.1", "max-age=", gives: 0),
        control("4.2.1", "max-age=-1", gives: 0), control("4.2.1", "max-age=+60", gives: 0),
        control("4.2.1", "max-age=1.5", gives: 0), control("4.2.1", "max-age=60s", gives: 0),
        control("4.2.1", "max-age=0x3c", gives: 0), control("4.2.1", "max-age=6 0", gives: 0),
        control("4.2.1", "max-age=60;public", gives: 0), control("4.2.1", "max-age=\u{663}", gives: 0),
        control("1.2.2", "max-age=2147483647", gives: day), control("1.2.2", "max-age=2147483648", gives: day),
        control("1.2.2", "max-age=2147483649", gives: day), control("1.2.2", "max-age=9223372036854775807", gives: day),
        control("1.2.2", "max-age=9223372036854775808", gives: day),
        control("1.2.2", "max-age=\(String(repeating: "9", count: 400))", gives: day),
        control("ceiling", "max-age=86399", gives: day - 1), control("ceiling", "max-age=86400", gives: day),
        control("ceiling", "max-age=86401", gives: day), control("ceiling", "max-age=31536000, immutable", gives: day),
        row("ceiling", [("Cache-Control", "max-age=31536000"), ("Age", "86400")], day),
        row("ceiling", [("Cache-Control", "max-age=31536000"), ("Age", "31500000")], 36_000),
        control("5.2.3", "community=\"UCI\", max-age=60", gives: 60),
        control("5.2.3", "x=\"a, max-age=5\", max-age=60", gives: 60),
        control("5.2.3", "x=\"a\\\", max-age=5\", max-age=60", gives: 60), control("5.2.3", "maxage=60", gives: 3600),
        control("5.2.3", "max_age=60", gives: 3600), control("5.2.3", "x-max-age=60", gives: 3600),
        control("5.2.3", "", gives: 3600), control("5.2.2.9", "public", gives: 3600),
        control("5.2.2.6", "no-transform, max-age=60", gives: 60),
        row("5.3", [("Expires", date(300))], 300), row("5.3", [("Expires", date(0))], 0),
        row("5.3", [("Expires", date(-300))], 0), row("5.3", [("Expires", "0")], 0), row("5.3", [("Expires", "-1")], 0),
        row("5.3", [("Expires", "")], 0), row("5.3", [("Expires", "never")], 0),
        row("5.3", [("Expires", "Mon, 30 Nov 2026 25:00:00 GMT")], 0),
        row("5.3", [("Expires", "Mon, 30 Nov 2026 12:05:00 CET")], 0),
        row("5.3", [("Expires", "Monday, 30-Nov-26 12:05:00 GMT")], 300),
        row("5.3", [("Expires", "Mon Nov 30 12:05:00 2026")], 300),
        row("5.3", [("Expires", "Mon, 30 Nov 9999 12:00:00 GMT")], day),
        row("5.3", [("Expires", date(300)), ("Expires", date(600))], 300),
        row("5.3", [("Expires", date(300)), ("Cache-Control", "max-age=60")], 60),
        row("5.3", [("Expires", "0"), ("Cache-Control", "max-age=60")], 60),
        row("5.3", [("Expires", date(300)), ("Cache-Control", "public")], 300),
        row("5.3", [("Expires", date(300)), ("Date", date(-100))], 300),
        row("5.3", [("Expires", date(300)), ("Date", date(100))], 200),
        row("5.3", [("Expires", date(300)), ("Date", "yesterday")], 300),
        row("4.2.2", [], 3600), row("4.2.2", [("Age", "100000")], 3600),
        row("4.2.2", [("Last-Modified", date(-40_000))], 3600), row("4.2.2", [("ETag", "\"v1\"")], 3600),
        row("4.2.2", [("Pragma", "no-cache")], 3600), row("4.2.2", [("Warning", "110 - stale")], 3600),
    ]

    private static let ages: [Case] = [
        row("4.2.3", [("Cache-Control", "max-age=600"), ("Date", date(-60))], 540),
        row("4.2.3", [("Cache-Control", "max-age=600"), ("Date", date(60))], 600),
        row("4.2.3", [("Cache-Control", "max-age=600"), ("Date", "never")], 600),
        row("4.2.3", [("Cache-Control", "max-age=600"), ("Date", date(-60)), ("Age", "10")], 540),
        row("4.2.3", [("Cache-Control", "max-age=600"), ("Date", date(-60)), ("Age", "90")], 510),
        row("4.2.3", [("Cache-Control", "max-age=600"), ("Date", date(-700))], 0),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "0")], 600),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "599")], 1),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "600")], 0),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "601")], 0),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "99999999999999999999")], 0),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "100, 500")], 500),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "100"), ("Age", "500")], 500),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "x, 500")], 600),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "-10")], 600),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "1.5")], 600),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "\"100\"")], 600),
        row("5.1", [("Cache-Control", "max-age=600"), ("Age", "")], 600),
        row("5.1", [("Expires", date(600)), ("Age", "100")], 500),
        row("5.1", [("Cache-Control", "s-maxage=600"), ("Age", "100")], 500),
    ]

    private static let storing: [Case] = [
        control("5.2.2.5", "no-store", gives: nil), control("5.2.2.5", "No-Store", gives: nil),
        control("5.2.2.5", "no-store, max-age=60", gives: nil),
        control("5.2.2.5", "max-age=60", "no-store", gives: nil),
        control("5.2.2.5", "no-store=\"x\"", gives: nil), control("5.2.2.5", "x=\"no-store\", max-age=60", gives: 60),
        control("5.2.2.5", "no-store, stale-if-error=60, stale-while-revalidate=60", gives: nil),
        control("5.2.2.3", "must-understand, no-store", gives: nil),
        control("5.2.2.3", "must-understand, max-age=60", gives: 60),
        control("5.2.2.7", "private", gives: nil), control("5.2.2.7", "private, max-age=60", gives: nil),
        control("5.2.2.7", "private, s-maxage=60", gives: nil),
        control("5.2.2.7", "private=\"set-cookie\", max-age=60", gives: nil),
        control("5.2.2.7", "public, private", gives: nil), control("5.2.2.4", "no-cache", gives: 0),
        control("5.2.2.4", "no-cache, max-age=60", gives: 0), control("5.2.2.4", "NO-CACHE, s-maxage=60", gives: 0),
        control("5.2.2.4", "no-cache=\"set-cookie\", max-age=60", gives: 0),
        row("5.2.2.4", [("Cache-Control", "no-cache"), ("Expires", date(300))], 0),
        row("4.1", [("Vary", "*")], nil), row("4.1", [("Vary", " * "), ("Cache-Control", "max-age=60")], nil),
        row("4.1", [("Vary", "Accept, *"), ("Cache-Control", "max-age=60")], nil),
        row("4.1", [("Vary", "Accept"), ("Vary", "*"), ("Cache-Control", "max-age=60")], nil),
        row("4.1", [("Vary", "Accept, User-Agent, Accept-Encoding"), ("Cache-Control", "max-age=60")], 60),
        row("4.1", [("Vary", ""), ("Cache-Control", "max-age=60")], 60),
        row("4.1", [("Vary", "X-*"), ("Cache-Control", "max-age=60")], 60),
    ]

    private static let staleness: [Case] = [
        control("RFC 5861 3", "max-age=60, stale-while-revalidate=30", gives: 60, swr: 30),
        control("RFC 5861 3", "max-age=60, stale-while-revalidate=\"30\"", gives: 60, swr: 30),
        control("RFC 5861 3", "max-age=60, stale-while-revalidate=30, stale-while-revalidate=90", gives: 60, swr: 30),
        control("RFC 5861 3", "max-age=60, stale-while-revalidate=abc", gives: 60, swr: 0),
        control("RFC 5861 3", "max-age=60, stale-while-revalidate", gives: 60, swr: 0),
        control("RFC 5861 3", "max-age=0, stale-while-revalidate=30", gives: 0, swr: 30),
        control("RFC 5861 3", "stale-while-revalidate=30", gives: 3600, swr: 30),
        control("RFC 5861 3", "max-age=60, stale-while-revalidate=9999999999", gives: 60, swr: 7 * day),
        control("RFC 5861 4", "max-age=60, stale-if-error=40", gives: 60, sie: 40),
        control("RFC 5861 4", "max-age=60, stale-if-error=604800", gives: 60, sie: 7 * day),
        control("RFC 5861 4", "max-age=60, stale-if-error=604801", gives: 60, sie: 7 * day),
        control("RFC 5861 4", "max-age=60, stale-if-error=30, stale-while-revalidate=20", gives: 60, swr: 20, sie: 30),
        control("RFC 5861 4", "max-age=60, stale-if-error=-1", gives: 60, sie: 0),
        control("RFC 5861 4", "s-maxage=60, stale-if-error=40", gives: 60, sie: 40),
        control("5.2.2.2", "max-age=60, must-revalidate, stale-while-revalidate=30", gives: 60),
        control("5.2.2.2", "max-age=60, must-revalidate, stale-if-error=40", gives: 60),
        control("5.2.2.2", "Must-Revalidate, max-age=60", gives: 60),
        control("5.2.2.8", "max-age=60, proxy-revalidate, stale-if-error=40", gives: 60),
        control("5.2.2.8", "max-age=60, proxy-revalidate, stale-while-revalidate=30", gives: 60),
        control("5.2.2.4", "no-cache, stale-if-error=40, stale-while-revalidate=30", gives: 0),
        control("4.2.4", "max-age=60", gives: 60), control("4.2.4", "s-maxage=60", gives: 60),
        row("4.2.4", [("Expires", date(60))], 60),
    ]

    static let cases = lifetimes + ages + storing + staleness

    @Test(arguments: cases) func `an answer is kept, fresh and served stale as its section says`(_ item: Case) {
        let freshness = FreshnessTests.freshness(item.fields)
        #expect(freshness.noStore == (item.fresh == nil), "\(item)")
        if let fresh = item.fresh {
            #expect(max(0, FreshnessTests.now.seconds(to: freshness.freshUntil)) == fresh, "\(item)")
        }
        func window(_ end: WallTime?) -> Int64? { end.map { freshness.freshUntil.seconds(to: $0) } }
        #expect(window(freshness.staleWhileRevalidateUntil) == item.whileRevalidating, "\(item)")
        #expect(window(freshness.staleIfErrorUntil) == item.onError, "\(item)")
    }

    @Test func `the table has at least 120 cases, each with its section`() {
        #expect(CacheRuleTests.cases.count >= 120)
        #expect(Set(CacheRuleTests.cases.map(\.description)).count == CacheRuleTests.cases.count)
        #expect(CacheRuleTests.cases.allSatisfy { !$0.section.isEmpty })
    }

    /// A stored answer, the 304 that confirms it some time later, and the seconds of freshness from then on; nil where it
    /// must be forgotten (RFC 9111 section 4.3.4).
    static let confirmations: [(stored: [(String, String)], confirmation: [(String, String)], fresh: Int64?)] = [
        ([("Cache-Control", "max-age=2")], [("Cache-Control", "max-age=2")], 2),
        ([("Cache-Control", "max-age=2")], [], 2), ([("Cache-Control", "max-age=2")], [("ETag", "\"v1\"")], 2),
        ([("Cache-Control", "max-age=2")], [("Cache-Control", "max-age=600")], 600),
        ([("Cache-Control", "max-age=600")], [("Cache-Control", "max-age=2")], 2),
        ([("Cache-Control", "max-age=600")], [("Cache-Control", "no-cache")], 0),
        ([("Cache-Control", "max-age=600")], [("Cache-Control", "no-store")], nil),
        ([("Cache-Control", "max-age=600")], [("Cache-Control", "private")], nil),
        ([("Cache-Control", "max-age=600")], [("Vary", "*")], nil),
        ([("Cache-Control", "max-age=600")], [("Age", "100")], 500),
        ([("Cache-Control", "max-age=600"), ("Age", "100")], [], 500),
        ([("Cache-Control", "no-cache")], [], 0), ([("Cache-Control", "max-age=0")], [], 0), ([], [], 3600),
        ([], [("Cache-Control", "public")], 3600), ([("Expires", date(300))], [], 300),
        ([("Cache-Control", "max-age=31536000")], [], day),
    ]

    @Test(arguments: confirmations)
    func `a 304 renews what was stored, and replaces what it says itself`(
        _ stored: [(String, String)], _ confirmation: [(String, String)], _ fresh: Int64?
    ) {
        let renewed = FreshnessTests.freshness(confirmation).confirming(FreshnessTests.freshness(stored))
        #expect(renewed.noStore == (fresh == nil))
        if let fresh { #expect(max(0, FreshnessTests.now.seconds(to: renewed.freshUntil)) == fresh) }
    }

    @Test func `a silent 304 keeps the times for stale use too, however often it comes`() {
        var stored = FreshnessTests.freshness([
            ("Cache-Control", "max-age=60, stale-while-revalidate=30, stale-if-error=40")
        ])
        for _ in 0..<10 {
            stored = FreshnessTests.freshness([]).confirming(stored)
            #expect(FreshnessTests.now.seconds(to: stored.freshUntil) == 60)
            #expect(stored.staleWhileRevalidateUntil.map { stored.freshUntil.seconds(to: $0) } == 30)
            #expect(stored.staleIfErrorUntil.map { stored.freshUntil.seconds(to: $0) } == 40)
        }
    }

    @Test(arguments: [(0, 0), (2, 2), (599, 599), (600, 540), (3600, 3240), (86_400, 77_760)] as [(Int64, Int64)])
    func `a long lifetime is shortened by at most a tenth, and a short one not at all`(
        _ lifetime: Int64, _ least: Int64
    ) {
        let freshness = FreshnessTests.freshness([("Cache-Control", "max-age=\(lifetime), stale-if-error=60")])
        let lifetimes = (0..<200).map { index in
            let jittered = freshness.jittered(for: "http://a.example/\(index)")
            #expect(jittered == freshness.jittered(for: "http://a.example/\(index)"))
            #expect(jittered.staleIfErrorUntil == freshness.staleIfErrorUntil)
            return FreshnessTests.now.seconds(to: jittered.freshUntil)
        }
        #expect(lifetimes.allSatisfy { least...lifetime ~= $0 })
        #expect(Set(lifetimes).count > (lifetime >= 600 ? 30 : 0))
        // Spread over the whole of the tenth, not gathered at one end.
        let middle = (lifetime + least) / 2
        if lifetime >= 600 { #expect((50...150).contains(lifetimes.count { $0 > middle })) }
    }
}
