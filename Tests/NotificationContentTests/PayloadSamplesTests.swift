import Fixtures
import Testing

@testable import NotificationContent

struct PayloadSamplesTests {
    /// Each sample's dialect, by the beginning of its name; of several that fit the longest.
    private static let dialects: [String: String] = [
        "onesignal-": "onesignal", "fcm-": "fcm", "generic-": "generic", "none-": "generic", "airship-": "airship",
        "braze": "braze", "clevertap": "clevertap", "iterable": "iterable", "customerio": "customerio",
        "pushwoosh": "pushwoosh", "batch": "batch", "wonderpush": "wonderpush", "kumulos": "kumulos",
        "optimove-": "optimove", "klaviyo": "klaviyo", "mixpanel": "mixpanel", "appcues": "appcues", "swrve": "swrve",
        "adobe-": "adobe", "salesforce-": "salesforce", "notifee": "notifee", "expo-": "expo",
        "home-assistant": "home-assistant", "aws-pinpoint": "aws-pinpoint", "bloomreach-": "bloomreach",
        "moengage": "moengage", "emarsys-": "emarsys", "mindbox": "mindbox", "pusher-beams": "pusher-beams",
    ]

    /// A reference without its place and system.
    private struct Expectation: Equatable {
        let identifier: String
        let url: String
        let typeHint: String?
        let options: MediaReference.Options
        let role: String?

        init(
            identifier: String = "", url: String, typeHint: String? = nil,
            options: MediaReference.Options = MediaReference.Options(), role: String? = nil
        ) {
            self.identifier = identifier
            self.url = url
            self.typeHint = typeHint
            self.options = options
            self.role = role
        }
    }

    /// What is found beyond the vendor's own software, deliberately.
    private static let added: [(sample: String, references: [Expectation], reason: String)] = [
        (
            "fcm-v1-message.json",
            Array(repeating: Expectation(url: "https://img.example.com/orders/box.png"), count: 3),
            "a request is for every system at once, and each one's copy of the picture is delivered"
        ),
        (
            "moengage.json", [Expectation(url: "https://cdn.example.com/rewards/card.jpg", role: "lazy")],
            "the template's picture is loaded by the content extension: prepared, not attached"
        ),
    ]

    @Test func `finds in every sample what its vendor's own software would attach, in its order`() throws {
        guard Fixture.sharedIsPresent(orSkipping: "58 sample payloads"), let shared = Fixture.shared else { return }
        let folder = shared + "/reference/payloads"
        let expected = try JSONTokens(Fixture.readFile(folder + "/expected.json"))
        var count = 0
        for name in try SharedFolder.names(folder) where name != "expected.json" {
            let prefix = Self.dialects.keys.filter { name.hasPrefix($0) }.max { $0.count < $1.count }
            let dialect = try #require(prefix.flatMap { Self.dialects[$0] }, "\(name)")
            let payload = try Payload.read(Fixture.readFile(folder + "/" + name))
            #expect(payload.dialect == dialect, "\(name)")
            let list = try #require(expected.member(JSONKey(name), of: 0))
            var found = payload.references.map(expectation)
            for (sample, references, reason) in Self.added where sample == name {
                for reference in references {
                    let index = try #require(found.lastIndex(of: reference), "\(name): \(reason)")
                    found.remove(at: index)
                }
            }
            #expect(found == expectations(list, in: expected), "\(name)")
            count += 1
        }
        #expect(count == 58)
        print("payload samples: \(count)")
    }

    @Test func `delivers every sample with the blobs' URLs, which lead to the same media, and nothing else changed`()
        throws
    {
        guard Fixture.sharedIsPresent(orSkipping: "58 round trips of sample payloads"), let shared = Fixture.shared
        else { return }
        let folder = shared + "/reference/payloads"
        var count = 0
        for name in try SharedFolder.names(folder) where name != "expected.json" {
            let bytes = try Fixture.readFile(folder + "/" + name)
            let payload = try Payload.read(bytes)
            let media = payload.references.indices.map { number in
                AttachedMedia(
                    path: "/c/x.jpg", sha256: "5e\(number)", fileExtension: "jpg", type: "public.jpeg",
                    mime: "image/jpeg", kind: "image", format: "jpeg", bytes: 1, cache: .hit)
            }
            let urls = media.map { "https://p.test" + $0.blobPath }
            let descriptor = ContentDescriptor(
                payload: payload, outcomes: media.map { .attached($0) }, publicBaseURL: "https://p.test")
            let delivered = try #require(descriptor.deliveryPayload())
            var comparison = TokenComparison(payload.references, urls)
            #expect(try comparison.difference(JSONTokens(bytes), JSONTokens(delivered)) == nil, "\(name)")
            #expect(comparison.found.sorted() == urls.sorted(), "\(name)")
            var expected = payload.references
            for index in expected.indices {
                expected[index].source = urls[index]
                // Optipush names a picture after its URL.
                if payload.dialect == "optimove" { expected[index].identifier = "5e\(index).jpg" }
            }
            let again = try Payload.read(delivered)
            #expect(again.references == expected, "\(name)")
            #expect(again.dialect == payload.dialect, "\(name)")
            #expect(again.gate == payload.gate, "\(name)")
            count += 1
        }
        #expect(count == 58)
    }

    @Test func `has a sample for every dialect but two`() {
        // The reference has no sample of these; DialectsTests and RequestsTests have.
        #expect(
            Set(DialectName.all.map(\.text)).subtracting(Self.dialects.values) == ["adobe-mobile", "onesignal-rest"])
    }

    private func expectation(_ reference: MediaReference) -> Expectation {
        let number = reference.identifier.split(separator: "-").last.flatMap { Int($0) }
        let isNumbered = number.map { reference.identifier == "attachment-\($0)" } ?? false
        return Expectation(
            identifier: isNumbered ? "" : reference.identifier, url: reference.source, typeHint: reference.typeHint,
            options: reference.options, role: reference.role?.rawValue)
    }

    private func expectations(_ list: Int, in tokens: JSONTokens) -> [Expectation] {
        var result: [Expectation] = []
        var documents = NestedDocuments(tokens)
        tokens.forEachElement(of: list) { element in
            func text(_ key: JSONKey) -> String? {
                tokens.member(key, of: element).flatMap { tokens.text($0) }
            }
            let site = NestedDocuments.Site(document: 0, token: element)
            let options = OptionsRule.descriptor.read(from: site, in: &documents)
            result.append(
                Expectation(
                    identifier: text("identifier") ?? "", url: text("url") ?? "", typeHint: text("typeHint"),
                    options: options ?? MediaReference.Options(), role: text("role")))
        }
        return result
    }
}
