import Testing

@testable import NotificationContent

struct PayloadTests {
    @Test(arguments: [("[1]", 0), (" \"x\"", 1), ("null", 0), ("7", 0), ("", 0), ("{}x", 2)])
    func `is an object, else malformed`(json: String, offset: Int) {
        let error = #expect(throws: MalformedJSON.self) { try Payload.read(Array(json.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test func `of no vendor is read by the usual keys in its own order`() throws {
        let payload = try Payload.read(
            Array(
                #"""
                {"pic_url":"https://a.test/1","data":{"media-url":"https://a.test/2","mediaType":"video"},"image":" https://a.test/3 ",
                 "imageUrl":{"x":"https://a.test/no"},"image_url":"name.png","mediaType":"gif","attachment-url":"https://a.test/4"}
                """#.utf8))
        #expect(payload.dialect == "generic")
        #expect(payload.references.map(\.source) == (1...4).map { "https://a.test/\($0)" })
        #expect(payload.references.map(\.typeHint) == [nil, "video", nil, "gif"])
        #expect(payload.references.map(\.identifier) == (1...4).map { "attachment-\($0)" })
    }

    @Test func `is read by the dialect that is asked for`() throws {
        let json = Array(#"{"os_data":{"att":{"a":"https://a.test/1"}},"image":"https://a.test/2"}"#.utf8)
        #expect(try Payload.read(json).references.map(\.source) == ["https://a.test/1"])
        #expect(
            try Payload.read(json, dialect: DialectName("generic")).references.map(\.source) == ["https://a.test/2"])
        #expect(try Payload.read(json, dialect: DialectName("fcm")).references == [])
        #expect(try Payload.read(json, dialect: DialectName("fcm")).dialect == "fcm")
    }

    @Test func `knows the dialects by name`() {
        #expect(DialectName.all.count == 30)
        #expect(DialectName.all.first?.text == "onesignal")
        #expect(DialectName.all.last?.text == "generic")
        #expect(DialectName("OneSignal") == nil)
        #expect(DialectName("") == nil)
        #expect(DialectName.all.allSatisfy { !$0.layouts.isEmpty })
        #expect(Set(DialectTable.all.map(\.layout)).count == DialectTable.all.count)
    }

    @Test func `can be a bare URL`() {
        let payload = Payload.url(" https://a.test/x ", identifier: "")
        #expect(payload.dialect == "url")
        #expect(payload.gate == .open)
        #expect(payload.references == [MediaReference(identifier: "attachment-1", source: "https://a.test/x")])
        #expect(Payload.url("no url").references.map(\.source) == ["no url"])
    }

    @Test func `request for one attachment has the descriptor's own names`() throws {
        let reference = try AttachmentRequest.read(
            Array(
                #"""
                {"url":" https://a.test/x ","identifier":"a","typeHint":"gif","options":{"thumbnailHidden":true,"thumbnailTime":2.5,
                 "thumbnailClippingRect":{"x":0,"y":0.5,"width":1,"height":0.5}}}
                """#.utf8))
        #expect(
            reference
                == MediaReference(
                    identifier: "a", source: "https://a.test/x", typeHint: "gif",
                    options: MediaReference.Options(
                        thumbnailHidden: true, thumbnailTime: 2.5,
                        thumbnailClippingRect: MediaReference.ClippingRect(x: 0, y: 0.5, width: 1, height: 0.5))))
    }

    @Test(arguments: [
        "{}", #"{"url":null}"#, #"{"url":""}"#,
        #"{"url":"","options":{"thumbnailHidden":false,"thumbnailTime":-1,"thumbnailClippingRect":{"x":0,"y":0,"width":1.01,"height":1}}}"#,
        #"{"url":"","options":{"thumbnailTime":1e999,"thumbnailClippingRect":{"x":0,"y":0,"width":1}}}"#,
    ])
    func `request without sense asks for nothing special`(json: String) throws {
        #expect(try AttachmentRequest.read(Array(json.utf8)) == MediaReference(identifier: "attachment-1", source: ""))
    }
}
