import LoopbackOrigin
import MediaFetching
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FetchConditionTests {
    /// An origin whose picture has the tag `"v1"` and a date.
    static func origin() throws -> LoopbackOrigin {
        try LoopbackOrigin { request in
            let fields = [("ETag", "W/\"v1\""), ("Cache-Control", "max-age=2")]
            let isSame = request.header("If-None-Match") == "W/\"v1\"" || request.header("If-Modified-Since") == "then"
            return isSame ? .empty(304, fields) : .body([1], fields)
        }
    }

    @Test(arguments: [Validators(etag: "W/\"v1\""), Validators(lastModified: "then")])
    func `a picture that has not changed is not sent again`(_ validators: Validators) async throws {
        let bench = try FetchBench(FetchConditionTests.origin())
        let outcome = await bench.fetch("/", validators: validators)
        let answer = try #require(outcome.answer)
        #expect(answer.notModified)
        #expect(answer.bytes == 0)
        #expect(outcome.body.isEmpty)
        #expect(answer.freshness.isExplicit)
        #expect(bench.origin.requests.count == 1)
    }

    @Test func `a picture that has changed comes whole`() async throws {
        let bench = try FetchBench(FetchConditionTests.origin())
        let outcome = await bench.fetch("/", validators: Validators(etag: "\"v0\"", lastModified: "before"))
        #expect(outcome.answer?.notModified == false)
        #expect(outcome.body == [1])
        #expect(bench.origin.requests.first?.header("If-None-Match") == "\"v0\"")
        #expect(bench.origin.requests.first?.header("If-Modified-Since") == "before")
    }

    @Test(arguments: ["\"a\"\r\nX-Evil: 1", "\"a\nb\"", "", "\u{7f}", "\"\u{20ac}\""])
    func `a validator that is no header value is not sent`(_ etag: String) async throws {
        let bench = try FetchBench(FetchConditionTests.origin())
        #expect(await bench.fetch("/", validators: Validators(etag: etag)).body == [1])
        let request = try #require(bench.origin.requests.first)
        #expect(request.header("If-None-Match") == nil)
        #expect(request.header("X-Evil") == nil)
    }

    @Test func `a tag beyond ASCII comes back byte for byte`() async throws {
        let tag: [UInt8] = [0x22, 0xe9, 0xff, 0x22]
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nETag: ".utf8) + tag + Array("\r\n\r\nx".utf8)
        let bench = try FetchBench(routes: ["/": OriginReply([.bytes(head)])])
        let validators = try #require(await bench.fetch("/").answer?.validators)
        #expect(validators.etag == "\"\u{e9}\u{ff}\"")
        _ = await bench.fetch("/", validators: validators)
        // The origin reads heads as UTF-8: what came as two single bytes is two replacement characters there.
        #expect(bench.origin.requests.last?.header("If-None-Match") == String(decoding: tag, as: UTF8.self))
    }

    @Test func `a failure says how long its answer may be remembered`() async throws {
        let bench = try FetchBench(routes: [
            "/429": .body([], status: 429, [("Retry-After", "5")]),
            "/404": .body([], status: 404, [("Cache-Control", "max-age=60")]),
            "/br": .body([1], [("Content-Encoding", "br")]),
        ]) {
            $0.retries.mostRetries = 0
            $0.backOff = .none
        }
        let limited = try #require(await bench.fetch("/429").failure)
        #expect(limited.retryAfterSeconds == 5)
        #expect(limited.freshUntil == nil)
        #expect(await bench.fetch("/404").failure?.freshUntil != nil)
        #expect(await bench.fetch("/404").failure?.retryAfterSeconds == nil)
        #expect(await bench.fetch("/br").failure?.freshUntil == nil)
    }
}
