import Testing

@testable import NotificationContent

struct FCMTests {
    @Test func `lists every copy of a request's picture with its platform`() throws {
        let payload = try Payload.read(
            Array(
                #"""
                {"message":{"token":"t","webpush":{"notification":{"image":"https://a.test/w"}},
                 "notification":{"title":"T","body":"B","image":"https://a.test/n"},
                 "apns":{"payload":{"aps":{"alert":{"title":"A"},"badge":2}},"fcm_options":{"image":"https://a.test/i"}},
                 "android":{"notification":{"image":"https://a.test/a"}}}}
                """#.utf8))
        #expect(payload.dialect == "fcm")
        #expect(
            payload.references == [
                MediaReference(identifier: "attachment-1", source: "https://a.test/w", platform: .web),
                MediaReference(identifier: "attachment-2", source: "https://a.test/n"),
                MediaReference(identifier: "attachment-3", source: "https://a.test/i", platform: .ios),
                MediaReference(identifier: "attachment-4", source: "https://a.test/a", platform: .android),
            ])
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: []).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"A","body":"B","badge":2,"userInfo":{"message":"#))
        #expect(!json.contains(#""notification":{"notificationId"#))
    }

    @Test(arguments: [
        (#"{"fcm_options":{"image":"https://a.test/i"}}"#, "fcm"), (#"{"fcm_options":"x"}"#, "generic"),
        (#"{"gcm.n.e":"1"}"#, "fcm"), (#"{"message":"text","image":"https://a.test/i"}"#, "generic"),
        (#"{"message":{"text":"x"}}"#, "generic"), (#"{"message":{"topic":"news"}}"#, "fcm"),
        (#"{"os_data":{},"fcm_options":{"image":"https://a.test/i"}}"#, "onesignal"),
    ])
    func `is recognised by its own keys`(json: String, dialect: String) throws {
        #expect(try Payload.read(Array(json.utf8)).dialect == dialect)
    }
}
