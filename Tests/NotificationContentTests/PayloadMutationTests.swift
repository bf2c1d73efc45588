import Fixtures
import Testing

@testable import NotificationContent

/// Payloads that are not as they should be: nothing traps, and what is not replaced stays as it is.
@Suite(.timeLimit(.minutes(60))) struct PayloadMutationTests {
    private static let own = [
        #"{"aps":{"alert":"x","mutable-content":1},"os_data":{"i":"1","att":{"a":"https:\/\/a.test\/1","b":"x"},"buttons":[{"n":"y"}]},"d":{"e":[1.5e3,null]}}"#,
        #"{"custom":"{\"i\":\"1\",\"a\":{\"b\":\"\\u00e9\"}}","bg_img":"{\"img\":\"https://a.test/2\"}","o":"[{\"n\":\"z\"}]","licon":"https://a.test/3"}"#,
        #"{"ios_attachments":{"a":"https://a.test/6"},"big_picture":"https://a.test/7","contents":{"en":"x"},"data":{"k":[1]},"include_ios_tokens":["x"]}"#,
        #"{"audience":"all","notification":{"ios":{"media_attachment":{"urls":[{"url":"https://a.test/8","url_id":"a"}],"thumbnail_id":"b","content":{"body":"y"}}}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"attachments":{"pictureUrl":"a/b.png"},"custom":{"a":{"k.message":{}}}}"#,
        #"{"message":{"token":"t","notification":{"image":"https://a.test/4"},"apns":{"fcm_options":{"image":"https://a.test/5"}}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"wzrk_id":"1","pt_json":"{\"pt_img1\":\"https://a.test/9\"}"}"#,
        #"{"_wp":"{\"alert\":{\"type\":\"bigPicture\",\"bigPicture\":\"https://a.test/10\"}}"}"#,
    ]

    /// 6,000 payloads, or `$ATTACHD_TEST_CASES`; each follows from the seed and its number alone: a failure names the
    /// seed with which it is the first.
    @Test func `whatever comes, what is accepted is answered and every other token comes out as it was`() throws {
        let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? 20_261_130
        let cases = Fixture.environment("ATTACHD_TEST_CASES").flatMap { Int($0) } ?? 6_000
        print("payload mutations: ATTACHD_TEST_SEED=\(seed)")
        var samples = Self.own.map { Array($0.utf8) }
        if let shared = Fixture.shared {
            let folder = shared + "/reference/payloads"
            samples += try SharedFolder.names(folder).filter { $0 != "expected.json" }
                .map { try Fixture.readFile(folder + "/" + $0) }
        }
        var accepted = 0
        var replaced = 0
        for number in 0..<cases {
            let seed = seed &+ UInt64(truncatingIfNeeded: number)
            var mutator = PayloadMutator(seed: seed)
            let bytes = mutator.changed(samples[mutator.below(samples.count)])
            // A trap would leave no other trace of how far it went.
            if number.isMultiple(of: 100_000) { print("payload mutations: from ATTACHD_TEST_SEED=\(seed)") }
            guard let payload = try? Payload.read(bytes) else { continue }
            accepted += 1
            if let defect = defect(in: payload, bytes, &mutator, &replaced) {
                Issue.record("ATTACHD_TEST_SEED=\(seed): \(defect): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        // A single case is a replay, and says nothing of how many are worth it.
        if cases >= 100 {
            #expect(accepted > cases / 3)
            #expect(replaced > cases / 4)
        }
        print("payload mutations: \(cases), of which \(accepted) accepted, \(replaced) URLs replaced")
    }

    @Test(
        arguments: [
            (#"{"a": "https://a.test/1"}"#, #"{"a":"https://p.test/1"}"#, nil),
            (#"{"a":" https:\/\/a.test/1\n"}"#, #"{"a":"https://p.test/1"}"#, nil),
            (#"{"s":"{ \"a\":\"https://a.test/1\"}"}"#, #"{"s":"{ \"a\":\"https://p.test/1\"}"}"#, nil),
            (#"{"s":"{ \"a\":\"https://a.test/1\"}"}"#, #"{"s":"{\"a\":\"https://p.test/1\"}"}"#, "before token 1"),
            (#"{"a":1.0}"#, #"{"a":1}"#, "token 2"), (#"{"a":"\u0041"}"#, #"{"a":"A"}"#, "token 2"),
            (#"{"a":"https://a.test/2"}"#, #"{"a":"https://p.test/1"}"#, "token 2"),
            (#"{"a":"\f https://a.test/1"}"#, #"{"a":"https://p.test/1"}"#, "token 2"),
            (#"{"a":1,"b":2}"#, #"{"a":1}"#, "5 tokens became 3"), (#"{"a":1}"#, #"{"a": 1}"#, "before token 2"),
            (#"{"a":[]}"#, #"{"a":{}}"#, "kind"), ("[1 ]", "[1]", nil), ("[1]", "[1 ]", "end"),
        ] as [(String, String, String?)])
    func `the comparison notices what changes, and lets pass what must`(old: String, new: String, word: String?) throws
    {
        let reference = MediaReference(identifier: "a", source: "https://a.test/1")
        var comparison = TokenComparison([reference], ["https://p.test/1"])
        let difference = try comparison.difference(JSONTokens(Array(old.utf8)), JSONTokens(Array(new.utf8)))
        #expect((difference == nil) == (word == nil), "\(difference ?? "")")
        if let word { #expect(difference?.contains(word) == true, "\(difference ?? "")") }
    }

    /// What is wrong with the answer to a payload, in words.
    private func defect(
        in payload: Payload, _ bytes: [UInt8], _ mutator: inout PayloadMutator, _ replaced: inout Int
    ) -> String? {
        guard Set(payload.references.map(\.identifier)).count == payload.references.count else {
            return "identifiers are not unique"
        }
        // Mostly all are attached; else some fail, and some were not asked for.
        let isMixed = mutator.below(4) == 0
        let outcomes = payload.references.indices.map { index -> Outcome? in
            switch isMixed ? mutator.below(3) : 0 {
            case 0: .attached(Self.media(index))
            case 1: .failed(AttachmentFailure(.empty, "there is nothing in it"))
            default: nil
            }
        }
        let urls = outcomes.indices.map { index -> String? in
            guard case .attached(let media) = outcomes[index] else { return nil }
            return "https://p.test" + media.blobPath
        }
        let descriptor = ContentDescriptor(payload: payload, outcomes: outcomes, publicBaseURL: "https://p.test/")
        let compact = descriptor.json()
        guard (try? JSONTokens(compact))?.compact() == compact else { return "the descriptor is not compact JSON" }
        guard (try? JSONTokens(descriptor.json(pretty: true)))?.compact() == compact else {
            return "the descriptor for people is another one"
        }
        guard let old = try? JSONTokens(bytes), let delivered = descriptor.deliveryPayload(),
            let new = try? JSONTokens(delivered)
        else { return "the delivered payload is no JSON" }
        guard ContentDescriptor(payload: payload, outcomes: nil).deliveryPayload() == old.compact() else {
            return "a payload of which nothing was fetched changed"
        }
        var comparison = TokenComparison(payload.references, urls)
        if let difference = comparison.difference(old, new) { return difference }
        guard comparison.found.sorted() == urls.compactMap(\.self).sorted() else { return "not every URL was replaced" }
        replaced += comparison.found.count
        guard !isMixed else { return nil }
        return defect(inDelivered: delivered, of: payload, urls)
    }

    /// The delivered payload leads to the same places, now with the blobs' URLs.
    private func defect(inDelivered delivered: [UInt8], of payload: Payload, _ urls: [String?]) -> String? {
        guard let again = try? Payload.read(delivered) else { return "the delivered payload is no payload" }
        guard again.dialect == payload.dialect else { return "the dialect is \(again.dialect) now" }
        guard again.references.map(\.source) == urls else { return "the URLs are not those of the blobs" }
        // Optipush names a picture after its URL, which is another one now.
        guard
            payload.dialect == "optimove" || again.references.map(\.identifier) == payload.references.map(\.identifier)
        else { return "the identifiers are others now" }
        return nil
    }

    private static func media(_ number: Int) -> AttachedMedia {
        AttachedMedia(
            path: "/c/x.jpg", sha256: "5e\(number)", fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg",
            kind: "image", format: "jpeg", bytes: 1, cache: .hit)
    }
}
