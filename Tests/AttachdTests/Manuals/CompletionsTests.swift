import Fixtures
import Glibc
import Testing

@testable import attachd

@Suite(.timeLimit(.minutes(20))) struct CompletionsTests {
    @Test(arguments: Shell.allCases) func `name every command and option`(shell: Shell) {
        let script = Completions.script(for: shell)
        for command in CommandName.allCases { #expect(script.contains(command.rawValue)) }
        for option in OptionTable.options {
            #expect(script.contains((shell == .fish ? "-l " : "--") + option.name), "\(option.name)")
        }
    }

    @Test func `know the values of a closed list, and take none for a placeholder`() throws {
        func values(_ name: String) throws -> [String] {
            Completions.values(of: try #require(OptionTable.options.first { $0.name == name }))
        }
        #expect(try values("policy") == ["default", "apple", "fcm-android"])
        #expect(try values("listen") == [])
        #expect(try values("cache-dir") == [])
        #expect(try values("json") == [])
    }

    @Test(arguments: Shell.allCases) func `are a script that the shell can read`(shell: Shell) async throws {
        let program = "/usr/bin/" + shell.rawValue
        guard unsafe access(program, X_OK) == 0 else { return print("skipped: completions before \(shell.rawValue)") }
        let run = try await ProgramRun.of(
            program, ["-n"], environment: ["HOME": "/nonexistent"], input: Array(Completions.script(for: shell).utf8))
        #expect(run.status == 0)
        #expect(run.messages == "")
    }

    @Test(arguments: [
        (["attachd", "resolve", "--dia"], "--dialect"), (["attachd", "che"], "check"),
        (["attachd", "resolve", "--policy", ""], "default apple fcm-android"),
        (["attachd", "cache", "p"], "purge"), (["attachd", "serve", "--nothing"], ""),
    ])
    func `are offered by bash`(words: [String], offered: String) async throws {
        guard unsafe access("/usr/bin/bash", X_OK) == 0 else { return print("skipped: completions at work in bash") }
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script =
            Completions.script(for: .bash)
            + "COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _attachd; echo \"${COMPREPLY[*]}\"\n"
        let run = try await ProgramRun.of("/usr/bin/bash", ["-c", script])
        #expect(run.text == offered + "\n")
    }

    @Test func `are printed by the program, which refuses a shell it does not know`() async throws {
        let run = try await ProgramRun.of("attachd", ["help", "--completion", "fish"])
        #expect(run.text == Completions.script(for: .fish))
        let refused = try await ProgramRun.of("attachd", ["help", "--completion", "tcsh"])
        #expect(refused.status == 64)
        #expect(refused.messages.contains("bash, zsh, fish"))
    }
}
