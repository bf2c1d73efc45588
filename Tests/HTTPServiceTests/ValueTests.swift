import Fixtures
import HTTPService
import Testing

/// The small values that go over the wire.
@Suite struct ValueTests {
    @Test(arguments: ["a\r\nX: 1", "a\nb", "a\0", "a\u{7f}"])
    func `has no header value that breaks out of its line`(value: String) {
        #expect(HeaderField("X", value) == nil)
        #expect(HeaderField(value, "x") == nil)
    }

    @Test(arguments: ["", "a b", "a:b", "é"])
    func `has no header name that is no token`(name: String) {
        #expect(HeaderField(name, "x") == nil)
    }

    @Test(arguments: [
        ("a", true), (String(repeating: "a", count: 128), true), (String(repeating: "a", count: 129), false),
        ("", false),
        ("a b", false), ("a\"b", false), ("Az09-._:/+=@", true), ("é", false),
    ])
    func `takes request ids of 1-128 harmless characters`(text: String, isValid: Bool) {
        #expect((RequestIdentifier(given: text) != nil) == isValid)
    }

    @Test func `makes request ids that do not repeat`() {
        var source = RequestIdentifier.Source(seed: 1)
        let made = (0..<10_000).map { _ in source.make() }
        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy { RequestIdentifier(given: $0.text) == $0 })
    }

    @Test(arguments: [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
        ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
        ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false),
        ("00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", false), ("", false),
    ])
    func `takes trace contexts of the standard's form`(text: String, isValid: Bool) {
        #expect(TraceParent(text)?.text == (isValid ? text : nil))
        if isValid { #expect(TraceParent(text)?.traceIdentifier == "0af7651916cd43dd8448eb211c80319c") }
    }

    @Test func `writes problem details that are JSON whatever the words`() {
        let problem = ProblemDetails(
            .badRequest, "a \"quote\" \\ and\n\u{1}", instance: "/x", members: [.text("name", "é")])
        #expect(
            String(decoding: problem.json, as: UTF8.self)
                == #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"a \"quote\" \\ and\n\u0001","instance":"/x","name":"é"}"#
                + "\n")
        #expect(
            String(decoding: ProblemDetails.malformedJSON("No value here.", offset: 7).json, as: UTF8.self)
                == #"{"type":"urn:attachd:malformed-json","title":"Bad Request","status":400,"detail":"No value here.","offset":7}"#
                + "\n")
        let overloaded = ProblemDetails.overloaded("Too much to do.", retryAfter: 3)
        #expect(overloaded.response().headers.first { $0.name == "Retry-After" }?.value == "3")
        #expect(overloaded.response().status == .serviceUnavailable)
    }
}
