import Fixtures
import LoopbackOrigin
import Testing

/// Every indented block of the README is of a kind that some test runs or checks.
@Suite(.timeLimit(.minutes(20))) struct ReadmeBlocksTests {
    /// How a block begins, and what answers for it.
    private static let kinds: [(start: String, test: String)] = [
        ("Scripts/", "here: the scripts exist"), ("$ cat payload.json", "here: the payload is resolved"),
        ("$ attachd resolve payload.json", "here: the lines for people"),
        ("attachd serve   [options]", "here: each subcommand has its help"),
        ("# ORIGIN NAME: VALUE", "here: it is read"), ("attachd preview payload.json", "here: each makes its page"),
        ("$ cat urls.txt", "ReadmePrewarmTests"), ("$ attachd prewarm urls.txt", "ReadmePrewarmTests"),
        ("$ cat results.ndjson", "ReadmePrewarmTests"), ("$ attachd serve --listen unix:attachd.sock", "ReadmeTests"),
        ("$ curl ", "ReadmeTests"), ("attachd -> HTTPService", "a drawing"),
    ]

    /// The README's indented blocks, without their indent.
    private static func blocks() throws -> [[String]] {
        let readme = String(decoding: try Fixture.readFile(Fixture.repository + "/README.md"), as: UTF8.self)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split { !$0.hasPrefix("    ") }.map { $0.map { String($0.dropFirst(4)) } }
    }

    @Test func `each block is of a kind that is run or checked`() throws {
        let blocks = try Self.blocks()
        var counts: [String: Int] = [:]
        for block in blocks {
            let kind = Self.kinds.first { block.first?.hasPrefix($0.start) == true }
            #expect(kind != nil, "no test knows the block that begins: \(block.first ?? "")")
            counts[kind?.test ?? "", default: 0] += 1
        }
        #expect(blocks.count > 10)
        print("README: \(blocks.count) blocks: \(counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" })")
    }

    @Test func `the first example ends as it is printed`() async throws {
        let blocks = try Self.blocks()
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        let payload = try #require(blocks.first { $0.first == "$ cat payload.json" }).dropFirst().joined(
            separator: "\n")
        TextFile.write(
            payload.replacing("https://cdn.example.com", with: origin.url("")), to: folder.path + "/payload.json")
        let run = try await ProgramRun.of(
            "attachd", ["resolve", folder.path + "/payload.json"],
            environment: ["XDG_CACHE_HOME": folder.path, "ATTACHD_ALLOW_NET": "127.0.0.0/8"])
        #expect(run.status == 1)
        let printed = try #require(blocks.first { $0.first == "$ attachd resolve payload.json" }).suffix(2)
        func lasting(_ text: some StringProtocol) -> String { String(text).replacing(#/\d+ ms/#, with: "T") }
        #expect(run.messages.split(separator: "\n").map { lasting($0) } == printed.map { lasting($0) })
        let names = printed.joined().isEmpty ? [] : ["\"identifier\":\"hero\"", "\"reason\":\"unsupported-type\""]
        for name in names { #expect(run.text.contains(name)) }
    }

    @Test func `each way to preview makes its page`() async throws {
        let blocks = try Self.blocks()
        let lines = try #require(blocks.first { $0.first?.hasPrefix("attachd preview ") == true })
        try #require(lines.count == 2)
        let origin = try Payload.origin()
        let folder = try TemporaryFolder()
        TextFile.write(Payload.of(origin.url("/photo.jpg")), to: folder.path + "/payload.json")
        let tools = BuiltProduct.path("attachd").split(separator: "/").dropLast().joined(separator: "/")
        let run = try await ProgramRun.of(
            "/bin/sh", ["-c", "cd \"$0\" && \(lines[0])", folder.path],
            environment: [
                "PATH": "/\(tools):/usr/bin:/bin", "XDG_CACHE_HOME": folder.path, "ATTACHD_ALLOW_NET": "127.0.0.0/8",
            ])
        #expect(run.status == 0, "\(run.messages)")
        let page = String(decoding: try Fixture.readFile(folder.path + "/page.html"), as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("data:image/jpeg"))
        let words = lines[1].split(separator: " ").dropFirst().map { String($0).replacing(":8080", with: ":0") }
        let program = try RunningProgram("attachd", words + Daemon.arguments(folder))
        let daemon = try await Daemon.ready(program, folder, hasPort: true)
        let client = try daemon.networkClient()
        await client.send("GET /preview HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try #require(await client.answer()).text.hasPrefix("<!DOCTYPE html>"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `what the lists name exists`() async throws {
        for line in try Self.blocks().filter({ $0.first?.hasPrefix("Scripts/") == true }).flatMap({ $0 }) {
            let script = line.prefix { $0 != " " }
            let test = try await ProgramRun.of("/bin/sh", ["-c", "test -x \"$0\"", "\(Fixture.repository)/\(script)"])
            #expect(test.status == 0, "\(line)")
        }
        let usage = try Self.blocks().first { $0.first?.hasPrefix("attachd serve   ") == true }
        for line in try #require(usage) {
            let command = line.split(separator: " ")[1]
            let help = try await ProgramRun.of("attachd", command == "help" ? ["--help"] : ["help", String(command)])
            #expect(help.status == 0, "\(line)")
        }
        let headers = try #require(try Self.blocks().first { $0.first == "# ORIGIN NAME: VALUE" })
        let folder = try TemporaryFolder()
        TextFile.write(headers.map { $0 + "\n" }.joined(), to: folder.path + "/headers")
        let run = try await ProgramRun.of(
            "attachd", ["resolve", "--origin-headers", folder.path + "/headers", "--dry-run", "--url", "https://h/a"],
            environment: ["XDG_CACHE_HOME": folder.path])
        #expect(run.status == 0, "\(run.messages)")
    }
}
