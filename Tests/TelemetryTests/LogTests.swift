import Testing

@testable import Telemetry

@Suite struct LogTests {
    @Test(arguments: [
        ("plain", "\"plain\""), ("a \"b\" \\c", "\"a \\\"b\\\" \\\\c\""), ("two\nlines\r\t", "\"two\\nlines\\r\\t\""),
        ("\u{1b}[2J\u{7f}", "\"\\u001b[2J\\u007f\""), ("é", "\"é\""),
    ])
    func `keeps a value on its line`(value: String, quoted: String) {
        #expect(Log.quoted(value) == quoted)
    }

    @Test func `orders levels by weight`() {
        #expect(LogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }
}
