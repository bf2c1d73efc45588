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
             "url":"https://a.test/open"}
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
            ])
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: []).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
        #expect(
            json.contains(
                #""notification":{"launchURL":"https://a.test/open","collapseId":"c","additionalData":{"k":1}}"#))
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
