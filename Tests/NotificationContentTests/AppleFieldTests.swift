import Testing

@testable import NotificationContent

/// What Apple's dictionary may hold.
struct AppleFieldTests {
    private func malformed(_ aps: String) throws -> [String] {
        let payload = try Payload.read(Array(#"{"aps":\#(aps),"image":"https://a.test/1"}"#.utf8))
        return payload.warnings.filter { $0.code == .malformedAps }.map(\.detail)
    }

    @Test(
        arguments: [
            ("alert", [#""x""#, #"{"title":"x"}"#, "{}"], ["7", "null", "[]", "true"], "a string or an object"),
            ("badge", ["0", "1", "3.0", "1e2"], ["-1", "0.5", #""3""#, "1e999", "null"], "a whole number from 0 up"),
            ("sound", [#""x""#, #"{"name":"x","volume":0,"critical":1}"#], ["1", "[]"], "a string or an object"),
            ("thread-id", [#""""#], ["1", "null"], "a string"), ("category", [#""c""#], ["{}"], "a string"),
            ("target-content-id", [#""w""#], ["[]"], "a string"), ("filter-criteria", [#""f""#], ["1"], "a string"),
            ("content-available", ["0", "1", "true", "false", "1.0"], ["2", "-1", #""1""#, "null", "0.5"], "0 or 1"),
            ("mutable-content", ["0", "1", "true"], ["2", #""1""#, "[]"], "0 or 1"),
            (
                "interruption-level", [#""passive""#, #""active""#, #""time-sensitive""#, #""critical""#],
                [#""timeSensitive""#, #""""#, "1"], "one of passive, active, time-sensitive, critical"
            ),
            ("relevance-score", ["0", "0.5", "1"], ["-0.01", "1.01", #""1""#], "a number from 0 to 1"),
            ("url-args", ["[]", #"["a"]"#], [#""a""#, "[1]"], "an array of strings"),
        ] as [(String, [String], [String], String)])
    func `is warned of, member by member`(key: String, good: [String], bad: [String], words: String) throws {
        for value in good { #expect(try malformed(#"{"\#(key)":\#(value)}"#) == [], "\(value)") }
        for value in bad {
            #expect(try malformed(#"{"\#(key)":\#(value)}"#) == ["aps.\(key) should be \(words)"], "\(value)")
        }
    }

    @Test(
        arguments: [
            (
                #"{"alert":{"title":1,"body":"x","loc-args":["a",1],"summary-arg-count":-1}}"#,
                [
                    "aps.alert.title should be a string", "aps.alert.loc-args should be an array of strings",
                    "aps.alert.summary-arg-count should be a whole number from 0 up",
                ]
            ),
            (
                #"{"sound":{"name":1,"volume":1.5,"critical":"1"}}"#,
                [
                    "aps.sound.name should be a string", "aps.sound.volume should be a number from 0 to 1",
                    "aps.sound.critical should be 0 or 1",
                ]
            ),
            (#"{"sound":{"volume":1.0,"critical":true}}"#, []),
            ("[]", ["aps should be an object"]), ("null", ["aps should be an object"]),
            (#"{"other":[]}"#, []), (#"{"badge":"x","badge":3}"#, []),
            (
                #"{"badge":3,"badge":"x"}"#,
                ["aps.badge should be a whole number from 0 up"]
            ),
        ] as [(String, [String])])
    func `has members of members`(aps: String, details: [String]) throws {
        #expect(try malformed(aps) == details)
    }

    @Test(
        arguments: [
            (
                #"{"event":"update","relevance-score":100,"alert":{"title":{"loc-key":"k"}},"content-state":{},"timestamp":1}"#,
                []
            ),
            (
                #"{"event":"stop","content-state":1,"stale-date":"x","dismissal-date":1,"timestamp":"1"}"#,
                [
                    "aps.event should be one of start, update, end", "aps.content-state should be an object",
                    "aps.timestamp should be a number", "aps.stale-date should be a number",
                ]
            ),
        ] as [(String, [String])])
    func `of a Live Activity has its own rules`(aps: String, details: [String]) throws {
        #expect(try malformed(aps) == details)
    }

    @Test func `is also checked inside a request to Firebase, and closes no gate there`() throws {
        let payload = try Payload.read(
            Array(
                #"""
                {"message":{"topic":"t","notification":{"image":"https://a.test/1"},
                 "apns":{"payload":{"aps":{"badge":"1","alert":{"title":1}}}}}}
                """#.utf8))
        #expect(payload.gate == .open)
        #expect(
            payload.warnings.map(\.detail) == [
                "message.apns.payload.aps.alert.title should be a string",
                "message.apns.payload.aps.badge should be a whole number from 0 up",
            ])
    }
}
