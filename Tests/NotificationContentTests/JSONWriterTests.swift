import Testing

@testable import NotificationContent

struct JSONWriterTests {
    private func written(pretty: Bool, _ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(pretty: pretty)
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func sample(_ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("text", "a")
            writer.member("missing", String?.none)
            writer.object("empty") { _ in }
            writer.array("none", of: [Int]())
            writer.array("list") { writer in
                writer.value(1)
                writer.object { $0.member("b", true) }
                writer.array { $0.value(false) }
            }
        }
    }

    @Test func `writes compactly`() {
        #expect(
            written(pretty: false, sample)
                == #"{"text":"a","empty":{},"none":[],"list":[1,{"b":true},[false]]}"#)
    }

    @Test func `writes two spaces a level for people`() {
        #expect(
            written(pretty: true, sample) == """
                {
                  "text": "a",
                  "empty": {},
                  "none": [],
                  "list": [
                    1,
                    {
                      "b": true
                    },
                    [
                      false
                    ]
                  ]
                }
                """)
    }

    @Test(arguments: [
        ("", #""""#), ("a/b é 😀", #""a/b é 😀""#), ("\"\\", #""\"\\""#),
        ("\u{0}\u{1F}\u{7F}\n\r\t\u{8}\u{C}", "\"\\u0000\\u001f\u{7F}\\n\\r\\t\\b\\f\""),
    ])
    func `escapes what must be`(text: String, json: String) throws {
        #expect(written(pretty: false) { $0.value(text) } == json)
        #expect(try JSONTokens(Array(json.utf8)).text(0) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (2, "2"), (0.25, "0.25"), (-1.5, "-1.5"), (1e300, "1e+300"), (.infinity, "null"), (.nan, "null"),
        (10.5, "10.5"), (1e-7, "1e-07"),
    ])
    func `writes numbers that read back the same`(value: Double, json: String) throws {
        #expect(written(pretty: false) { $0.value(value) } == json)
        if value.isFinite { #expect(try JSONTokens(Array(json.utf8)).number(0) == value) }
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.001"), (20, "0.02"), (2_000, "2"), (2_020, "2.02"), (2_200, "2.2"), (30_050, "30.05"),
            (999, "0.999"), (UInt64.max, "18446744073709551.615"),
        ] as [(UInt64, String)])
    func `writes milliseconds as seconds`(milliseconds: UInt64, json: String) {
        #expect(written(pretty: false) { $0.value(Seconds(milliseconds: milliseconds)) } == json)
    }

    @Test func `lays out a fragment with its tokens unchanged`() throws {
        let source = try JSONTokens(Array(#"{ "a" : [ 1e999 , "\/" ],"b":{ },"c":[ ] , "d":[[],{"e":-0}]}"#.utf8))
        #expect(
            written(pretty: false) { writer in writer.array { $0.value(JSONFragment(source)) } }
                == #"[{"a":[1e999,"\/"],"b":{},"c":[],"d":[[],{"e":-0}]}]"#)
        #expect(
            written(pretty: true) { writer in writer.array { $0.value(JSONFragment(source)) } } == #"""
                [
                  {
                    "a": [
                      1e999,
                      "\/"
                    ],
                    "b": {},
                    "c": [],
                    "d": [
                      [],
                      {
                        "e": -0
                      }
                    ]
                  }
                ]
                """#)
    }

    @Test func `copies a part of a document`() throws {
        let source = try JSONTokens(Array(#"{"a": {"b" : [1, 2]}, "c": 3}"#.utf8))
        let part = try #require(source.member("a", of: 0))
        #expect(source.compact(part) == Array(#"{"b":[1,2]}"#.utf8))
    }
}
