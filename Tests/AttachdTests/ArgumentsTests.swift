import Testing

@testable import attachd

@Suite struct ArgumentsTests {
    private func parse(_ words: String..., environment: [String: String] = [:]) throws(CommandError) -> Arguments {
        try Arguments.parse(words) { environment[$0] }
    }

    @Test func `takes options before, between and behind operands`() throws {
        let arguments = try parse("--timeout", "5s", "resolve", "a.json", "--policy=apple", "-", "--json", "b.json")
        #expect(arguments.command == .resolve)
        #expect(arguments.operands == ["a.json", "-", "b.json"])
        #expect(arguments.values == ["timeout": ["5s"], "policy": ["apple"], "json": ["true"]])
    }

    @Test func `ends options at two dashes`() throws {
        #expect(try parse("check", "--", "--json", "-x").operands == ["--json", "-x"])
    }

    @Test func `collects a repeatable option and keeps the last of any other`() throws {
        let arguments = try parse(
            "resolve", "--allow-net", "10.0.0.0/8", "--allow-net=::1/128", "--timeout=1s", "--timeout=2s")
        #expect(arguments.values == ["allow-net": ["10.0.0.0/8", "::1/128"], "timeout": ["2s"]])
    }

    @Test func `fills in the environment, and lets a flag replace it`() throws {
        let environment = [
            "ATTACHD_ALLOW_NET": "10.0.0.0/8,127.0.0.0/8:80", "ATTACHD_TIMEOUT": "3s", "ATTACHD_HTTPS_ONLY": "1",
            "ATTACHD_URL": "http://x.example/", "ATTACHD_POLICY": "",
        ]
        let arguments = try parse("resolve", "--timeout", "1s", environment: environment)
        #expect(
            arguments.values == [
                "allow-net": ["10.0.0.0/8", "127.0.0.0/8:80"], "timeout": ["1s"], "https-only": ["true"],
            ])
        #expect(try parse("resolve", environment: ["ATTACHD_HTTPS_ONLY": "no"]).values.isEmpty)
    }

    @Test(arguments: [
        ([], "no command given"), (["fetch"], "'fetch' is not a command"),
        (["resolve", "--nope"], "unknown option '--nope'"),
        (["resolve", "-x"], "unknown option '-x'"), (["resolve", "--timeout"], "--timeout needs a value"),
        (["resolve", "--json=1"], "--json takes no value"),
        (["check", "--timeout", "1s"], "--timeout is not an option of 'check'"),
    ])
    func `refuses what it cannot understand with status 64, naming it`(words: [String], cause: String) {
        do throws(CommandError) {
            _ = try Arguments.parse(words) { _ in nil }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.status == .usage)
            #expect(error.cause == cause)
            #expect(!error.cure.isEmpty)
        }
    }

    @Test func `knows every option by one name, and explains it`() {
        for command in CommandName.allCases {
            let options = OptionTable.options(of: command)
            #expect(Set(options.map(\.name)).count == options.count)
            for option in options {
                #expect(Help.text(of: command).contains("--" + option.name))
                #expect(!option.summary.isEmpty)
            }
        }
    }
}
