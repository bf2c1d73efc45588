import Testing

@testable import PreviewPage

struct PageTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("<script>", "&lt;script&gt;"), ("a & b", "a &amp; b"), ("\"'", "&quot;&#39;"),
        ("\0", "\u{fffd}"), ("é\u{202e}", "é\u{202e}"), ("", ""),
    ]) func `makes text harmless for markup`(text: String, expected: String) {
        #expect(PageText.html(text) == expected)
    }

    @Test(arguments: [
        (#"{"a":"</script>"}"#, #"{"a":"\u003c/script\u003e"}"#), (#"["<!--"]"#, #"["\u003c!--"]"#),
        (#"["&lt;"]"#, #"["\u0026lt;"]"#), ("[\"\u{2028}\u{2029}\"]", #"["\u2028\u2029"]"#),
        ("[\"\u{2027}\u{202a}â\"]", "[\"\u{2027}\u{202a}â\"]"), ("[1]", "[1]"),
    ]) func `lets nothing end a data block`(json: String, expected: String) {
        #expect(String(decoding: PageText.scriptData(Array(json.utf8)), as: UTF8.self) == expected)
    }

    @Test(arguments: [[0xe2], [0xe2, 0x80], [0xe2, 0x80, 0xaa], [0x80, 0xa8]] as [[UInt8]])
    func `copies what only begins like a line end`(bytes: [UInt8]) {
        #expect(PageText.scriptData(bytes) == bytes)
    }

    @Test func `leaves no byte in a data block that could begin markup`() {
        let bytes = PageText.scriptData(Array(0...255))
        #expect(!bytes.contains(0x3c) && !bytes.contains(0x3e) && !bytes.contains(0x26))
        #expect(bytes.count == 256 + 3 * 5)
    }
}
