import AttachmentCache
import Fixtures
import Glibc
import LoopbackOrigin
import Telemetry
import Testing

/// `resolve` and `cache` by way of a running daemon, all of them the real program.
@Suite(.timeLimit(.minutes(20))) struct DaemonTests {
    private let folder: TemporaryFolder
    private let origin: LoopbackOrigin
    private var socket: String { folder.path + "/daemon.sock" }
    private var place: [String] { ["--cache-dir", folder.path + "/cache"] }

    init() throws {
        folder = try TemporaryFolder()
        origin = try LoopbackOrigin(serving: OriginFolder(path: Fixture.repository + "/Tests/Fixtures/Media"))
    }

    /// Starts a daemon, and returns once it listens.
    private func daemon(_ words: String...) async throws -> RunningProgram {
        let daemon = try RunningProgram(
            "attachd",
            ["serve", "--listen", "unix:" + socket, "--allow-net", "127.0.0.0/8", "--log-level", "info"] + place + words
        )
        _ = try #require(await daemon.line(containing: "listening"))
        return daemon
    }

    private func attachd(_ words: [String], input: [UInt8] = []) async throws -> ProgramRun {
        try await ProgramRun.of("attachd", words, environment: ["HOME": folder.path], input: input)
    }

    private func payload(_ urls: [String]) -> [UInt8] {
        let media = urls.enumerated().map { #""id\#($0)":"\#($1)""# }.joined(separator: ",")
        return Array(
            #"{"aps":{"alert":"Hello","mutable-content":1}, "custom":{"i":"1","a":{"n":1e999}},"att":{\#(media)}}"#.utf8
        )
    }

    /// A text without what differs from run to run: times, what is left of them, and how long something took.
    private func lasting(_ text: String) -> String {
        text.replacing(#/,"(freshUntil|storedAt|oldest)":"[^"]*"/#, with: "").replacing(
            #/,"(?:fetchMs|retryAfter)":\d+|,"phases":{[^}]*}/#, with: ""
        )
        .replacing(#/ \d+ ms/#, with: "")
    }

    @Test func `a payload comes back as it would without the daemon, cache folder or socket named`() async throws {
        let body = payload(["/photo.jpg", "/photo.webp", "/clip.mp4", "/none.gif"].map(origin.url))
        let alone = try await attachd(
            ["resolve", "--allow-net", "127.0.0.0/8"] + ["--cache-dir", folder.path + "/other"], input: body)
        let daemon = try await daemon()
        let first = try await attachd(["resolve"] + place, input: body)
        #expect(first.status == 1)
        let path = folder.path
        #expect(lasting(first.text) == lasting(alone.text).replacing(path + "/other", with: path + "/cache"))
        #expect(lasting(first.messages) == lasting(alone.messages))
        let again = try await attachd(["resolve", "--socket", socket], input: body)
        #expect(again.status == 1)
        #expect(again.text.contains(#""cache":"hit""#))
        #expect(again.messages.contains("(remembered)"))
        let variable = try await ProgramRun.of(
            "attachd", ["resolve"], environment: ["HOME": path, "ATTACHD_SOCKET": socket], input: body)
        #expect(lasting(variable.text) == lasting(again.text))
        #expect(await daemon.stop().status == 0)
    }

    @Test func `a URL comes back as it would without the daemon`() async throws {
        let urls = ["/photo.jpg", "/none.gif"].flatMap { ["--url", origin.url($0)] } + ["--url", "nonsense"]
        let alone = try await attachd(
            ["resolve", "--allow-net", "127.0.0.0/8"] + ["--cache-dir", folder.path + "/other"] + urls)
        let daemon = try await daemon()
        let run = try await attachd(["resolve"] + urls + place)
        #expect(run.status == 1)
        #expect(
            lasting(run.text) == lasting(alone.text).replacing(folder.path + "/other", with: folder.path + "/cache"))
        #expect(lasting(run.messages) == lasting(alone.messages))
        #expect(await daemon.stop().status == 0)
    }

    @Test func `the payload view has the daemon's public URLs`() async throws {
        let daemon = try await daemon("--public-base-url", "https://media.example.com")
        let body = payload([origin.url("/photo.jpg")])
        let run = try await attachd(["resolve", "--view", "payload"] + place, input: body)
        #expect(run.status == 0)
        #expect(run.text.hasPrefix(#"{"aps":{"alert":"Hello","mutable-content":1},"custom":"#))
        #expect(run.text.contains(#""id0":"https://media.example.com/v1/blobs/"#))
        #expect(run.messages.hasPrefix("id0  attached  image/jpeg 640x360 13 kB  miss"))
        #expect(await daemon.stop().status == 0)
    }

    @Test func `lets the policy travel with the request`() async throws {
        let daemon = try await daemon()
        for (policy, status) in [("fcm-android", Int32(1)), ("default", 0)] {
            let run = try await attachd(["resolve", "--policy", policy, "--url", origin.url("/sound.mp3")] + place)
            #expect(run.status == status, "\(run.messages)")
            #expect(!run.messages.contains("without effect"))
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func `says which options do not reach a daemon`() async throws {
        let daemon = try await daemon()
        let words = ["resolve", "--policy", "apple", "--timeout", "9s", "--max-bytes=1MiB", "--url", "x:"]
        let found = try await attachd(words + place)
        #expect(found.messages.contains("\(socket) has its own settings; without effect: --max-bytes\n"))
        let named = try await attachd(["cache", "gc", "--socket", socket] + place)
        #expect(named.messages.contains("without effect: --cache-dir\n"))
        #expect(await daemon.stop().status == 0)
    }

    @Test func `looks after the cache of a daemon as after any other`() async throws {
        let url = origin.url("/photo.jpg?token=secret")
        let daemon = try await daemon()
        _ = try await attachd(["resolve", "--url", url, "--url", origin.url("/photo.webp"), "--socket", socket])
        var byDaemon: [String] = []
        for words in [["stats"], ["list"], ["list", "--full", "--kind", "image"], ["verify"]] {
            let run = try await attachd(["cache"] + words + place)
            #expect(run.status == 0, "\(run.messages)")
            #expect(run.text == (try await attachd(["cache"] + words + ["--socket", socket])).text)
            byDaemon.append(run.text)
        }
        // One blob went out in a descriptor: it stays, and was no hit.
        for text in [#""pinnedBlobs":1,"#, #""hits":0,"#, #""misses":1,"#, #""hitRatio":0,"#] {
            #expect(byDaemon[0].contains(text))
        }
        #expect(byDaemon[1].split(separator: "\n").count == 2 && !byDaemon[1].contains("secret"))
        #expect(byDaemon[2].split(separator: "\n").count == 1 && byDaemon[2].contains("secret"))
        #expect(await daemon.stop().status == 0)
        for (words, text) in zip([["stats"], ["list"], ["list", "--full", "--kind", "image"], ["verify"]], byDaemon) {
            #expect(try await attachd(["cache"] + words + place).text == text)
        }
    }

    @Test func `purges and collects by way of a daemon`() async throws {
        let urls = ["/photo.jpg", "/clip.mp4"].map(origin.url)
        let daemon = try await daemon()
        _ = try await attachd(["resolve", "--url", urls[0], "--url", urls[1]] + place)
        #expect(try await attachd(["cache", "purge", "--older-than", "1h"] + place).text.contains(#""entries":0,"#))
        #expect(try await attachd(["cache", "purge", urls[0]] + place).text.contains(#""entries":1,"#))
        #expect(try await attachd(["cache", "purge", "--host", "127.0.0.1"] + place).text.contains(#""entries":1,"#))
        #expect(try await attachd(["cache", "purge", "--all"] + place).status == 0)
        #expect(try await attachd(["cache", "gc"] + place).text.contains(#""entries":0,"#))
        #expect(try await attachd(["cache", "stats"] + place).text.contains(#""blobs":0,"#))
        #expect(await daemon.stop().status == 0)
    }

    @Test func `takes a damaged blob for one, and drops it on request`() async throws {
        let daemon = try await daemon()
        _ = try await attachd(["resolve", "--url", origin.url("/photo.jpg")] + place)
        let list = try await attachd(["cache", "list"] + place).text
        let blob = try #require(list.firstMatch(of: #/"path":"([^"]+)"/#)?.1)
        #expect(unsafe chmod(String(blob), 0o640) == 0 && truncate(String(blob), 100) == 0)
        let verify = try await attachd(["cache", "verify"] + place)
        #expect(verify.status == 1)
        #expect(verify.messages.contains("--repair"))
        #expect(try await attachd(["cache", "verify", "--repair"] + place).status == 0)
        #expect(try await attachd(["cache", "verify"] + place).status == 0)
        #expect(await daemon.stop().status == 0)
    }

    @Test func `a daemon that is killed in the middle of a request is no success`() async throws {
        let origin = try LoopbackOrigin(routes: ["/never": .silent])
        let daemon = try await daemon()
        let resolve = try RunningProgram(
            "attachd", ["resolve", "--url", origin.url("/never"), "--url", origin.url("/never")] + place)
        _ = await origin.waitForRequests(1)
        await daemon.stop(SIGKILL)
        let run = await resolve.end()
        #expect(run.status == 69)
        #expect(run.output.isEmpty)
        #expect(
            run.messages
                == "attachd: \(socket): the daemon ended in the middle of a request; look at the daemon's log, then try "
                + "again\n")
        // What it left in the lock file leads nowhere: the next command does the work itself.
        #expect(try await attachd(["cache", "gc"] + place).status == 0)
    }
}
