import AttachmentPipeline
import NotificationContent
import Testing

@Suite struct PrewarmLineTests {
    private static func line(_ bytes: [UInt8]?) -> PrewarmLine? {
        PrewarmLine(PrewarmPlace(line: 7), bytes: bytes.map { $0[...] })
    }

    private static func subjects(_ text: String, dialect: DialectName? = nil) -> [PrewarmWish.Subject] {
        line(Array(text.utf8))?.wishes(dialect: dialect).map(\.subject) ?? []
    }

    @Test(arguments: ["", " ", "\t \u{b}", "#", "# a comment", "  #http://a/"])
    func `says nothing on blank and comment lines`(text: String) {
        #expect(Self.line(Array(text.utf8)) == nil)
        #expect(!PrewarmLine.saysSomething(Array(text.utf8)[...]))
    }

    @Test(arguments: [
        "http://a/b", "HTTPS://A/", "ftp://x", "data:image/png;base64,AA", "a+b-c.d:", "http://host/with a blank",
    ])
    func `leaves what begins like a URL to the rules of URLs`(text: String) {
        #expect(Self.subjects("  " + text + " \t") == [.url(text)])
    }

    @Test(arguments: [
        "garbage", "example.com/a.jpg", "//a/b", "1http://a", ":x", "[1]", "\"http://a\"", "-", "h ttp://a", "é:x",
    ])
    func `calls anything else malformed`(text: String) {
        #expect(Self.subjects(text) == [.malformed("the line is neither a URL nor a JSON object")])
    }

    @Test func `calls a line malformed that is too long or no UTF-8`() throws {
        #expect(
            try #require(Self.line(nil)).content == .malformed("the line has more than 65536 bytes"))
        #expect(
            try #require(Self.line(Array("http://a/".utf8) + [0xff])).content == .malformed("the line is not UTF-8"))
    }

    @Test func `finds every media URL of a payload, whatever its gate says`() {
        let gated = #"{"aps":{"alert":"x"},"att":{"a":"http://h/1","b":"http://h/2"},"custom":{"i":"1"}}"#
        #expect(Self.subjects(gated) == [.url("http://h/1"), .url("http://h/2")])
        #expect(
            Self.subjects(#"{"aps":{"alert":"x","mutable-content":1},"image":"http://h/3"}"#) == [.url("http://h/3")])
        #expect(Self.subjects("{}").isEmpty)
    }

    @Test(arguments: [("{", 1), ("{\"a\":}", 5), ("{} {}", 3)])
    func `says where a payload is malformed`(text: String, offset: Int) {
        guard case .malformed(let detail)? = Self.subjects(text).first else {
            Issue.record("no fault found")
            return
        }
        #expect(detail.hasPrefix("malformed JSON at byte \(offset): "))
    }
}
