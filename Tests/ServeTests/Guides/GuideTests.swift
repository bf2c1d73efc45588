import Fixtures
import LoopbackOrigin
import NotificationContent
import Testing

/// The guides: every block of code in them is run, or checked for what it is; a kind that no test knows fails.
@Suite(.timeLimit(.minutes(20))) struct GuideTests {
    private static let catalog = Fixture.repository + "/Sources/attachd/Documentation.docc"
    private static let environment = [
        "PATH": Fixture.environment("PATH") ?? "/usr/bin:/bin", "HOME": Fixture.environment("HOME") ?? "/",
    ]

    /// How a complete client is run: the tool that it needs, its file and the command.
    private static let clients: [String: (tool: String, file: String, command: String)] = [
        "python": ("python3", "client.py", "python3 client.py"),
        "javascript": ("node", "client.js", "node client.js"),
        "go": ("go", "client.go", "go run client.go"),
        "swift": ("swiftc", "client.swift", "swiftc -o client client.swift && ./client"),
    ]

    /// The words with which the guides start the daemon; the tests have started theirs alike.
    private static let start = "attachd serve --listen unix:attachd.sock --listen 127.0.0.1:8080"

    private static func text(_ path: String) throws -> String {
        String(decoding: try Fixture.readFile(path), as: UTF8.self)
    }

    private static func pages() async throws -> [String] {
        let catalog = try await ProgramRun.of("/bin/ls", [Self.catalog]).text.split(separator: "\n")
        return catalog.filter { $0.hasSuffix(".md") }.map { "\(Self.catalog)/\($0)" }
            + ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "monitoring/README.md"].map {
                "\(Fixture.repository)/\($0)"
            }
    }

    @Test func `every block of code does what its page says`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--public-base-url", "https://media.example.com"], hasPort: true)
        // No guide's deadline is for the first fetch, which a slow machine may need longer for.
        #expect(try await daemon.post("/v1/content?timeout=60", Payload.hero(origin)).status == 200)
        var run: [String: Int] = [:]
        var skipped: [String] = []
        for page in try await Self.pages() {
            let name = page.split(separator: "/").last ?? ""
            for block in CodeBlock.all(in: try Self.text(page)) {
                let place = "\(name):\(block.line)"
                let text = block.text.replacing("https://cdn.example.com", with: origin.url(""))
                switch block.kind {
                case "sh": try await runCommands(text, daemon, origin, place)
                case "json": #expect(throws: Never.self, "\(place)") { try JSONTokens(Array(text.utf8)) }
                case "ini": try await checkSettings(text, place)
                case "text": break
                case "swift" where !text.contains("import Foundation"):
                    TextFile.write(text, to: daemon.folder.path + "/fragment.swift")
                    let parse = try await shell("swiftc -parse fragment.swift", daemon)
                    #expect(parse.status == 0, "\(place): \(parse.messages)")
                case let kind:
                    guard let client = Self.clients[kind] else {
                        Issue.record("\(place): no test knows what to do with a block of the kind \"\(kind)\"")
                        continue
                    }
                    guard try await shell("command -v \(client.tool)", daemon).status == 0 else {
                        skipped.append("the client of \(place) (\(client.tool) is not installed)")
                        continue
                    }
                    TextFile.write(text, to: "\(daemon.folder.path)/\(client.file)")
                    TextFile.write(Payload.hero(origin), to: daemon.folder.path + "/payload.json")
                    let answer = try await shell("\(client.command) < payload.json", daemon)
                    #expect(answer.text == "hero attached image/jpeg\n", "\(place): \(answer.messages)")
                }
                run[block.kind, default: 0] += 1
            }
        }
        let counts = run.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("guides: \(run.values.reduce(0, +)) blocks of code ran or were checked: \(counts)")
        if !skipped.isEmpty { print("skipped: \(skipped.joined(separator: "; "))") }
        #expect(run["sh", default: 0] > 5 && run.values.reduce(0, +) > 15)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the catalog is free of warnings`() async throws {
        let folder = try TemporaryFolder()
        let probe = try await ProgramRun.of("/bin/sh", ["-c", "command -v docc"], environment: Self.environment)
        guard probe.status == 0 else {
            print("skipped: docc convert --warnings-as-errors (docc is not on the PATH)")
            return
        }
        // Without the pages' web form, for which docc changes copies of its own files: some users may not.
        let words = [
            "convert", "--warnings-as-errors", "--no-transform-for-static-hosting", "--output-path",
            folder.path + "/out", Self.catalog,
        ]
        let run = try await ProgramRun.of(
            "/bin/sh", ["-c", "exec docc \"$@\"", "docc"] + words, environment: Self.environment)
        #expect(run.status == 0, "\(run.text) \(run.messages)")
        #expect(!run.messages.contains("warning:"), "\(run.messages)")
    }

    @Test func `the runbook has each reason once, in the order of the table`() throws {
        let page = try Self.text(Self.catalog + "/FailureReasons.md")
        let rows = page.matches(of: #/(?m)^\| `([a-z-]+)` \| [^|]+\. \| [^|]+ \| [^|]+\. \|$/#).map {
            String($0.output.1)
        }
        #expect(rows == FailureReason.allCases.map(\.rawValue))
    }

    @Test func `the operating guide has every alert`() throws {
        let page = try Self.text(Self.catalog + "/Operating.md")
        let rules = try Self.text(Fixture.repository + "/monitoring/attachd.rules.yml")
        for alert in rules.matches(of: #/- alert: (\w+)/#) {
            #expect(page.contains(alert.output.1), "\(alert.output.1)")
        }
    }

    /// Runs each command of a block in a folder that has the socket and the files that the guides name.
    private func runCommands(_ text: String, _ daemon: Daemon, _ origin: LoopbackOrigin, _ place: String) async throws {
        let folder = daemon.folder.path
        TextFile.write(Payload.hero(origin), to: folder + "/payload.json")
        for line in text.split(separator: "\n") where line != Self.start && !line.hasPrefix("#") {
            // What builds or tests the project cannot run inside of its own tests: it must be there to be run.
            if line.hasPrefix("Scripts/") || line.hasPrefix("swift build") || line.hasPrefix("swift format") {
                let file = line.split(separator: " ").first ?? ""
                let exists = try await shell("test -x \(Fixture.repository)/\(file)", daemon).status == 0
                #expect(!line.hasPrefix("Scripts/") || exists, "\(place): \(line)")
                continue
            }
            if line.hasPrefix("promtool") { continue }
            let command = line.replacing("swift run attachd", with: "attachd")
            let run = try await shell(
                "cp -n \"\(Fixture.path("photo.jpg"))\" photo.jpg; mkdir -p Sources/attachd/Documentation.docc; \(command)",
                daemon)
            // A machine that the doctor finds something wrong with is no fault of the guide.
            let isFine = run.status == 0 || (line.hasPrefix("attachd doctor") && run.status == 1)
            #expect(isFine, "\(place): \(line): \(run.text) \(run.messages)")
            if line.contains("/v1/content?timeout") { #expect(run.text.contains(#""identifier":"hero""#), "\(place)") }
        }
    }

    /// Each line of a settings block is a section, a setting of systemd's, or a variable that an option has.
    private func checkSettings(_ text: String, _ place: String) async throws {
        let help = try await ProgramRun.of("attachd", ["help", "serve"]).text
        for line in text.split(separator: "\n") where !line.hasPrefix("[") {
            let name = line.prefix { $0 != "=" }
            #expect(name.count < line.count, "\(place): \(line)")
            guard name.hasPrefix("ATTACHD_") else { continue }
            let option = "--" + name.dropFirst("ATTACHD_".count).lowercased().replacing("_", with: "-")
            #expect(help.contains(option + " "), "\(place): \(line)")
        }
    }

    private func shell(_ command: String, _ daemon: Daemon) async throws -> ProgramRun {
        var environment = Self.environment
        let tools = BuiltProduct.path("attachd").split(separator: "/").dropLast().joined(separator: "/")
        environment["PATH"] = "/\(tools):" + (environment["PATH"] ?? "")
        environment["XDG_CACHE_HOME"] = daemon.folder.path + "/own"
        environment["ATTACHD_SOCKET"] = daemon.socketPath
        environment["ATTACHD_URL"] = "http://127.0.0.1:\(daemon.port ?? 0)"
        return try await ProgramRun.of(
            "/bin/sh", ["-c", "cd \"$0\" && \(command)", daemon.folder.path], environment: environment)
    }
}

extension Payload {
    /// The guides' payload, with a picture of the origin's.
    fileprivate static func hero(_ origin: LoopbackOrigin) -> String {
        let url = origin.url("/photo.jpg")
        return #"{"aps":{"alert":"Hello","mutable-content":1},"os_data":{"i":"1","att":{"hero":"\#(url)"}}}"#
    }
}
