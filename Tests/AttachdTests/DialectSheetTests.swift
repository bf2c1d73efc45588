import Fixtures
import NotificationContent
import Testing

/// The documentation's table of dialects is the code's own.
@Suite(.timeLimit(.minutes(20))) struct DialectSheetTests {
    @Test func `the documentation has the page that the command prints`() async throws {
        let run = try await ProgramRun.of("attachd", ["dialects", "--markdown"], environment: ["HOME": "/nonexistent"])
        #expect(run.status == 0)
        #expect(run.messages.isEmpty)
        #expect(run.output == Array(DialectSheet.markdown.utf8))
        let page = try Fixture.readFile(Fixture.repository + "/Sources/attachd/Documentation.docc/Dialects.md")
        #expect(page == run.output, "print the page anew: attachd dialects --markdown")
    }

    @Test func `every layout has a row, with its name and as many cells as the head`() {
        let rows = DialectSheet.markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }
        let layouts = DialectName.all.flatMap(\.layouts)
        #expect(rows.count == layouts.count + 2)
        #expect(rows.allSatisfy { $0.matches(of: #/ \| /#).count == 6 })
        for name in DialectName.all {
            let own = rows.filter { $0.hasPrefix("| `\(name.text)` |") }
            for layout in name.layouts {
                #expect(own.contains { $0.contains("| \(DialectSheet.escaped(layout)) |") }, "\(layout)")
            }
        }
    }
}
