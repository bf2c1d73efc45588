import Fixtures
import Glibc
import Testing

@testable import attachd

@Suite(.timeLimit(.minutes(20))) struct ManualPageTests {
    private static let pages: [CommandName?] = [nil] + CommandName.allCases.map { $0 }

    @Test(arguments: pages) func `names every option, its variable and every exit status`(command: CommandName?) {
        let page = ManualPage(of: command).roff
        for option in command.map(OptionTable.options(of:)) ?? [] {
            #expect(page.contains("\\fB" + Roff.escaped("--" + option.name)), "--\(option.name)")
            if option.hasEnvironmentVariable { #expect(page.contains(option.environmentVariable)) }
        }
        for (status, meaning) in Help.statuses where command != .help {
            #expect(page.contains("\\fB\(status.rawValue)\\fR\n\(Roff.escaped(meaning))\n"))
        }
        #expect(page.contains("\n.SH SEE ALSO\n"))
    }

    @Test func `puts the daemon into section 8 and everything else into section 1`() {
        #expect(ManualPage(of: .serve).roff.hasPrefix(".TH \"ATTACHD\\-SERVE\" \"8\""))
        #expect(ManualPage(of: .resolve).roff.hasPrefix(".TH \"ATTACHD\\-RESOLVE\" \"1\""))
        #expect(ManualPage(of: nil).roff.hasPrefix(".TH \"ATTACHD\" \"1\""))
    }

    @Test func `keeps examples apart from the description`() throws {
        let page = ManualPage(of: .check).roff
        let start = try #require(page.firstRange(of: ".SH EXAMPLES\n.nf\nattachd check picture.jpg film.mp4\n.fi\n"))
        #expect(!page[..<start.lowerBound].contains("Example:"))
    }

    @Test(arguments: [
        (".TH x", "\\&.TH x"), ("'quoted'", "\\(aqquoted\\(aq"), ("a-b \\n", "a\\-b \\en"), ("`~^", "\\(ga\\(ti\\(ha"),
    ])
    func `lets no text be a request or an escape`(text: String, escaped: String) {
        #expect(Roff.escaped(text) == escaped)
    }

    @Test(arguments: pages) func `is read by man without a warning`(command: CommandName?) async throws {
        guard unsafe access("/usr/bin/man", X_OK) == 0, unsafe access("/usr/bin/groff", X_OK) == 0 else {
            return print("skipped: a manual page before man (Debian: man-db, groff-base)")
        }
        let run = try await ProgramRun.of(
            "/usr/bin/man", ["--warnings", "-l", "-"],
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "MANWIDTH": "80"],
            input: Array(ManualPage(of: command).roff.utf8))
        #expect(run.status == 0)
        #expect(run.messages == "")
        #expect(run.text.contains("SYNOPSIS"))
    }
}
