import Fixtures
import Testing

@testable import NotificationContent

struct PayloadPropertyTests {
    private static let media = AttachedMedia(
        path: "/c/x.jpg", sha256: "5e", fileExtension: "jpg", type: "public.jpeg", mime: "image/jpeg", kind: "image",
        format: "jpeg", bytes: 1, cache: .hit)

    /// Bytes that matter to the grammar, so that changed payloads often stay payloads.
    private static let favourites = Array("{}[]\",:\\u0d89e-+. \n\u{7F}é".utf8) + [0, 0xFF, 0xC0, 0xED]

    private static let own = [
        #"{"aps":{"alert":"x","mutable-content":1},"os_data":{"i":"1","att":{"a":"https:\/\/a.test\/1","b":"x"},"buttons":[{"n":"y"}]},"d":{"e":[1.5e3,null]}}"#,
        #"{"custom":"{\"i\":\"1\",\"a\":{\"b\":\"\\u00e9\"}}","bg_img":"{\"img\":\"https://a.test/2\"}","o":"[{\"n\":\"z\"}]","licon":"https://a.test/3"}"#,
        #"{"ios_attachments":{"a":"https://a.test/6"},"big_picture":"https://a.test/7","contents":{"en":"x"},"data":{"k":[1]}}"#,
        #"{"audience":"all","notification":{"ios":{"media_attachment":{"urls":[{"url":"https://a.test/8","url_id":"a"}],"thumbnail_id":"b"}}}}"#,
        #"{"aps":{"alert":"x","mutable-content":1},"attachments":{"pictureUrl":"a/b.png"},"custom":{"a":{"k.message":{}}}}"#,
        #"{"message":{"token":"t","notification":{"image":"https://a.test/4"},"apns":{"fcm_options":{"image":"https://a.test/5"}}}}"#,
    ]

    @Test func `whatever bytes come, nothing traps and what is accepted stays JSON`() throws {
        let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? 20_261_130
        print("payload mutations: ATTACHD_TEST_SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        var samples = Self.own.map { Array($0.utf8) }
        if let shared = Fixture.shared {
            let folder = shared + "/reference/payloads"
            samples += try SharedFolder.names(folder).map { try Fixture.readFile(folder + "/" + $0) }
        }
        var accepted = 0
        for round in 0..<4_000 {
            var bytes = samples[round % samples.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&bytes, &generator) }
            guard let payload = try? Payload.read(bytes) else { continue }
            accepted += 1
            try check(payload, bytes, seed: seed)
        }
        #expect(accepted > 100)
    }

    private func check(_ payload: Payload, _ bytes: [UInt8], seed: UInt64) throws {
        let comment = Comment(rawValue: "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        #expect(Set(payload.references.map(\.identifier)).count == payload.references.count, comment)
        let outcomes = payload.references.map { _ in Outcome.attached(Self.media) }
        let descriptor = ContentDescriptor(payload: payload, outcomes: outcomes, publicBaseURL: "https://p.test")
        let compact = descriptor.json()
        #expect(try JSONTokens(compact).compact() == compact, comment)
        #expect(try JSONTokens(descriptor.json(pretty: true)).compact() == compact, comment)
        let plain = ContentDescriptor(payload: payload, outcomes: nil)
        #expect(try JSONTokens(bytes).compact() == plain.deliveryPayload(), comment)
        // The delivered payload leads to the same places, now with the blobs' URLs.
        let again = try Payload.read(try #require(descriptor.deliveryPayload()))
        #expect(again.references.count == payload.references.count, comment)
        // Optipush names a picture after its URL, which is another one now.
        if payload.dialect != "optimove" {
            #expect(again.references.map(\.identifier) == payload.references.map(\.identifier), comment)
        }
        #expect(again.references.allSatisfy { $0.source == "https://p.test/v1/blobs/5e.jpg" }, comment)
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        let byte = Self.favourites.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[position] = byte
        case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.insert(byte, at: position)
        case 3: bytes.remove(at: position)
        default:
            let end = min(bytes.count, position + Int.random(in: 1...12, using: &generator))
            bytes.insert(contentsOf: bytes[position..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        }
    }
}
