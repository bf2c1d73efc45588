import Testing

@testable import NotificationContent

/// Each field of `UNNotificationContent` that a payload sets, and what is made of values of another kind.
struct ContentFieldsTests {
    /// The descriptor's `content` without the payload and the attachments.
    private func content(_ json: String) throws -> String {
        let payload = try Payload.read(Array(json.utf8))
        let tokens = try JSONTokens(ContentDescriptor(payload: payload, outcomes: []).json())
        let content = try #require(tokens.member("content", of: 0))
        let userInfo = try #require(tokens.member("userInfo", of: content))
        #expect(tokens.compact(userInfo) == (try JSONTokens(Array(json.utf8)).compact()))
        let text = String(decoding: tokens.compact(content), as: UTF8.self)
        let end = try #require(text.firstRange(of: #""userInfo":"#))
        return String(text[..<end.lowerBound].dropFirst())
    }

    @Test(arguments: [
        (#""alert":"B""#, #""body":"B","#), (#""alert":"""#, #""body":"","#), (#""alert":7"#, ""),
        (#""alert":null"#, ""),
        (#""alert":["B"]"#, ""),
        (#""alert":{"title":"T","subtitle":"S","body":"B"}"#, #""title":"T","subtitle":"S","body":"B","#),
        (#""alert":{"title":1,"subtitle":[],"body":null}"#, ""),
        (
            #""alert":{"title-loc-key":"TK","title-loc-args":["a", 1.0],"subtitle-loc-key":"SK","subtitle-loc-args":[],"loc-key":"K","loc-args":["b"]}"#,
            #""title-loc-key":"TK","title-loc-args":["a",1.0],"subtitle-loc-key":"SK","subtitle-loc-args":[],"loc-key":"K","loc-args":["b"],"#
        ),
        (
            #""alert":{"title-loc-key":1,"title-loc-args":"a","subtitle-loc-key":{},"subtitle-loc-args":1,"loc-key":null,"loc-args":{}}"#,
            ""
        ),
        (
            #""alert":{"launch-image":"L","summary-arg":"A","summary-arg-count":2}"#,
            #""launchImageName":"L","summaryArgument":"A","summaryArgumentCount":2,"#
        ),
        (#""alert":{"launch-image":1,"summary-arg":2,"summary-arg-count":"2"}"#, ""),
        (#""badge":0"#, #""badge":0,"#), (#""badge":123456789012345678901"#, #""badge":123456789012345678901,"#),
        (#""badge":"1""#, ""), (#""badge":true"#, ""),
        (#""sound":"default""#, #""sound":"default","#),
        (
            #""sound":{"critical":1,"name":"n.caf","volume":0.50}"#,
            #""sound":{"critical":1,"name":"n.caf","volume":0.50},"#
        ),
        (#""sound":{"critical":"x","volume":[]}"#, #""sound":{"critical":"x","volume":[]},"#), (#""sound":1"#, ""),
        (#""category":"c""#, #""categoryIdentifier":"c","#), (#""category":[]"#, ""),
        (#""thread-id":"t""#, #""threadIdentifier":"t","#), (#""thread-id":1"#, ""),
        (#""target-content-id":"w""#, #""targetContentIdentifier":"w","#), (#""target-content-id":{}"#, ""),
        (#""interruption-level":"time-sensitive""#, #""interruptionLevel":"time-sensitive","#),
        (#""interruption-level":1"#, ""), (#""relevance-score":0.70"#, #""relevanceScore":0.70,"#),
        (#""relevance-score":"0.7""#, ""), (#""filter-criteria":"f""#, #""filterCriteria":"f","#),
        (#""filter-criteria":null"#, ""), (#""badge":1,"badge":2"#, #""badge":2,"#),
    ])
    func `reads Apple's dictionary`(aps: String, expected: String) throws {
        #expect(try content(#"{"aps":{\#(aps)}}"#) == expected)
        #expect(try content(#"{"message":{"token":"t","apns":{"payload":{"aps":{\#(aps)}}}}}"#) == expected)
    }

    @Test(arguments: [
        (#"{"aps":"x"}"#, ""), (#"{"aps":[{"alert":"x"}]}"#, ""), ("{}", ""),
        (
            #"{"message":{"token":"t","notification":{"title":"N"},"android":{"notification":{"title":"A","body":"B","sound":"s","title_loc_key":"k","title_loc_args":["a"],"body_loc_key":"l","body_loc_args":["b"]}}}}"#,
            #""title":"N","title-loc-key":"k","title-loc-args":["a"],"body":"B","loc-key":"l","loc-args":["b"],"sound":"s","#
        ),
        (
            #"{"message":{"topic":"t","webpush":{"notification":{"title":"W","body":"B"}}}}"#,
            #""title":"W","body":"B","#
        ),
        (
            #"{"audience":"all","notification":{"alert":"B","ios":{"title":"T","subtitle":"S","badge":1,"sound":{"name":"n"},"category":"c","thread_id":"t","target_content_id":"w","interruption_level":"active","relevance_score":0.5}}}"#,
            #""title":"T","subtitle":"S","body":"B","badge":1,"sound":{"name":"n"},"categoryIdentifier":"c","threadIdentifier":"t","targetContentIdentifier":"w","interruptionLevel":"active","relevanceScore":0.5,"#
        ),
        (
            #"{"audience":"all","notification":{"ios":{"badge":"+1"},"android":{"title":"T","alert":"B"}}}"#,
            #""title":"T","body":"B","#
        ),
        (
            #"{"to":"x","richContent":{},"title":"T","subtitle":"S","body":"B","badge":2,"sound":{"critical":true},"categoryId":"c","interruptionLevel":"critical"}"#,
            #""title":"T","subtitle":"S","body":"B","badge":2,"sound":{"critical":true},"categoryIdentifier":"c","interruptionLevel":"critical","#
        ),
        (
            #"{"contents":{"de":"b","en":"B"},"headings":{"de":"t","en":"T"},"subtitle":{"fr":"s"},"ios_sound":"n","ios_badgeType":"SetTo","ios_badgeCount":3,"ios_category":"c","thread_id":"t","target_content_identifier":"w","summary_arg":"a","summary_arg_count":2,"ios_interruption_level":"active","ios_relevance_score":1.0}"#,
            #""title":"T","subtitle":"s","body":"B","summaryArgument":"a","summaryArgumentCount":2,"badge":3,"sound":"n","categoryIdentifier":"c","threadIdentifier":"t","targetContentIdentifier":"w","interruptionLevel":"active","relevanceScore":1.0,"#
        ),
        (
            #"{"contents":{"en":"B"},"headings":{"en":7,"xx":{},"de":"t"},"subtitle":"S","android_sound":"a"}"#,
            #""title":"t","subtitle":"S","body":"B","sound":"a","#
        ),
        (#"{"contents":{"en":"B"},"headings":{},"subtitle":[],"ios_badgeCount":3}"#, #""body":"B","#),
        (#"{"contents":{"en":"B"},"ios_badgeType":"Increase","ios_badgeCount":3}"#, #""body":"B","#),
    ])
    func `reads the places of data messages and requests`(json: String, expected: String) throws {
        #expect(try content(json) == expected)
    }
}
