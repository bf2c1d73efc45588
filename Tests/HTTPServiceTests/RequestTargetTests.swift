import HTTPService
import Testing

@Suite struct RequestTargetTests {
    @Test(arguments: [
        ("/", []), ("/v1/content", ["v1", "content"]), ("/v1/", ["v1", ""]), ("//a", ["", "a"]), ("/a%20b", ["a b"]),
        ("/%C3%A9", ["é"]), ("/a+b", ["a+b"]), ("http://host:80/x/y", ["x", "y"]), ("HTTP://host", []), ("/?a", []),
        ("/a;b=c,d", ["a;b=c,d"]),
    ])
    func `splits a path and then decodes it`(target: String, segments: [String]) throws {
        #expect(try RequestTarget(target.utf8).segments == segments)
    }

    @Test(arguments: [
        ("/?a=1&b=2", [["a", "1"], ["b", "2"]]), ("/x?a", [["a", ""]]), ("/?", []), ("/?a=b=c", [["a", "b=c"]]),
        ("/?%61=%26%3D", [["a", "&="]]), ("/?&&a=1&", [["a", "1"]]), ("/?a=/../?", [["a", "/../?"]]),
    ])
    func `splits a query and then decodes it`(target: String, items: [[String]]) throws {
        #expect(try RequestTarget(target.utf8).query.map { [$0.name, $0.value] } == items)
    }

    @Test(arguments: [
        ("", RequestTarget.Refusal.malformed), ("a", .malformed), ("*", .malformed), ("ftp://h/a", .malformed),
        ("/%", .badEscape), ("/%4", .badEscape), ("/%4g", .badEscape), ("/a b", .badEscape), ("/a\u{7f}", .badEscape),
        ("/é", .badEscape), ("/a#b", .badEscape), ("/%00", .ambiguous), ("/%0d%0a", .ambiguous), ("/a%2Fb", .ambiguous),
        ("/.", .ambiguous), ("/a/..", .ambiguous), ("/%2e%2e/a", .ambiguous), ("/%ff", .ambiguous),
        ("/?a=%ff", .ambiguous),
        ("/?a=%", .badEscape), ("/%c0%ae", .ambiguous),
    ])
    func `refuses what could be read in two ways`(target: String, refusal: RequestTarget.Refusal) {
        #expect(throws: refusal) { try RequestTarget(target.utf8) }
    }

    @Test(arguments: [(63, true), (64, true), (65, false)])
    func `takes 64 segments and 64 query items`(count: Int, fits: Bool) {
        let path = String(repeating: "/a", count: count)
        let query = "/?" + String(repeating: "a&", count: count)
        for target in [path, query] {
            #expect((try? RequestTarget(target.utf8)) != nil || !fits, "\(target)")
            if !fits { #expect(throws: RequestTarget.Refusal.tooMany) { try RequestTarget(target.utf8) } }
        }
    }
}
