import Fixtures
import LoopbackOrigin
import Testing

/// What an attacker may send to the real routes.
@Suite(.timeLimit(.minutes(60))) struct HostileHTTPTests {
    private static let parallel = 32
    /// The statuses that the rules know; nothing that a client sends makes a 500.
    private static let statuses: Set<Int> = [
        100, 200, 206, 304, 400, 404, 405, 413, 414, 415, 416, 431, 503, 505,
    ]

    /// Good requests for every route; `url` is in the cache, `blob` is where it is served.
    private static func originals(url: String, blob: String) -> [[UInt8]] {
        let content = Payload.of(url, "http://10.0.0.1/x.jpg", "nonsense")
        let json = "Content-Type: application/json\r\n"
        let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        let deeper = String(repeating: #"{"a":"#, count: 5_000)
        let large =
            #"{"aps":{"alert":"x","mutable-content":1},"att":{"#
            + (0..<900).map { "\"k\($0)\":\"http://10.0.0.1/\(String(repeating: "y", count: 40))\"" }
            .joined(separator: ",") + "}}"
        let texts = [
            Daemon.postText("/v1/content?timeout=2&priority=batch", content, json),
            Daemon.postText("/v1/content?view=payload", content), Daemon.postText("/v1/content", #"{"a":\#(deep)}"#),
            Daemon.postText("/v1/content", deeper), Daemon.postText("/v1/content", large, json),
            Daemon.postText("/v1/content", "{\"a\":\"" + String(repeating: "x", count: 65_528) + "\"}"),
            Daemon.postText("/v1/content", #"{"aps":{"alert":"\ud800 \u0000"},"image":1e999}"#),
            Daemon.postText("/v1/attachments", #"{"url":"\#(url)","identifier":"a"}"#, json),
            Daemon.postText("/v1/attachments?timeout=0.1", #"{"url":"http://[::1]/","options":{"a":[1,{}]}}"#),
            Daemon.postText("/v1/content", "{}", "Expect: 100-continue\r\n"),
            "POST /v1/content HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n", "HEAD /v1/cache HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET /v1/cache/entries?host=127.0.0.1&kind=image&sort=newest&limit=5 HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET \(blob) HTTP/1.1\r\nHost: h\r\nRange: bytes=0-1,3-\r\nIf-None-Match: W/\"a\", \"b\"\r\n\r\n",
            "GET \(blob) HTTP/1.0\r\nHost: h\r\nRange: bytes=-5\r\nConnection: keep-alive\r\n\r\n",
            "HEAD \(blob) HTTP/1.1\r\nHost: h\r\nRange: bytes=0-4\r\nIf-Range: \"x\"\r\n\r\n",
            Daemon.postText("/v1/cache/gc", String(repeating: "x", count: 70_000)),
            "GET /v1/blobs/..%2f..%2findex.sqlite HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET /v1/flights HTTP/1.1\r\nHost: h\r\ntraceparent: 00-0-0-0\r\nX-Request-Id: \u{e9}\r\n\r\n",
            "GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n", Daemon.postText("/v1/cache/verify?repair=true", ""),
            Daemon.postText("/v1/cache/purge", #"{"host":"nobody.example"}"#, json),
            Daemon.postText("/v1/cache/gc", "") + "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n",
        ]
        let bad: [UInt8] = Array("POST /v1/content HTTP/1.1\r\nHost: h\r\nContent-Length: 14\r\n\r\n{\"a\":\"".utf8)
        return texts.map { Array($0.utf8) } + [bad + [0xc0, 0x80, 0xed, 0xa0, 0xff, 0x22, 0x7d, 0x0a]]
    }

    /// 2,000 requests, or `$ATTACHD_TEST_CASES`; each follows from the seed and its number alone, so that it can be
    /// replayed with `$ATTACHD_TEST_SEED`.
    @Test func `answers or closes on every hostile request, never with a 500, and forgets them all`() async throws {
        let seed = Fixture.environment("ATTACHD_TEST_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
        let cases = Fixture.environment("ATTACHD_TEST_CASES").flatMap { Int($0) } ?? 2_000
        print("hostile HTTP: ATTACHD_TEST_SEED=\(seed)")
        let origin = try Payload.origin()
        let daemon = try await Daemon.start(["--timeout", "2s"], hasPort: true)
        let url = origin.url("/photo.jpg")
        let answer = try await daemon.post("/v1/attachments?timeout=60", #"{"url":"\#(url)"}"#)
        let blob = try #require(try JSONView(answer.body)["attachment", "href"])
        let originals = Self.originals(url: url, blob: blob)
        // What the allocator keeps for good is there after some of the same kind.
        let tally = StatusTally()
        try await Self.attack(daemon, originals, tally, seed: seed, cases: 0..<min(cases / 4, 2_000))
        let before = try daemon.residentKilobytes()
        try await Self.attack(daemon, originals, tally, seed: seed, cases: min(cases / 4, 2_000)..<cases)
        let flights = try await daemon.flights { $0.count("flights") == 0 }
        #expect(flights.count("flights") == 0)
        #expect(try await daemon.get(blob).status == 200)
        let after = try daemon.residentKilobytes()
        print("hostile HTTP: \(before) KiB resident before, \(after) KiB after")
        if SanitizedBuild.isAbsent(orSkipping: 1, "a bound on memory") { #expect(after <= before + 5 * 1024) }
        print("hostile HTTP: \(tally.text) (0: closed without an answer)")
        #expect(tally[200] > cases / 20 && tally[400] > cases / 20, "the requests have lost their bite")
        let run = await daemon.program.stop()
        #expect(run.status == 0, "\(run.messages)")
    }

    private static func attack(
        _ daemon: Daemon, _ originals: [[UInt8]], _ tally: StatusTally, seed: UInt64, cases: Range<Int>
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for offset in 0..<parallel {
                group.addTask {
                    for index in stride(from: cases.lowerBound + offset, to: cases.upperBound, by: parallel) {
                        try await attack(daemon, originals, tally, seed: seed, index: index)
                        // The others are served meanwhile.
                        if index.isMultiple(of: 16) { #expect(try await daemon.get("/healthz").text == "alive\n") }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func attack(_ daemon: Daemon, _ originals: [[UInt8]], _ tally: StatusTally, seed: UInt64, index: Int)
        async throws
    {
        var hostile = HostileRequests(originals, seed: seed &+ UInt64(index))
        let request = hostile.next()
        let client = try index.isMultiple(of: 2) ? daemon.client() : daemon.networkClient()
        for piece in request { await client.send(piece) }
        client.endSending()
        let answer = try #require(await client.rest(), "case \(index) of seed \(seed) hangs")
        let text = String(decoding: answer, as: UTF8.self)
        let note: Comment = "case \(index) of seed \(seed): \(text.prefix(200))"
        #expect(answer.isEmpty || text.hasPrefix("HTTP/1.1 "), note)
        let found = text.matches(of: #/HTTP/1\.1 (\d\d\d) /#).compactMap { Int($0.output.1) }
        #expect(found.allSatisfy(statuses.contains), note)
        tally.add(found)
    }

    @Test func `closes on clients that stop in the middle, and serves the others meanwhile`() async throws {
        let daemon = try await Daemon.start()
        let requests = [
            "GET /healthz HTTP/1.1\r\n", "GET /healthz HTTP/1.1\r\nHost: h\r\nX: ",
            "POST /v1/content HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n",
            "POST /v1/content HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n{\"a\"",
            "POST /v1/content HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"",
            "POST /v1/cache/gc HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc",
            "POST /v1/content HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n",
        ]
        let slow = try requests.map { _ in try daemon.client() }
        for (client, request) in zip(slow, requests) { await client.send(request) }
        for _ in 0..<100 { #expect(try await daemon.get("/healthz").status == 200) }
        for (client, request) in zip(slow, requests) {
            let rest = try #require(await client.rest(), "\(request)")
            let text = String(decoding: rest, as: UTF8.self)
            #expect(!text.contains(" 200 ") && !text.contains(" 500 "), "\(request): \(text)")
        }
        #expect(await daemon.stop() == 0)
    }
}
