import Testing

@testable import NotificationContent

struct DeliveryPayloadTests {
    private static let media = AttachedMedia(
        path: "/c/x.jpg", sha256: "5e", fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg", kind: "image",
        format: "jpeg", bytes: 1, cache: .hit)

    private func delivered(_ json: String, _ outcomes: [Outcome?], base: String? = "https://p.test") throws -> String {
        let payload = try Payload.read(Array(json.utf8))
        let descriptor = ContentDescriptor(payload: payload, outcomes: outcomes, publicBaseURL: base)
        return String(decoding: try #require(descriptor.deliveryPayload()), as: UTF8.self)
    }

    @Test func `keeps every token's bytes but those of attached URLs`() throws {
        let json = #"""
             { "n" : 123456789012345678901234567890 , "e":1e999,"m":-0.0,"s":"\ud800 \/ \u0041é", "n" : 1 ,
            "custom":{"i":"1"},"att":{"a":"https:\/\/a.test\/1","b":" https://a.test/2 ","a":"https:\/\/a.test\/3"},"z":[ ] }
            """#
        #expect(
            try delivered(json, [.failed(AttachmentFailure(.empty, "")), .attached(Self.media)])
                == #"{"n":123456789012345678901234567890,"e":1e999,"m":-0.0,"s":"\ud800 \/ \u0041é","n":1,"#
                + #""custom":{"i":"1"},"att":{"a":"https:\/\/a.test\/1","b":" https://a.test/2 ","#
                + #""a":"https://p.test/v1/blobs/5e.jpg"},"z":[]}"#)
    }

    @Test(arguments: [nil, "https://p.test", "https://p.test/", "https://p.test/x"])
    func `puts the blob behind the public address, if there is one`(base: String?) throws {
        let json = #"{"image":"https://a.test/1"}"#
        let url = base.map { ($0.hasSuffix("/") ? "https://p.test" : $0) + "/v1/blobs/5e.jpg" } ?? "https://a.test/1"
        #expect(try delivered(json, [.attached(Self.media)], base: base) == #"{"image":"\#(url)"}"#)
    }

    @Test func `replaces URLs inside JSON that a string holds`() throws {
        let json =
            #"{"custom":"{\"i\":\"1\"}", "bg_img":" {\"tc\": \"\\ud800\\/\", \"img\": \"https:\\/\\/a.test\\/1\"}\n","licon":"https://a.test/2"}"#
        #expect(
            try delivered(json, [.attached(Self.media), .attached(Self.media)])
                == #"{"custom":"{\"i\":\"1\"}","bg_img":" {\"tc\": \"\\ud800\\/\", \"img\": \"https://p.test/v1/blobs/5e.jpg\"}\n","#
                + #""licon":"https://p.test/v1/blobs/5e.jpg"}"#)
    }

    @Test func `is laid out for people when asked`() throws {
        let payload = try Payload.read(Array(#"{"image":"https://a.test/1","a":{"b":1}}"#.utf8))
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: [.attached(Self.media)], publicBaseURL: "https://p.test")
        let text = String(decoding: try #require(descriptor.deliveryPayload(pretty: true)), as: UTF8.self)
        #expect(
            text == """
                {
                  "image": "https://p.test/v1/blobs/5e.jpg",
                  "a": {
                    "b": 1
                  }
                }
                """)
    }

    @Test(arguments: [(0, 3_500, false), (1, 3_501, true), (-1, 3_499, false)])
    func `is measured with the new URLs`(surplus: Int, bytes: Int, isNear: Bool) throws {
        // The old URL is as long as the new one.
        let json =
            #"{"image":"https://a.test/123456789012345","t":"\#(String(repeating: "x", count: 3_451 + surplus))"}"#
        let payload = try Payload.read(Array(json.utf8))
        let long = "https://" + String(repeating: "p", count: 6)
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: [.attached(Self.media)], publicBaseURL: long)
        #expect(descriptor.deliveryPayload()?.count == bytes)
        #expect(descriptor.warnings.map(\.code) == (isNear ? [.payloadNearLimit] : []))
        let grown = ContentDescriptor(
            payload: payload, outcomes: [.attached(Self.media)],
            publicBaseURL: long + String(repeating: "p", count: 600))
        #expect(grown.warnings.map(\.code) == [.payloadTooLarge])
        #expect(ContentDescriptor(payload: payload, outcomes: [nil], publicBaseURL: long).warnings.count <= 1)
    }

    @Test(
        arguments: [
            (3_500, nil), (3_501, .payloadNearLimit), (4_096, .payloadNearLimit), (4_097, .payloadTooLarge),
        ] as [(Int, ContentWarning.Code?)])
    func `is measured without white space`(bytes: Int, code: ContentWarning.Code?) throws {
        // 35 bytes stand around the text once the white space is gone.
        let text = String(repeating: "x", count: bytes - 35)
        let payload = try Payload.read(Array(#" { "image" : "https://a.test/1", "t":"\#(text)"  } "#.utf8))
        let descriptor = ContentDescriptor(payload: payload, outcomes: [.attached(Self.media)])
        #expect(descriptor.deliveryPayload()?.count == bytes)
        #expect(descriptor.warnings.map(\.code) == (code.map { [$0] } ?? []))
    }
}
