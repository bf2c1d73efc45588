import Fixtures
import Glibc
import Testing

@testable import NotificationContent

struct JSONTestSuiteTests {
    @Test func `agrees with every certain file of the public JSON test suite`() throws {
        guard Fixture.sharedIsPresent(orSkipping: "283 cases of the JSON test suite"), let shared = Fixture.shared
        else { return }
        let folder = shared + "/json-test-suite/test_parsing"
        var counts = (accepted: 0, refused: 0, free: 0)
        for name in try SharedFolder.names(folder) {
            let bytes = try Fixture.readFile(folder + "/" + name)
            let tokens = try? JSONTokens(bytes)
            switch name.first {
            case "y":
                #expect(tokens != nil, "\(name) should be accepted")
                counts.accepted += 1
            case "n":
                #expect(tokens == nil, "\(name) should be refused")
                counts.refused += 1
            default:
                counts.free += 1
            }
            if let tokens {
                // What was accepted is itself again in every layout.
                let compact = try JSONTokens(tokens.compact())
                #expect(compact.count == tokens.count)
                var writer = JSONWriter(pretty: true)
                writer.value(JSONFragment(tokens))
                #expect(try JSONTokens(writer.bytes).compact() == compact.bytes)
            }
        }
        #expect(counts.accepted == 95)
        #expect(counts.refused == 188)
        print("JSON test suite: \(counts.accepted) accepted, \(counts.refused) refused, \(counts.free) free")
    }
}

/// A folder of the shared reference data.
enum SharedFolder {
    /// The names of its JSON files, sorted.
    static func names(_ path: String) throws -> [String] {
        guard let folder = unsafe opendir(path) else { throw FixtureError.unreadable(path, errno) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        return names.sorted()
    }
}
