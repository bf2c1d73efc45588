import Testing

@testable import MediaFetching

struct RedirectRulesTests {
    static func next(_ location: String, from base: String) throws -> FetchTarget {
        let rules = try FetchTargetTests.rules()
        return try RedirectRules.next(
            location, from: FetchTarget.parse(base, rules: rules), followed: 0, limit: 5, rules: rules)
    }

    static let resolved: [(String, String)] = [
        ("https://b.example/x", "https://b.example/x"), ("HTTPS://B.example/x", "https://b.example/x"),
        ("//b.example/x", "https://b.example/x"), ("/x/../y", "https://a.example/x/../y"),
        ("x", "https://a.example/d/x"), ("./x", "https://a.example/d/x"), ("../x", "https://a.example/x"),
        ("../../../x", "https://a.example/x"), ("x/..", "https://a.example/d/"), ("x/.", "https://a.example/d/x/"),
        (".", "https://a.example/d/"), ("..", "https://a.example/"), ("x/../y?z/../w", "https://a.example/d/y?z/../w"),
        ("?z", "https://a.example/d/p?z"), ("#f", "https://a.example/d/p?q"), ("x#f", "https://a.example/d/x"),
        ("x y", "https://a.example/d/x%20y"), ("/%2F+%2B", "https://a.example/%2F+%2B"),
        ("/\u{c3}\u{a9}", "https://a.example/%C3%A9"), ("/\u{e9}", "https://a.example/%E9"),
        ("...", "https://a.example/d/..."),
    ]

    @Test(arguments: resolved) func `resolves a reference`(_ location: String, _ url: String) throws {
        #expect(try RedirectRulesTests.next(location, from: "https://a.example/d/p?q").cacheKey == url)
    }

    static let refused: [(String, String, FetchFailure.Reason)] = [
        ("http://a.example/", "https://a.example/", .insecureRedirect),
        ("HTTP://10.0.0.1/", "https://a.example/", .insecureRedirect),
        ("http://10.0.0.1/", "http://a.example/", .forbiddenAddress),
        ("//localhost/", "https://a.example/", .forbiddenAddress),
        ("ftp://a.example/", "https://a.example/", .forbiddenScheme),
        ("file:///etc/hostname", "http://a.example/", .forbiddenScheme),
        ("data:image/png;base64,AA", "https://a.example/", .forbiddenScheme),
        ("https://a.example:22/", "https://a.example/", .forbiddenPort),
        ("https://u@a.example/", "https://a.example/", .invalidURL),
        ("///x", "https://a.example/", .invalidURL), ("/\\x", "https://a.example/", .invalidURL),
        ("/\u{1}", "https://a.example/", .invalidURL),
    ]

    @Test(arguments: refused)
    func `judges every hop`(_ location: String, _ base: String, _ reason: FetchFailure.Reason) {
        let failure = #expect(throws: FetchFailure.self) { try RedirectRulesTests.next(location, from: base) }
        #expect(failure?.reason == reason)
    }

    @Test(arguments: [(4, true), (5, false), (6, false)]) func `counts the hops`(_ followed: Int, _ passes: Bool) throws
    {
        let rules = try FetchTargetTests.rules()
        let base = try FetchTarget.parse("https://a.example/", rules: rules)
        do throws(FetchFailure) {
            let next = try RedirectRules.next("/x", from: base, followed: followed, limit: 5, rules: rules)
            #expect(passes)
            #expect(next.requestTarget == "/x")
        } catch {
            #expect(!passes)
            #expect(error.reason == .tooManyRedirects)
        }
    }

    @Test func `a Location has a limit`() {
        let failure = #expect(throws: FetchFailure.self) {
            try RedirectRulesTests.next("/" + String(repeating: "x", count: 60_000), from: "https://a.example/")
        }
        #expect(failure?.reason == .invalidURL)
    }
}
