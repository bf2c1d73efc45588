import Testing

@testable import NotificationContent

struct GateTests {
    private func payload(_ json: String) throws -> Payload {
        try Payload.read(Array(json.utf8))
    }

    @Test(
        arguments: [
            (#"{"alert":"x","mutable-content":1}"#, .open), (#"{"alert":"x","mutable-content":true}"#, .open),
            (#"{"alert":"x","mutable-content":1.0}"#, .open), (#"{"alert":{"body":"x"},"mutable-content":1}"#, .open),
            (#"{"alert":{"loc-key":"K"},"mutable-content":1}"#, .open), (#"{"alert":"x"}"#, .notMutable),
            (#"{"alert":"x","mutable-content":0}"#, .notMutable),
            (#"{"alert":"x","mutable-content":"1"}"#, .notMutable),
            (#"{"alert":"x","mutable-content":null}"#, .notMutable), (#"{"mutable-content":1}"#, .noAlert),
            (#"{"alert":"","mutable-content":1}"#, .noAlert), (#"{"alert":{},"mutable-content":1}"#, .noAlert),
            (#"{"alert":{"title":""},"mutable-content":1}"#, .noAlert), (#"{"alert":5,"mutable-content":1}"#, .noAlert),
            (#"{"alert":null,"mutable-content":1}"#, .noAlert), (#"{"content-available":1}"#, .notMutable),
            (#"[]"#, .notMutable), (#"null"#, .notMutable),
        ] as [(String, Gate)])
    func `opens only for a mutable alert`(aps: String, gate: Gate) throws {
        let payload = try payload(#"{"aps":\#(aps),"image":"https://a.test/x.png"}"#)
        #expect(payload.gate == gate)
        #expect(payload.references.map(\.source) == ["https://a.test/x.png"])
        #expect(payload.warnings.contains { $0.code == .notMutable } == (gate == .notMutable))
        if gate == .noAlert { #expect(payload.warnings.contains { $0.code == .noAlert }) }
        let descriptor = ContentDescriptor(payload: payload, outcomes: gate == .open ? [] : nil)
        let json = String(decoding: descriptor.json(), as: UTF8.self)
        #expect(json.contains(#""mutable":\#(gate != .notMutable),"complete":true"#))
        #expect(json.contains(#""references":[{"identifier":"attachment-1""#) == (gate != .open))
    }

    @Test(arguments: [
        #"{"image":"https://a.test/x.png"}"#, #"{"gcm.n.image":"https://a.test/x.png"}"#,
        #"{"message":{"notification":{"image":"https://a.test/x.png"}}}"#,
        #"{"aps":{"content-available":1},"m":"x","at":{"a":"https://a.test/x.png"}}"#,
        #"{"aps":{},"os_data":{"buttons":{"m":"x","at":{"a":"https://a.test/x.png"}}}}"#,
    ])
    func `is open for what is no push of Apple's, and for the minified form`(json: String) throws {
        let payload = try payload(json)
        #expect(payload.gate == .open)
        #expect(payload.references.count == 1)
        #expect(payload.warnings == [])
    }

    @Test(arguments: [
        (#"{"content-available":1}"#, "the push is silent: it shows no alert"),
        (#"{"content-available":1,"alert":""}"#, "the push is silent: it shows no alert"),
        (#"{"content-available":1,"sound":"default","badge":2}"#, "the push is silent: it shows no alert"),
        (#"{"content-available":0}"#, "the push shows no alert"), (#"{"badge":2}"#, "the push shows no alert"),
    ])
    func `says of a silent push that it is silent`(aps: String, detail: String) throws {
        for media in [#""image":"https://a.test/1""#, #""os_data":{"i":"1","att":{"a":"https://a.test/1"}}"#] {
            let payload = try payload(#"{"aps":\#(aps),\#(media)}"#)
            #expect(payload.gate != .open)
            #expect(payload.references.map(\.source) == ["https://a.test/1"])
            #expect(payload.warnings.map(\.code) == [.noAlert, .notMutable])
            #expect(payload.warnings.first?.detail.hasPrefix(detail) == true)
        }
    }

    @Test(arguments: [
        #"{"aps":{"content-available":1},"sync":"full"}"#, #"{"aps":{"alert":"x","mutable-content":1},"a":{"b":1}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"att":"spring sale","custom":7}"#, "{}",
    ])
    func `leaves a push without media as it is, and says that it found none`(json: String) throws {
        let payload = try payload(json)
        #expect(payload.references == [])
        #expect(payload.warnings.contains { $0.code == .noMedia })
        let descriptor = ContentDescriptor(payload: payload, outcomes: nil, publicBaseURL: "https://p.test")
        #expect(descriptor.deliveryPayload() == Array(json.utf8))
    }
}
