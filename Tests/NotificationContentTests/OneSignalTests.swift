import Testing

@testable import NotificationContent

struct OneSignalTests {
    private static let aps = #""aps":{"alert":"Hello","mutable-content":1}"#
    private static let url = "https://origin.test/p.png"

    private func read(_ json: String, dialect: String? = nil) throws -> Payload {
        try Payload.read(Array(json.utf8), dialect: dialect.flatMap { DialectName($0) })
    }

    @Test(arguments: [
        #"{\#(aps),"custom":{"i":"1"},"att":{"id1":"\#(url)"}}"#,
        #"{\#(aps),"custom":{"a":{"x":1}},"att":{"id1":"\#(url)"}}"#,
        #"{\#(aps),"os_data":{"i":"2","att":{"id1":"\#(url)"}}}"#,
        #"{\#(aps),"os_data":{"i":"2","att":{"id1":"\#(url)"}},"att":"spring sale"}"#,
        #"{\#(aps),"os_data":{"i":"2","att":{"id1":"\#(url)"}},"att":{"id2":"https://origin.test/other.png"}}"#,
        #"{"aps":{"content-available":1},"m":"Hello","at":{"id1":"\#(url)"}}"#,
        #"{"aps":{"content-available":1},"custom":{"i":"1"},"m":{"body":"Hello"},"at":{"id1":"\#(url)"}}"#,
        #"{"aps":{},"os_data":{"i":"2","buttons":{"m":"Hello","at":{"id1":"\#(url)"}}}}"#,
    ])
    func `finds the media map in each of its homes`(json: String) throws {
        let payload = try read(json)
        #expect(payload.dialect == "onesignal")
        #expect(payload.gate == .open)
        #expect(payload.references == [MediaReference(identifier: "id1", source: Self.url)])
    }

    @Test(arguments: [
        "null", "{}", "[]", "7", #"{"id1":null}"#, #"{"id1":""}"#, #"{"id1":"welcome.banner.gif"}"#, #"{"id1":7}"#,
        #"{"id1":["https://origin.test/p.png"]}"#, #""https://origin.test/p.png""#,
        #"{"id1":"https://origin.test/p.png","id1":null}"#,
    ])
    func `takes nothing else for media`(att: String) throws {
        for json in [
            #"{\#(Self.aps),"custom":{"i":"1"},"att":\#(att)}"#, #"{\#(Self.aps),"os_data":{"i":"1","att":\#(att)}}"#,
        ] {
            let payload = try read(json)
            #expect(payload.dialect == "onesignal")
            #expect(payload.references == [])
            #expect(payload.warnings.map(\.code) == [.noMedia])
        }
    }

    @Test(arguments: [
        #"{\#(aps),"att":{"id1":"\#(url)"}}"#,
        #"{\#(aps),"att":{"id1":"\#(url)"},"custom":"x"}"#,
        #"{\#(aps),"m":"x","at":{"id1":"\#(url)"}}"#,
    ])
    func `leaves alone what is another's`(json: String) throws {
        let payload = try read(json)
        #expect(payload.dialect == "generic")
        #expect(payload.references == [])
        #expect(try read(#"{\#(Self.aps),"att":{"id1":"\#(Self.url)"}}"#, dialect: "onesignal").references.count == 1)
    }

    @Test func `keeps the document's order, and of a repeated name the last value`() throws {
        let payload = try read(
            #"{\#(Self.aps),"os_data":{"att":{"z":"https://a.test/1","a":"https://a.test/2","z":"https://a.test/3"}}}"#)
        #expect(payload.references.map(\.identifier) == ["a", "z"])
        #expect(payload.references.map(\.source) == ["https://a.test/2", "https://a.test/3"])
    }

    @Test func `tells names apart by their bytes`() throws {
        let payload = try read(
            #"{"os_data":{"att":{"\u00e9":"https://a.test/1","e\u0301":"https://a.test/2","":"https://a.test/3"}}}"#)
        #expect(payload.references.map(\.source) == ["https://a.test/1", "https://a.test/2", "https://a.test/3"])
        #expect(payload.references.last?.identifier == "attachment-1")
    }

    @Test func `knows its names in every spelling`() throws {
        let payload = try read(#"{"os\u005fdata":{"\u0061tt":{"a":"\u0068ttps://a.test/1"}},"other\u0020":1}"#)
        #expect(payload.references == [MediaReference(identifier: "a", source: "https://a.test/1")])
    }

    @Test func `reads Android's slots, one of them JSON in a string`() throws {
        let payload = try read(
            #"""
            {"custom":"{\"i\":\"n1\",\"u\":\"app://x\",\"a\":{\"k\":1}}","title":"T","alert":"B","licon":"https://a.test/l",
             "bg_img":"{\"img\":\"https://a.test/g\"}","bicon":"big_picture_resource","o":"[{\"n\":\"Open\",\"p\":\"ic\"}]",
             "collapse_key":"c"}
            """#)
        #expect(
            payload.references == [
                MediaReference(identifier: "licon", source: "https://a.test/l", role: .largeIcon, platform: .android),
                MediaReference(identifier: "bg_img", source: "https://a.test/g", role: .background, platform: .android),
            ])
        let json = String(decoding: ContentDescriptor(payload: payload, outcomes: []).json(), as: UTF8.self)
        #expect(json.contains(#""content":{"title":"T","body":"B","userInfo":"#))
        #expect(
            json.contains(
                #""notification":{"notificationId":"n1","launchURL":"app://x","collapseId":"c","additionalData":{"k":1},"#
                    + #""actionButtons":[{"text":"Open","id":"Open","icon":"ic"}],"title":"T","body":"B","#
                    + #""largeIcon":"https://a.test/l","bigPicture":"big_picture_resource","#
                    + #""backgroundImageLayout":{"image":"https://a.test/g"},"rawPayload":{"#))
    }

    @Test(
        arguments: [
            (64, 2_048, []), (65, 2_048, [.collapseIDTooLong]), (64, 2_049, [.dataTooLarge]),
        ] as [(Int, Int, [ContentWarning.Code])])
    func `warns of fields over their limits`(collapse: Int, data: Int, codes: [ContentWarning.Code]) throws {
        let collapseID = String(repeating: "c", count: collapse)
        // Compact, the object is its text and 8 bytes around it.
        let text = String(repeating: "d", count: data - 8)
        let payload = try read(
            #"{\#(Self.aps),"custom":{"i":"1","collapse_id":"\#(collapseID)","a":{ "k": "\#(text)" }},"att":{"a":"\#(Self.url)"}}"#
        )
        #expect(payload.warnings.map(\.code) == codes)
    }
}
