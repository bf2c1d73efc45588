import Fixtures
import Glibc
import LoopbackOrigin
import Testing

/// The README's examples of the daemon, run as they are printed.
@Suite(.timeLimit(.minutes(20))) struct ReadmeTests {
    /// What must come of the command whose line contains a text.
    private struct Expectation {
        let command: String
        var status = "200"
        let output: String
    }

    private static let expectations = [
        Expectation(command: "/v1/content?timeout", output: #""attachments":[{"identifier":"hero""#),
        Expectation(command: "/v1/content?view=payload", output: "https://media.example.com/v1/blobs/"),
        Expectation(command: "/v1/attachments", output: #"{"status":"attached","attachment":{"identifier":"hero""#),
        Expectation(command: "--output photo.jpg", output: ""),
        Expectation(command: "--range 0-99", status: "206", output: ""),
        Expectation(command: "/v1/prewarm", output: #"{"line":1,"url":"http://127.0.0.1:"#),
        Expectation(command: "/v1/cache", output: #""blobs":1,"#),
        Expectation(command: "/v1/cache/entries", output: #"{"entries":["#),
        Expectation(command: "/v1/cache/purge", output: #""entries":0,"#),
        Expectation(command: "/v1/flights", output: #"{"flights":[]}"#),
        Expectation(command: "/healthz", output: "alive"),
        Expectation(command: "/readyz", output: #"{"ready":true,"reasons":[]"#),
        Expectation(command: "/metrics", output: "attachd_outcomes_total{outcome=\"attached\"}"),
        Expectation(command: "/openapi.json", output: #"{"openapi":"3.1.0","#),
    ]

    @Test func `the curl commands work as printed, in a folder with the socket and the files they name`() async throws {
        let readme = String(decoding: try Fixture.readFile(Fixture.repository + "/README.md"), as: UTF8.self)
        let commands = readme.split(separator: "\n").filter { $0.hasPrefix("    $ curl ") }.map { $0.dropFirst(6) }
        #expect(commands.count == Self.expectations.count)
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--public-base-url", "https://media.example.com"])
        let folder = daemon.folder.path
        let url = origin.url("/photo.jpg")
        let payload =
            #"{"aps":{"alert":"Hello","mutable-content":1},"os_data":{"i":"1","att":{"hero":"\#(url)"}}}"#
        TextFile.write(payload, to: folder + "/payload.json")
        // The first fetch is not the README's to wait for: on a slow machine its short deadline would come first.
        #expect(try await daemon.post("/v1/content?timeout=60", payload).status == 200)
        TextFile.write(#"{"url":"\#(url)","identifier":"hero"}"#, to: folder + "/attachment.json")
        TextFile.write(url + "\n", to: folder + "/urls.txt")
        // curl itself is told by its settings, not by the words: no progress, and the status behind the body.
        TextFile.write("silent\nshow-error\nwrite-out = \" status=%{http_code}\"\n", to: folder + "/.curlrc")
        let environment = ["HOME": folder, "PATH": Fixture.environment("PATH") ?? "/usr/bin:/bin"]
        for (command, expected) in zip(commands, Self.expectations) {
            #expect(command.contains(expected.command), "\(command)")
            let run = try await ProgramRun.of(
                "/bin/sh", ["-c", "cd \"$0\" && \(command)", folder], environment: environment)
            #expect(run.status == 0, "\(command): \(run.messages)")
            #expect(run.text.hasSuffix(" status=\(expected.status)"), "\(command): \(run.text)")
            #expect(run.text.contains(expected.output), "\(command): \(run.text)")
        }
        let bytes = try Fixture.bytes("photo.jpg")
        #expect(try Fixture.readFile(folder + "/photo.jpg") == bytes)
        #expect(try Fixture.readFile(folder + "/start.jpg") == Array(bytes.prefix(100)))
        #expect(origin.requests.count == 1)
        #expect(await daemon.stop() == 0)
    }
}
