import Testing

@testable import NotificationContent

/// Texts that depend on what becomes of the media.
struct TextRuleTests {
    private static let aps = #""aps":{"alert":{"title":"T","body":"B"},"mutable-content":1}"#
    private static let texts = #""title":"t","subtitle":"s","body":"b""#
    private static let airship =
        #"{\#(aps),"com.urbanairship.media_attachment":{"url":["https://a.test/1","https://a.test/2"],"content":{\#(texts)}}}"#
    private static let request = #"""
        {"audience":"all","notification":{"alert":"B","ios":{"title":"T","media_attachment":{"url":"https://a.test/1",
         "content":{\#(texts)}}},"android":{"style":{"type":"big_picture","big_picture":"https://a.test/2"}}}}
        """#
    private static let swrve =
        #"{\#(aps),"_sw":{"media":{"url":"https://a.test/1","fallback_url":"https://a.test/2",\#(texts)}}}"#
    private static let salesforce = #"{\#(aps),"_mediaUrl":"https://a.test/1","_mediaAlt":"b"}"#
    private static let bloomreach =
        #"{\#(aps),"image":"https://a.test/1","attributes":{},"title":"t","message":"b","subtitle":"no"}"#

    private static let media = AttachedMedia(
        path: "/c/x.jpg", sha256: "5e", fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg", kind: "image",
        format: "jpeg", bytes: 1, cache: .hit)

    /// `+` stands for attached, `-` for failed, `.` for a fallback that was not needed.
    private func outcomes(_ signs: String) -> [Outcome?] {
        signs.map { sign in
            switch sign {
            case "+": .attached(Self.media)
            case "-": .failed(AttachmentFailure(.empty, "there is nothing in it"))
            default: nil
            }
        }
    }

    private func descriptor(_ json: String, _ signs: String?) throws -> ContentDescriptor {
        let payload = try Payload.read(Array(json.utf8))
        return ContentDescriptor(payload: payload, outcomes: signs.map(outcomes), publicBaseURL: "https://p.test")
    }

    @Test(
        arguments: [
            (airship, "++", "tsb"), (airship, "+-", "TB"), (airship, "-+", "TB"), (airship, "--", "TB"),
            (airship, nil, "TB"), (request, "+-", "tsb"), (request, "++", "tsb"), (request, "-+", "TB"),
            (swrve, "+.", "tsb"), (swrve, "-+", "tsb"), (swrve, "--", "TB"), (swrve, nil, "TB"),
            (salesforce, "+", "TB"), (salesforce, "-", "Tb"), (salesforce, nil, "TB"), (bloomreach, "+", "tb"),
            (bloomreach, "-", "tb"), (bloomreach, nil, "TB"),
        ] as [(String, String?, String)])
    func `stand in the content exactly when the vendor's software would show them`(
        json: String, signs: String?, texts: String
    ) throws {
        let descriptor = try descriptor(json, signs)
        let written = try JSONTokens(descriptor.json())
        let content = try #require(written.member("content", of: 0))
        let found = (["title", "subtitle", "body"] as [JSONKey]).compactMap { key in
            written.member(key, of: content).flatMap { written.text($0) }
        }
        #expect(found.joined() == texts)
        let replaced = texts.filter(\.isLowercase)
        let warnings = descriptor.warnings.filter { $0.code == .textReplaced }
        #expect(warnings.count == (replaced.isEmpty ? 0 : 1))
        for (letter, name) in [("t", "title"), ("s", "subtitle"), ("b", "body")] {
            #expect((warnings.first?.detail.prefix { $0 != ":" }.contains(name) ?? false) == replaced.contains(letter))
        }
        // What the phone's own software does with its texts is left to it.
        if let title = written.find(["payload", "aps", "alert", "title"], from: 0) {
            #expect(written.text(title) == "T")
        }
    }

    @Test(arguments: [
        #""body":"""#, #""body":"B""#, #""body":7"#, #""body":null"#, #""Body":"b""#,
    ])
    func `of no use replace nothing`(text: String) throws {
        let descriptor = try descriptor(#"{\#(Self.aps),"_sw":{"media":{"url":"https://a.test/1",\#(text)}}}"#, "+")
        #expect(descriptor.warnings == [])
        #expect(String(decoding: descriptor.json(), as: UTF8.self).contains(#""content":{"title":"T","body":"B","#))
    }

    @Test func `keep their tokens`() throws {
        let descriptor = try descriptor(
            #"{\#(Self.aps),"_sw":{"media":{"url":"https://a.test/1","title":"\u0041\/"}}}"#, "+")
        #expect(String(decoding: descriptor.json(), as: UTF8.self).contains(#""content":{"title":"\u0041\/","#))
    }

    @Test func `are kept from a closed gate`() throws {
        let payload = try Payload.read(Array(Self.bloomreach.replacing(#","mutable-content":1"#, with: "").utf8))
        #expect(payload.gate == .notMutable)
        let descriptor = ContentDescriptor(payload: payload, outcomes: nil)
        #expect(descriptor.warnings.map(\.code) == [.notMutable])
    }
}
