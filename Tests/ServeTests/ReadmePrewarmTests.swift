import Fixtures
import LoopbackOrigin
import Testing

/// The README's example of a list, run as it is printed.
@Suite(.timeLimit(.minutes(20))) struct ReadmePrewarmTests {
    /// The printed lines behind a command, without its indent; comes to an end with the first empty line.
    private static func printed(behind command: String) throws -> [String] {
        let readme = String(decoding: try Fixture.readFile(Fixture.repository + "/README.md"), as: UTF8.self)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == "    $ " + command })
        return lines[(start + 1)...].prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }

    /// Text without what differs from run to run.
    private static func lasting(_ text: String) -> String {
        text.replacing(#/,"ms":\d+/#, with: "").replacing(#/\d+(\.\d)? (ms|s|[kM]?B\/s)\b/#, with: "T").replacing(
            #/ +/#, with: " ")
    }

    @Test func `the list is worked through as printed`() async throws {
        let command = "attachd prewarm urls.txt > results.ndjson"
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        func here(_ text: String) -> String { text.replacing("https://cdn.example.com", with: origin.url("")) }
        let list = try Self.printed(behind: "cat urls.txt").map { here($0) + "\n" }.joined()
        TextFile.write(list, to: folder.path + "/urls.txt")
        let tools = BuiltProduct.path("attachd").split(separator: "/").dropLast().joined(separator: "/")
        let run = try await ProgramRun.of(
            "/bin/sh", ["-c", "cd \"$0\" && \(command)", folder.path],
            environment: [
                "PATH": "/\(tools):/usr/bin:/bin", "XDG_CACHE_HOME": folder.path, "ATTACHD_ALLOW_NET": "127.0.0.0/8",
            ])
        #expect(run.status == 1)
        let summary = try Self.printed(behind: command).map {
            Self.lasting($0.replacing(" cdn.example.com", with: " " + origin.authority)).replacing(
                "https://cdn.example.com", with: origin.url(""))
        }
        #expect(run.messages.split(separator: "\n").map { Self.lasting(String($0)) } == summary)
        let results = String(decoding: try Fixture.readFile(folder.path + "/results.ndjson"), as: UTF8.self)
        let expected = try Self.printed(behind: "cat results.ndjson").map { Self.lasting(here($0)) }
        #expect(Set(results.split(separator: "\n").map { Self.lasting(String($0)) }) == Set(expected))
    }
}
