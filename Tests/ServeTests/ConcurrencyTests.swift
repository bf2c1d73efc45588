import Fixtures
import LoopbackOrigin
import Testing

/// Many clients at once, over the daemon's own socket.
@Suite(.timeLimit(.minutes(20))) struct ConcurrencyTests {
    /// One kind of reference and what must come of it.
    private struct Kind: Sendable {
        let name: String
        /// The reason of the failure; nil where it is attached.
        var reason: String?
        /// What the descriptor may say of the cache; empty where nothing is attached.
        var cache: Set<String> = []
        let url: @Sendable (Int) -> String
    }

    private static func kinds(_ media: LoopbackOrigin, _ bad: LoopbackOrigin, _ hanging: LoopbackOrigin) -> [Kind] {
        [
            Kind(name: "hit", cache: ["hit"]) { _ in media.url("/photo.jpg") },
            Kind(name: "miss", cache: ["miss"]) { media.url("/picture.png?n=\($0)") },
            Kind(name: "shared", cache: ["miss", "joined", "hit"]) { media.url("/clip.mp4?n=\($0 / 8)") },
            Kind(name: "type", reason: "unsupported-type") { media.url("/photo.webp?n=\($0)") },
            Kind(name: "length", reason: "too-long") { media.url("/long.mp4?n=\($0)") },
            Kind(name: "status", reason: "http-status") { media.url("/gone?n=\($0)") },
            Kind(name: "reset", reason: "transfer-failed") { bad.url("/broken?n=\($0)") },
            Kind(name: "address", reason: "forbidden-address") { "http://10.1.2.3/\($0).jpg" },
            Kind(name: "port", reason: "forbidden-port") { "http://8.8.8.8:81/\($0).jpg" },
            Kind(name: "scheme", reason: "forbidden-scheme") { "ftp://example.com/\($0).jpg" },
            Kind(name: "hang", reason: "deadline") { hanging.url("/hang?n=\($0)") },
        ]
    }

    @Test func `gives 64 clients the right answer to each payload, with its reason`() async throws {
        let media = try Payload.origin()
        let bad = try Payload.origin()
        let hanging = try Payload.origin()
        let kinds = Self.kinds(media, bad, hanging)
        let daemon = try await Daemon.start(["--timeout", "10s"])
        let first = try await daemon.post("/v1/content?timeout=60", Payload.of(media.url("/photo.jpg")))
        #expect(try JSONView(first.body)["content", "attachments", 0, "cache"] == "miss")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let client = try daemon.client()
                    for step in 0..<kinds.count {
                        let kind = kinds[(number + step) % kinds.count]
                        // Only what hangs must meet the short deadline of the daemon.
                        let target = kind.name == "hang" ? "/v1/content" : "/v1/content?timeout=60"
                        await client.send(Daemon.postText(target, Payload.of(kind.url(number))))
                        let answer = try #require(await client.answer(), "\(kind.name) \(number)")
                        try Self.check(answer, kind, number)
                    }
                    // All of it in one payload: what is ready is attached, the rest fails, in the payload's order.
                    await client.send(
                        Daemon.postText("/v1/content", Payload.of(kinds.map { $0.url(number) })))
                    try Self.checkAll(try #require(await client.answer()), kinds, number)
                }
            }
            try await group.waitForAll()
        }
        // Nothing has been asked for twice, except where the back-off is over, by which a failure is forgotten.
        let targets = media.requests.map(\.target).filter { !$0.hasPrefix("/gone") }
        #expect(Set(targets).count == targets.count)
        #expect(await daemon.stop() == 0)
    }

    private static func check(_ answer: RawAnswer, _ kind: Kind, _ number: Int) throws {
        let note: Comment = "\(kind.name) \(number): \(answer.text)"
        let view = try JSONView(answer.body)
        #expect(answer.status == 200, note)
        #expect(view["complete"] == (kind.reason == "deadline" ? "false" : "true"), note)
        #expect(view.count("content", "attachments") == (kind.reason == nil ? 1 : 0), note)
        #expect(view.count("failures") == (kind.reason == nil ? 0 : 1), note)
        if let reason = kind.reason {
            #expect(view["failures", 0, "reason"] == reason, note)
            #expect(view["failures", 0, "source"] == kind.url(number), note)
        } else {
            #expect(kind.cache.contains(view["content", "attachments", 0, "cache"] ?? ""), note)
            #expect(view["content", "attachments", 0, "source"] == kind.url(number), note)
        }
    }

    private static func checkAll(_ answer: RawAnswer, _ kinds: [Kind], _ number: Int) throws {
        let view = try JSONView(answer.body)
        let attached = kinds.indices.filter { kinds[$0].reason == nil }
        let failed = kinds.indices.filter { kinds[$0].reason != nil }
        #expect(view["complete"] == "false")
        #expect(view.count("content", "attachments") == attached.count, "\(answer.text)")
        for (place, index) in attached.enumerated() {
            #expect(view["content", "attachments", .element(place), "identifier"] == "a\(index)")
        }
        #expect(view.count("failures") == failed.count)
        for (place, index) in failed.enumerated() {
            #expect(view["failures", .element(place), "identifier"] == "a\(index)")
            #expect(view["failures", .element(place), "reason"] == kinds[index].reason, "\(answer.text)")
        }
    }

    @Test func `asks the origin once for a thousand simultaneous posts of a cold URL`() async throws {
        let gate = try OriginGate()
        let origin = try Payload.origin(gate: gate)
        // A soft limit of descriptors that is too low for so many clients, as a bare shell gives it.
        let folder = try TemporaryFolder()
        let path = BuiltProduct.path("attachd")
        let script = "ulimit -Sn 256 && exec \"$0\" \"$@\""
        let words = ["serve", "--listen", "unix:\(folder.path)/attachd.sock"] + Daemon.arguments(folder)
        let program = try RunningProgram("/bin/sh", ["-c", script, path] + words)
        let daemon = try await Daemon.ready(program, folder)
        // One descriptor each here and in the daemon, beside those of the tests that run meanwhile.
        let count = min(1000, max(100, DescriptorAllowance.raise() / 2))
        if count < 1000 { print("only \(count) simultaneous posts: more descriptors are not allowed here") }
        let clients = try (0..<count).map { _ in try daemon.client() }
        let request = Daemon.postText("/v1/content?timeout=60", Payload.of(origin.url("/gated/photo.jpg")))
        for client in clients { await client.send(request) }
        let flights = try await daemon.flights { $0["flights", 0, "waiters"] == "\(count)" }
        #expect(flights.count("flights") == 1)
        gate.open()
        var bodies: Set<String> = []
        var caches: [String: Int] = [:]
        for client in clients {
            let answer = try #require(await client.answer())
            #expect(answer.status == 200)
            let cache = try JSONView(answer.body)["content", "attachments", 0, "cache"] ?? "none"
            caches[cache, default: 0] += 1
            let rest = answer.text.replacing("\"cache\":\"\(cache)\"", with: "")
                .replacing(#/,"fetchMs":\d+/#, with: "").replacing(#/,"phases":{[^}]*}/#, with: "")
            bodies.insert(rest)
        }
        #expect(bodies.count == 1, "\(bodies)")
        #expect(caches == ["miss": 1, "joined": count - 1])
        #expect(origin.requests.count == 1)
        #expect(await daemon.stop() == 0)
    }
}
