import Testing

@testable import NotificationContent

struct JSONTokensTests {
    private func tokens(_ text: String) throws -> JSONTokens {
        try JSONTokens(Array(text.utf8))
    }

    @Test func `says where each token lies and which one follows it`() throws {
        let tokens = try tokens(#" {"a": [1, true], "b":"x\n"} "#)
        let found = (0..<tokens.count).map { "\(tokens.kind($0)) \(tokens.range($0)) \(tokens.next($0))" }
        #expect(
            found
                == [
                    "object 1..<28 7", "string 2..<5 2", "array 7..<16 5", "number 8..<9 4", "true 11..<15 5",
                    "string 18..<21 6", "string 22..<27 7",
                ])
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `takes 64 containers in one another and refuses 65`(opening: String) throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: opening, count: depth) + "1").utf8)
                + Array(repeating: opening == "[" ? UInt8(ascii: "]") : UInt8(ascii: "}"), count: depth)
        }
        #expect(try JSONTokens(nested(63)).kind(0) != .number)
        #expect(try JSONTokens(nested(64)).kind(0) != .number)
        let error = #expect(throws: MalformedJSON.self) { try JSONTokens(nested(65)) }
        #expect(error?.offset == 64 * opening.utf8.count)
    }

    @Test(arguments: [
        ("", 0), ("  ", 2), ("{", 1), ("{\"a\"}", 4), ("{\"a\":1,}", 7), ("{a:1}", 1), ("[1,]", 3), ("[1 2]", 3),
        ("[1}", 2), ("{\"a\":1]", 6), ("01", 0), ("-", 1), ("1.", 2), ("1e", 2), ("1e+", 3), ("tru", 3), ("trux", 3),
        ("nul ", 3), ("\"abc", 4), ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("\"\\", 2), ("\"\\u12", 5), ("\"\t\"", 1),
        ("{} {}", 3), ("[]]", 2), ("\u{FEFF}{}", 0), ("'a'", 0), ("{\"a\":}", 5), ("[,1]", 1), ("+1", 0), (".5", 0),
        ("NaN", 0), ("\u{0}", 0), ("[1]\u{0}", 3),
    ])
    func `names the first wrong byte`(text: String, offset: Int) {
        let error = #expect(throws: MalformedJSON.self) { try JSONTokens(Array(text.utf8)) }
        #expect(error?.offset == offset)
        #expect(error?.detail.isEmpty == false)
    }

    @Test(arguments: [
        [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
        [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0x7F],
    ])
    func `takes the edges of UTF-8`(sequence: [UInt8]) throws {
        let tokens = try JSONTokens([UInt8(ascii: "\"")] + sequence + [UInt8(ascii: "\"")])
        #expect(tokens.text(0) == String(decoding: sequence, as: UTF8.self))
    }

    @Test(arguments: [
        [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE1, 0x80],
        [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF1, 0x80, 0x80, 0xC0],
    ])
    func `refuses what is just outside UTF-8`(sequence: [UInt8]) {
        let error = #expect(throws: MalformedJSON.self) {
            try JSONTokens([UInt8(ascii: "\"")] + sequence + [UInt8(ascii: "\"")])
        }
        #expect(error?.offset == 1)
    }

    @Test(arguments: [
        (#""a\/b""#, "a/b"), (#""\"\\\b\f\n\r\t""#, "\"\\\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00""#, "😀"), (#""\uD83D""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
        (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83dA""#, "\u{FFFD}A"), (#""\ud83d\n""#, "\u{FFFD}\n"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\u0000""#, "\u{0}"), (#""""#, ""), (#""é""#, "é"),
        (#""\udbff\udfff""#, "\u{10FFFF}"),
    ])
    func `decodes escapes`(json: String, text: String) throws {
        #expect(try tokens(json).text(0) == text)
    }

    @Test(
        arguments: [
            ("1e999", nil), ("-0", 0), ("10", 10), ("1.5e1", 15), ("0.1", 0.1), ("-2E-2", -0.02),
            ("123456789012345678901234567890", 123456789012345678901234567890.0), ("\"1\"", nil), ("true", nil),
        ] as [(String, Double?)])
    func `converts numbers only when they are read`(json: String, value: Double?) throws {
        #expect(try tokens(json).number(0) == value)
    }

    @Test(arguments: [
        ("1", true), ("1.0", true), ("true", true), ("0", false), ("\"1\"", false), ("2", false), ("null", false),
    ])
    func `takes 1 and true for yes`(json: String, answer: Bool) throws {
        #expect(try tokens(json).isTrue(0) == answer)
    }

    @Test func `finds the last of duplicate members, whatever their spelling`() throws {
        let tokens = try tokens(#"{"a":1,"ab":2,"\u0061":3,"b":{"a":4}}"#)
        let value = try #require(tokens.member("a", of: 0))
        #expect(tokens.number(value) == 3)
        #expect(tokens.member("c", of: 0) == nil)
        #expect(tokens.member("a", of: value) == nil)
        #expect(tokens.count == 11)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 63, 64])
    func `finds names of every length up to the longest that a key may have`(length: Int) throws {
        let name = String(repeating: "n", count: length)
        let tokens = try tokens(#"{"\#(name)x":1,"\#(name)":2,"\#(name.dropLast())o":3}"#)
        let key = JSONKey(name)
        #expect(key.text == name)
        #expect(tokens.member(key, of: 0).flatMap { tokens.number($0) } == 2)
        #expect(key.bit & tokens.nameBit(3) != 0)
    }

    @Test func `keeps white space apart from a document that begins and ends inside its input`() throws {
        let tokens = try JSONTokens(Array("xx {\"a\":1}yy".utf8), from: 2)
        #expect(tokens.range(0) == 3..<10)
        #expect(tokens.compact() == Array("{\"a\":1}".utf8))
    }

    @Test func `reads a megabyte of brackets and of names without trouble`() throws {
        let many = "[" + Array(repeating: "{\"a\":[]}", count: 120_000).joined(separator: ",") + "]"
        #expect(try tokens(many).count == 360_001)
    }
}
