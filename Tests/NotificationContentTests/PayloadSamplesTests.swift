import Fixtures
import Testing

@testable import NotificationContent

struct PayloadSamplesTests {
    /// The samples of the dialects that are read so far, by the beginning of their names.
    private static let inScope: [(prefix: String, dialect: String)] = [
        ("onesignal-", "onesignal"), ("fcm-", "fcm"), ("generic-", "generic"), ("none-", "generic"),
    ]

    /// A reference without its place; the four copies of one picture in an FCM request are one expectation.
    private struct Expectation: Hashable {
        let identifier: String
        let url: String
        let typeHint: String?
        let options: String
        let role: String?
    }

    @Test func `finds in every sample what its vendor's own software would attach`() throws {
        guard Fixture.sharedIsPresent(orSkipping: "18 sample payloads"), let shared = Fixture.shared else { return }
        let folder = shared + "/reference/payloads"
        let expected = try JSONTokens(Fixture.readFile(folder + "/expected.json"))
        var count = 0
        for name in try SharedFolder.names(folder) {
            guard let (_, dialect) = Self.inScope.first(where: { name.hasPrefix($0.prefix) }) else { continue }
            let payload = try Payload.read(Fixture.readFile(folder + "/" + name))
            #expect(payload.dialect == dialect, "\(name)")
            let list = try #require(expected.member(JSONKey(name), of: 0))
            #expect(Set(payload.references.map(expectation)) == expectations(list, in: expected), "\(name)")
            count += 1
        }
        #expect(count == 18)
        print("payload samples: \(count)")
    }

    private func expectation(_ reference: MediaReference) -> Expectation {
        var writer = JSONWriter()
        writer.value(reference.options)
        let isNumbered = reference.identifier.hasPrefix("attachment-")
        return Expectation(
            identifier: isNumbered ? "" : reference.identifier, url: reference.source, typeHint: reference.typeHint,
            options: String(decoding: writer.bytes, as: UTF8.self), role: reference.role?.rawValue)
    }

    private func expectations(_ list: Int, in tokens: JSONTokens) -> Set<Expectation> {
        var result: Set<Expectation> = []
        tokens.forEachElement(of: list) { element in
            func text(_ key: JSONKey) -> String? {
                tokens.member(key, of: element).flatMap { tokens.text($0) }
            }
            let options = tokens.member("options", of: element).map { tokens.compact($0) } ?? []
            result.insert(
                Expectation(
                    identifier: text("identifier") ?? "", url: text("url") ?? "", typeHint: text("typeHint"),
                    options: String(decoding: options, as: UTF8.self), role: text("role")))
        }
        return result
    }
}
