import Testing

@testable import NotificationContent

/// What an application sends to a vendor, as against what a device gets.
struct RequestsTests {
    private func read(_ json: String) throws -> Payload {
        try Payload.read(Array(json.utf8))
    }

    @Test func `onesignal's request names the media of every system`() throws {
        let payload = try read(
            #"""
            {"app_id":"x","contents":{"en":"B","de":"b"},"headings":{"en":"T"},"ios_attachments":{"a":"https://a.test/1","b":"name.png"},
             "big_picture":"https://a.test/2","large_icon":"https://a.test/3","adm_big_picture":"https://a.test/4",
             "huawei_big_picture":"https://a.test/5","chrome_web_image":"https://a.test/6","data":{"k":1},"collapse_id":"c",
             "url":"https://a.test/open","android_background_layout":{"image":"https://a.test/7","headings_color":"FF"}}
            """#)
        #expect(payload.dialect == "onesignal-rest")
        #expect(payload.gate == .open)
        #expect(
            payload.references == [
                MediaReference(identifier: "a", source: "https://a.test/1", platform: .ios),
                MediaReference(
                    identifier: "big_picture", source: "https://a.test/2", role: .bigPicture, platform: .android),
                MediaReference(
                    identifier: "large_icon", source: "https://a.test/3", role: .largeIcon, platform: .android),
                MediaReference(
                    identifier: "adm_big_picture", source: "https://a.test/4", role: .bigPicture, platform: .android),
                MediaReference(
                    identifier: "huawei_big_picture", source: "https://a.test/5", role: .bigPicture,
                    platform: .android),
                MediaReference(identifier: "chrome_web_image", source: "https://a.test/6", platform: .web),
                MediaReference(
                    identifier: "android_background_layout", source: "https://a.test/7", role: .background,
                    platform: .android),
            ])
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: []).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
        #expect(
            json.contains(
                #""notification":{"launchURL":"https://a.test/open","collapseId":"c","additionalData":{"k":1},"#
                    + #""headings":{"en":"T"},"contents":{"en":"B","de":"b"},"#))
        #expect(json.contains(#""backgroundImageLayout":{"image":"https://a.test/7","titleTextColor":"FF"}}"#))
    }

    @Test(arguments: [
        (#""ios_badgeType":"SetTo","ios_badgeCount":3"#, #""badge":3"#),
        (#""ios_badgeType":"SetTo","ios_badgeCount":"0""#, #""badge":"0""#),
        (#""ios_badgeType":"Increase","ios_badgeCount":-1"#, #""badgeIncrement":-1"#),
        (#""ios_badgeType":"None","ios_badgeCount":3"#, ""), (#""ios_badgeCount":3"#, ""),
        (#""ios_badgeType":7,"ios_badgeCount":3"#, ""), (#""ios_badgeType":"SetTo","ios_badgeCount":[]"#, ""),
        (#""app_url":"app://x","url":"https://a.test/1""#, #""launchURL":"app://x""#),
        (#""app_url":7,"url":"https://a.test/1""#, #""launchURL":"https://a.test/1""#),
        (#""web_url":"https://a.test/1""#, #""launchURL":"https://a.test/1""#),
        (#""template_id":"t""#, #""templateId":"t""#), (#""template_id":{}"#, ""),
        (#""collapse_id":"c""#, #""collapseId":"c""#), (#""collapse_id":1"#, ""),
        (#""data":{"k":1.0}"#, #""additionalData":{"k":1.0}"#), (#""data":"k""#, ""),
        (
            #""buttons":[{"id":"a","text":"A","icon":"i"}]"#,
            #""actionButtons":[{"text":"A","id":"a","icon":"i"}]"#
        ),
        (#""buttons":{"id":"a"}"#, ""),
        (#""web_buttons":[{"id":"a","url":"u"}]"#, #""web_buttons":[{"id":"a","url":"u"}]"#),
        (#""web_buttons":1"#, ""), (#""headings":{"de":"t"}"#, #""headings":{"de":"t"}"#), (#""headings":"t""#, ""),
        (#""subtitle":{"de":"s"}"#, #""subtitle":{"de":"s"}"#), (#""subtitle":1"#, ""),
        (#""adm_sound":"a","huawei_sound":"h""#, #""sound":"h""#),
        (#""ios_sound":1,"wp_wns_sound":"w""#, #""sound":"w""#),
        (#""ios_attachments":{"a":"n.png"}"#, #""attachments":{"a":"n.png"}"#), (#""ios_attachments":[]"#, ""),
        (#""content_available":true"#, #""contentAvailable":true"#), (#""content_available":"x""#, ""),
        (#""mutable_content":1"#, #""mutableContent":true"#), (#""mutable_content":false"#, ""),
        (#""ios_category":"c""#, #""category":"c""#), (#""ios_category":1"#, ""),
        (#""thread_id":"t""#, #""threadId":"t""#), (#""thread_id":[]"#, ""),
        (#""ios_relevance_score":0.50"#, #""relevanceScore":0.50"#), (#""ios_relevance_score":"1""#, ""),
        (#""ios_interruption_level":"passive""#, #""interruptionLevel":"passive""#),
        (#""ios_interruption_level":1"#, ""),
        (#""ttl":60"#, #""ttl":60"#), (#""ttl":null"#, ""), (#""android_group":"g""#, #""groupKey":"g""#),
        (#""adm_group":"g""#, #""groupKey":"g""#), (#""android_group":1"#, ""),
        (#""android_group_message":{"en":"$[notif_count] new"}"#, #""groupMessage":{"en":"$[notif_count] new"}"#),
        (#""android_group_message":1"#, ""), (#""small_icon":"s""#, #""smallIcon":"s""#), (#""small_icon":{}"#, ""),
        (#""large_icon":"l""#, #""largeIcon":"l""#), (#""large_icon":1"#, ""),
        (#""big_picture":"b""#, #""bigPicture":"b""#), (#""big_picture":null"#, ""),
        (#""android_background_layout":"x""#, ""), (#""android_accent_color":"FF""#, #""smallIconAccentColor":"FF""#),
        (#""android_accent_color":[]"#, ""), (#""android_led_color":"FF""#, #""ledColor":"FF""#),
        (#""android_led_color":{}"#, ""), (#""android_visibility":-1"#, #""lockScreenVisibility":-1"#),
        (#""android_visibility":{}"#, ""), (#""priority":10"#, #""priority":10"#), (#""priority":[]"#, ""),
        (#""android_channel_id":"c""#, #""android_channel_id":"c""#), (#""android_channel_id":1"#, ""),
        (#""web_push_topic":"w""#, #""web_push_topic":"w""#), (#""web_push_topic":1"#, ""),
    ])
    func `onesignal's request sets the fields of a notification`(members: String, expected: String) throws {
        let payload = try read(#"{"contents":{"en":"B"},\#(members)}"#)
        #expect(payload.dialect == "onesignal-rest")
        let tokens = try JSONTokens(ContentDescriptor(payload: payload, outcomes: nil).json())
        let token = try #require(tokens.member("notification", of: 0))
        let text = String(decoding: tokens.compact(token), as: UTF8.self).replacing(#""contents":{"en":"B"}"#, with: "")
        #expect(
            text.replacing("{,", with: "{").replacing(",}", with: "}").replacing(",,", with: ",") == "{\(expected)}")
    }

    @Test func `airship's push object names the media of every system`() throws {
        let payload = try read(
            #"""
            {"audience":"all","device_types":["ios","android"],"notification":{"alert":"B",
             "ios":{"title":"T","media_attachment":{"url":"https://a.test/1","options":{"hidden":true}}},
             "android":{"style":{"type":"big_picture","big_picture":"https://a.test/2"}},
             "web":{"image":{"url":"https://a.test/3"}}}}
            """#)
        #expect(payload.dialect == "airship")
        #expect(
            payload.references == [
                MediaReference(
                    identifier: "attachment-1", source: "https://a.test/1",
                    options: MediaReference.Options(thumbnailHidden: true), platform: .ios),
                MediaReference(
                    identifier: "big_picture", source: "https://a.test/2", role: .bigPicture, platform: .android),
                MediaReference(identifier: "attachment-2", source: "https://a.test/3", platform: .web),
            ])
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: []).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
    }

    @Test func `airship's alternatives are each system's own`() throws {
        let payload = try read(
            #"""
            {"audience":"all","notification":{"web":{"image":{"url":"https://a.test/w"}},
             "android":{"style":{"type":"big_picture","big_picture":"https://a.test/a"}},
             "ios":{"media_attachment":{"urls":[{"url":7}],"url":["https://a.test/i"]}}}}
            """#)
        #expect(payload.references.map(\.source) == ["https://a.test/w", "https://a.test/a", "https://a.test/i"])
    }

    @Test func `expo's push message has one image for every system`() throws {
        let payload = try read(
            #"{"to":"ExponentPushToken[x]","title":"T","body":"B","richContent":{"image":"https://a.test/1"}}"#)
        #expect(payload.dialect == "expo")
        #expect(
            payload.references == [
                MediaReference(identifier: "attachment-1", source: "https://a.test/1", typeHint: "image")
            ])
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: []).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
    }

    @Test(arguments: [
        #"{"contents":"text","image":"https://a.test/1"}"#, #"{"audience":"all","image":"https://a.test/1"}"#,
        #"{"richContent":"text","image":"https://a.test/1"}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"contents":{"en":"x"},"image":"https://a.test/1"}"#,
    ])
    func `payloads that only resemble a request are none`(json: String) throws {
        let payload = try read(json)
        #expect(payload.dialect == "generic")
        #expect(payload.references.count == 1)
    }
}
