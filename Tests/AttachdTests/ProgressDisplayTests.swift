import Fixtures
import Glibc
import LoopbackOrigin
import Telemetry
import Testing

/// The display of the real program in a real pseudo-terminal.
@Suite(.timeLimit(.minutes(20))) struct ProgressDisplayTests {
    @Test(arguments: [80, 40] as [UInt16], [false, true])
    func `draws within the terminal, then leaves the summary alone`(columns: UInt16, noColour: Bool) async throws {
        let folder = try TemporaryFolder()
        let gate = try OriginGate()
        let media = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { request in
            switch request.path {
            case "/held": .held(media, until: gate)
            case "/none": .body([], status: 404)
            default: .body(media)
            }
        }
        let list = folder.path + "/list"
        let text = ["/a", "/b", "/none", "/held"].map { origin.url($0 + "?a=secret-of-some-length") + "\n" }.joined()
        let file = DescriptorHandle(owning: unsafe open(list, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let bytes = Array("# four\n\n\(text)".utf8)
        #expect(unsafe bytes.withUnsafeBytes { unsafe write(file.number, $0.baseAddress, $0.count) } == bytes.count)
        let program = try TerminalProgram(
            "attachd", ["prewarm", "--allow-net", "127.0.0.0/8", "--cache-dir", folder.path + "/cache", list],
            environment: ["TERM": "xterm", "NO_COLOR": noColour ? "1" : ""], columns: columns)
        // The display tells what is done, and the total, while the last file is on its way.
        _ = try #require(await program.line(containing: "75 % 3/4"))
        _ = try #require(await program.line(containing: "http-status"))
        gate.open()
        let run = await program.end()
        #expect(run.status == 1)
        // What the screen showed before the display was taken away: everything up to the last erasing.
        let parts = run.messages.split(separator: "\u{1b}[J", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        var screen = TerminalScreen(columns: Int(columns))
        screen.write(String(parts.first ?? "").replacing(#/\x{1b}\[\d+A\r$/#, with: ""))
        #expect(screen.unknown.isEmpty)
        #expect(screen.widest < Int(columns))
        #expect(screen.hasColours == !noColour)
        #expect(screen.lines.count == 4)
        #expect(screen.lines.first?.contains("%") == true, "\(screen.lines)")
        #expect(screen.lines.last?.hasPrefix("http-status http://127.0.0.1") == true, "\(screen.lines)")
        #expect(!run.messages.contains("secret"))
        // And then the summary, from the display's first line on.
        screen = TerminalScreen(columns: 200)
        screen.write(run.messages)
        #expect(screen.lines.first?.hasPrefix("prewarm done: 4 in ") == true, "\(screen.lines)")
        #expect(screen.lines.contains { $0.hasSuffix(origin.authority) })
    }

    @Test func `where no terminal can rewrite lines it is plain text`() async throws {
        let folder = try TemporaryFolder()
        let program = try TerminalProgram(
            "attachd", ["prewarm", "--cache-dir", folder.path + "/cache", "/dev/null"], environment: ["TERM": "dumb"],
            columns: 80)
        let run = await program.end()
        #expect(run.status == 0)
        #expect(!run.messages.contains("\u{1b}"))
        #expect(run.messages.hasPrefix("prewarm done: 0 in "))
    }

    @Test func `result lines are written to a terminal only where they are asked for`() async throws {
        let folder = try TemporaryFolder()
        for isAsked in [false, true] {
            let program = try TerminalProgram(
                "attachd",
                ["prewarm", "--cache-dir", folder.path + "/cache", Fixture.repository + "/LICENSE"]
                    + (isAsked ? ["--json"] : []),
                environment: ["TERM": "xterm"], columns: 80, outputToo: true)
            let run = await program.end()
            #expect(run.status == 1)
            #expect(run.messages.contains(#"{"line":3,"#) == isAsked)
            // Lines and a display would overwrite each other.
            #expect(run.messages.contains("\u{1b}[") == !isAsked)
        }
    }
}
