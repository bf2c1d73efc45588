import Fixtures
import NotificationContent
import Testing

@testable import attachd

@Suite(.timeLimit(.minutes(20))) struct DialectsCommandTests {
    @Test func `prints one line a dialect, and every name can be asked for`() async throws {
        let run = try await ProgramRun.of("attachd", ["dialects"], environment: ["HOME": "/nonexistent"])
        #expect(run.status == 0)
        #expect(run.messages.isEmpty)
        let names = try run.output.split(separator: UInt8(ascii: "\n")).map { bytes in
            let line = try JSONTokens(Array(bytes))
            let name = try #require(line.member("name", of: 0).flatMap { line.text($0) })
            #expect(line.member("layouts", of: 0).map { line.kind($0) } == .array)
            return name
        }
        #expect(names == DialectName.all.map(\.text))
        #expect(run.text.count { $0 == "\n" } == names.count)
        let forced = try await ProgramRun.of(
            "attachd", ["resolve", "--dry-run", "--dialect", "klaviyo"], environment: ["HOME": "/nonexistent"],
            input: Array(#"{"rich-media":"https://a.test/x"}"#.utf8))
        #expect(forced.text.contains(#""dialect":"klaviyo""#))
        #expect(forced.text.contains(#""source":"https://a.test/x""#))
    }

    @Test func `aligns the layouts of a table for people`() throws {
        let names = try ["iterable", "fcm"].map { try #require(DialectName($0)) }
        let lines = DialectsCommand.table(names).split(separator: "\n")
        #expect(lines.count == names.map(\.layouts.count).reduce(0, +))
        #expect(lines.first == "iterable  Apple device: itbl.attachment-url")
        #expect(lines[1].hasPrefix("          Android data message"))
        #expect(lines[2].hasPrefix("fcm       HTTP v1 request"))
    }

    @Test func `takes no operand`() async throws {
        let run = try await ProgramRun.of("attachd", ["dialects", "fcm"])
        #expect(run.status == 64)
        #expect(run.messages.contains("takes no operand"))
    }

    @Test func `are all named in the README`() throws {
        let readme = String(decoding: try Fixture.readFile(Fixture.repository + "/README.md"), as: UTF8.self)
        for name in DialectName.all { #expect(readme.contains("`\(name.text)`"), "\(name.text)") }
    }
}
