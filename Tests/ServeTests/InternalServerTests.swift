import Fixtures
import LoopbackOrigin
import Telemetry
import Testing

/// An internal server that must see no connection, whatever names, answers and redirects lead to it; and the same ways with
/// leave to go there, which lead to it.
@Suite(.serialized, .timeLimit(.minutes(20))) struct InternalServerTests {
    private static let inside: UInt32 = 0x7f00_0001
    private static let outside: UInt32 = 0x7f00_0002

    /// What the resolver says of a name, by its beginning.
    private static func addresses(_ name: String, _ number: Int) -> [UInt32] {
        // The number in `alternateN` stands in for time: each name is looked up once, and the answers take turns.
        let digits = name.prefix { $0 != "." }.filter(\.isNumber)
        switch name.prefix(while: \.isLetter) {
        case "alternate": return [(Int(digits) ?? 0) % 2 == 0 ? outside : inside]
        case "rebind": return [number == 0 ? outside : inside]
        case "mixed": return (Int(digits) ?? 0) % 2 == 0 ? [inside, outside] : [outside, inside]
        case "inside": return [inside]
        default: return [outside]
        }
    }

    /// The URLs that are resolved, and whether each is attached without leave to go inside.
    private static func urls(_ port: UInt16) -> [(url: String, isAttached: Bool)] {
        var result: [(url: String, isAttached: Bool)] = []
        func add(_ host: String, _ path: String, isAttached: Bool) {
            result.append((url: "http://\(host):\(port)/\(path)", isAttached: isAttached))
        }
        for number in 0..<20 { add("alternate\(number).example", "direct.png", isAttached: number % 2 == 0) }
        for number in 0..<4 { add("mixed\(number).example", "direct.png", isAttached: true) }
        add("inside.example", "direct.png", isAttached: false)
        add("outside.example", "direct.png", isAttached: true)
        for path in ["literal", "mapped", "name", "short", "alternating", "number", "hop", "localhost"] {
            add("outside.example", path, isAttached: false)
        }
        for host in ["127.0.0.1", "localhost", "127.1", "0x7f000001", "[::ffff:127.0.0.1]"] {
            add(host, "spelt.png", isAttached: false)
        }
        return result
    }

    /// Redirects of the origin outside, by path.
    private static func location(_ path: String, _ port: UInt16) -> String? {
        switch path {
        case "/literal": "http://127.0.0.1:\(port)/a.png"
        case "/mapped": "http://[::ffff:127.0.0.1]:\(port)/b.png"
        case "/name": "http://inside.example:\(port)/c.png"
        case "/short": "http://127.1:\(port)/d.png"
        case "/alternating": "//alternate99.example:\(port)/e.png"
        case "/number": "http://2130706433:\(port)/f.png"
        case "/hop": "/hop2"
        case "/hop2": "http://inside2.example:\(port)/g.png"
        case "/localhost": "http://localhost:\(port)/h.png"
        default: nil
        }
    }

    @Test(arguments: [false, true])
    func `sees no connection by any name, answer or redirect, and all of them where it is allowed`(_ isAllowed: Bool)
        async throws
    {
        let made = try await AnsweringResolver.make(orSkipping: "2 runs against an internal server", Self.addresses)
        guard let resolver = made else { return }
        let picture = try Fixture.bytes("picture.png")
        let internalServer = try LoopbackOrigin { _ in .body(picture) }
        let port = internalServer.port
        let origin = try LoopbackOrigin(address: Self.outside, port: port) { request in
            Self.location(request.path, port).map { .redirect(302, to: $0) } ?? .body(picture)
        }
        let folder = try TemporaryFolder()
        let urls = Self.urls(port)
        let networks = ["127.0.0.2/32:\(port)"] + (isAllowed ? ["127.0.0.1/32:\(port)"] : [])
        let words =
            ["resolve", "--json", "--cache-dir", folder.path + "/cache", "--log-level", "info"]
            + networks.flatMap { ["--allow-net", $0] } + urls.flatMap { ["--url", $0.url] }
        let program = try RunningProgram("/bin/sh", resolver.words(BuiltProduct.path("attachd"), words))
        let run = await program.end()
        let answers = run.text.split(separator: "\n")
        #expect(answers.count == urls.count, "\(run.messages)")
        for (item, answer) in zip(urls, answers) {
            let view = try JSONView(Array(answer.utf8))
            let isAttached = view["content", "attachments", 0, "sha256"] != nil
            #expect(isAttached == (isAllowed || item.isAttached), "\(item.url): \(answer)")
            if !isAttached { #expect(view["failures", 0, "reason"] == "forbidden-address", "\(item.url): \(answer)") }
        }
        let refused = urls.count { !$0.isAttached }
        if isAllowed {
            // The positive control: each way that was closed leads there.
            #expect(internalServer.requests.count >= refused)
        } else {
            #expect(internalServer.tally.connections == 0)
            #expect(run.status == 1)
            // The operator learns the rule, the asker the reason alone.
            #expect(run.messages.contains("verdict=\"loopback\""), "\(run.messages.prefix(2000))")
            #expect(!run.text.contains("loopback"))
        }
        #expect(origin.tally.connections > 0)
        #expect(resolver.questions.contains("alternate99.example"))
    }

    @Test func `a name that changes its answer between two connections is judged each time`() async throws {
        let made = try await AnsweringResolver.make(orSkipping: "1 run of a name that rebinds", Self.addresses)
        guard let resolver = made else { return }
        let picture = try Fixture.bytes("picture.png")
        let internalServer = try LoopbackOrigin { _ in .body(picture) }
        let port = internalServer.port
        let origin = try LoopbackOrigin(address: Self.outside, port: port) { _ in
            var reply = OriginReply.body(picture)
            reply.closes = true
            return reply
        }
        // One process each: the second looks the name up anew and is sent inside.
        var results: [Bool] = []
        for _ in 0..<2 {
            let folder = try TemporaryFolder()
            let words = [
                "resolve", "--json", "--cache-dir", folder.path + "/cache", "--allow-net", "127.0.0.2/32:\(port)",
                "--url",
                "http://rebind.example:\(port)/a.png", "--url", "http://rebind.example:\(port)/b.png",
            ]
            let program = try RunningProgram("/bin/sh", resolver.words(BuiltProduct.path("attachd"), words))
            let run = await program.end()
            for line in run.text.split(separator: "\n") {
                results.append(try JSONView(Array(line.utf8))["content", "attachments", 0, "sha256"] != nil)
            }
        }
        #expect(results == [true, true, false, false])
        #expect(internalServer.tally.connections == 0)
        // Two connections within seconds are one look-up: the name is kept for a while.
        #expect(origin.tally.connections == 2)
        #expect(resolver.questions.count { $0 == "rebind.example" } == 2)
    }
}
