import Fixtures
import LoopbackOrigin
import Testing

/// What every client may rely on, asked of the real routes.
@Suite(.timeLimit(.minutes(20))) struct ContractTests {
    /// A request and the problem that must come of it.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: String
        let status: Int
        /// What the body must have in it.
        var body: [String] = []
        /// A header field that the answer must have.
        var field: (name: String, value: String)?
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n" }
    private static func method(_ name: String, _ target: String) -> String {
        "\(name) \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
    }
    private static let json = "Content-Type: application/json\r\n"

    private static let cases: [Case] = [
        Case(
            testDescription: "an unknown name in the query", request: Daemon.postText("/v1/content?tiemout=2", "{}"),
            status: 400, body: [#""name":"tiemout""#, #""type":"about:blank""#]),
        Case(
            testDescription: "a name twice", request: Daemon.postText("/v1/content?timeout=2&timeout=3", "{}"),
            status: 400, body: [#""name":"timeout""#]),
        Case(
            testDescription: "a bad time-out", request: Daemon.postText("/v1/content?timeout=soon", "{}"), status: 400,
            body: [#""name":"timeout""#]),
        Case(
            testDescription: "an unknown dialect", request: Daemon.postText("/v1/content?dialect=morse", "{}"),
            status: 400, body: [#""name":"dialect""#]),
        Case(
            testDescription: "an unknown policy", request: Daemon.postText("/v1/content?policy=mine", "{}"),
            status: 400, body: [#""name":"policy""#, "default, apple, fcm-android"]),
        Case(
            testDescription: "an unknown view", request: Daemon.postText("/v1/content?view=soup", "{}"), status: 400,
            body: [#""name":"view""#]),
        Case(
            testDescription: "an unknown priority", request: Daemon.postText("/v1/attachments?priority=urgent", "{}"),
            status: 400, body: [#""name":"priority""#]),
        Case(testDescription: "an unknown sort", request: get("/v1/cache/entries?sort=colour"), status: 400),
        Case(testDescription: "a query where none is known", request: get("/v1/cache?x=1"), status: 400),
        Case(
            testDescription: "malformed JSON", request: Daemon.postText("/v1/content", #"{"aps":{"#, json), status: 400,
            body: [#""type":"urn:attachd:malformed-json""#, #""offset":8"#]),
        Case(
            testDescription: "an empty body", request: Daemon.postText("/v1/content", ""), status: 400,
            body: [#""offset":0"#]),
        Case(
            testDescription: "a payload that is no object", request: Daemon.postText("/v1/content", "[1]"), status: 400,
            body: [#""offset":0"#]),
        Case(
            testDescription: "malformed JSON for an attachment", request: Daemon.postText("/v1/attachments", "{]"),
            status: 400, body: [#""offset":1"#]),
        Case(
            testDescription: "two targets of a purge",
            request: Daemon.postText("/v1/cache/purge", #"{"all":true,"host":"a"}"#), status: 400),
        Case(testDescription: "no such place", request: get("/v2/content"), status: 404),
        Case(testDescription: "a path with a slash more", request: get("/v1/cache/"), status: 404),
        Case(
            testDescription: "no such blob", request: get("/v1/blobs/" + String(repeating: "a", count: 64)), status: 404
        ),
        Case(
            testDescription: "a blob's name that climbs", request: get("/v1/blobs/..%2F..%2Findex.sqlite"), status: 400),
        Case(
            testDescription: "GET of what is posted", request: get("/v1/content"), status: 405,
            field: ("Allow", "POST")),
        Case(
            testDescription: "POST of what is read", request: Daemon.postText("/v1/cache", ""), status: 405,
            field: ("Allow", "GET, HEAD")),
        Case(
            testDescription: "PUT of a blob", request: method("PUT", "/v1/blobs/x"), status: 405,
            field: ("Allow", "GET, HEAD")),
        Case(
            testDescription: "an unknown method", request: method("BREW", "/healthz"), status: 405,
            field: ("Allow", "GET, HEAD")),
        Case(
            testDescription: "a body of 64 KiB and 1",
            request: Daemon.postText("/v1/content", String(repeating: " ", count: 65_537)), status: 413),
        Case(
            testDescription: "a body of 64 KiB",
            request: Daemon.postText("/v1/content", "{" + String(repeating: " ", count: 65_534) + "}"), status: 200),
        Case(
            testDescription: "a body where none belongs", request: Daemon.postText("/v1/cache/gc", "x"), status: 413),
        Case(
            testDescription: "a form", status415: "application/x-www-form-urlencoded"),
        Case(testDescription: "a text", status415: "text/json"),
        Case(
            testDescription: "JSON with a parameter",
            request: Daemon.postText("/v1/content", "{}", "Content-Type: Application/JSON; charset=utf-8\r\n"),
            status: 200),
        Case(testDescription: "no Host", request: "GET /healthz HTTP/1.1\r\n\r\n", status: 400),
        Case(
            testDescription: "a length beside a coding",
            request:
                "POST /v1/content HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
            status: 400),
        Case(
            testDescription: "two lengths",
            request: "POST /v1/content HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
            status: 400),
    ]

    @Test func `says what is wrong with a request`() async throws {
        let daemon = try await Daemon.start()
        for item in Self.cases {
            let answer = try await daemon.ask(item.request)
            let note: Comment = "\(item.testDescription): \(answer.status) \(answer.text.prefix(300))"
            #expect(answer.status == item.status, note)
            for text in item.body { #expect(answer.text.contains(text), note) }
            if let field = item.field { #expect(answer.field(field.name) == field.value, note) }
            guard item.status >= 400 else { continue }
            #expect(answer.field("content-type") == "application/problem+json", note)
            let view = try JSONView(answer.body)
            #expect(view["status"] == String(item.status), note)
            #expect(view["title"]?.isEmpty == false && view["detail"]?.isEmpty == false, note)
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: ["/healthz", "/readyz", "/v1/cache", "/v1/cache/entries", "/v1/flights", "BLOB", "/nothing"])
    func `answers HEAD as GET, without the body`(target: String) async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let path = target == "BLOB" ? try await Self.blob(daemon, origin) : target
        let got = try await daemon.get(path)
        let client = try daemon.client()
        // A second request on the connection shows that no body came with the first.
        await client.send("HEAD \(path) HTTP/1.1\r\nHost: h\r\n\r\nGET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
        let headed = try #require(await client.answer(toHead: true))
        #expect(headed.status == got.status)
        #expect(headed.field("content-length") == got.field("content-length"))
        #expect(headed.field("content-type") == got.field("content-type"))
        #expect(headed.field("etag") == got.field("etag"))
        #expect(await client.answer()?.text == "alive\n")
        #expect(await daemon.stop() == 0)
    }

    private static func blob(_ daemon: Daemon, _ origin: LoopbackOrigin) async throws -> String {
        let url = origin.url("/photo.jpg")
        let answer = try await daemon.post("/v1/attachments", #"{"url":"\#(url)"}"#)
        return try #require(try JSONView(answer.body)["attachment", "href"])
    }

    @Test func `logs one line a request, with its number and trace and without what it asked for`() async throws {
        let daemon = try await Daemon.start()
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let fields = "X-Request-Id: order-7\r\ntraceparent: \(trace)\r\n"
        let answer = try await daemon.get("/v1/cache/entries?cursor=secret", fields)
        #expect(answer.status == 200)
        let line = try #require(await daemon.program.line(containing: "request=\"order-7\""))
        #expect(line.contains("route=\"/v1/cache/entries\" status=\"200\""))
        #expect(line.contains("traceparent=\"\(trace)\""))
        #expect(!line.contains("secret"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `judges by the policy that a request names, cached or not`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let body = #"{"url":"\#(origin.url("/sound.mp3"))"}"#
        for (query, status) in [("", "attached"), ("?policy=fcm-android", "failed"), ("?policy=apple", "attached")] {
            for _ in 0..<2 {
                let answer = try JSONView(try await daemon.post("/v1/attachments" + query, body).body)
                #expect(answer["status"] == status, "\(query)")
                if status == "failed" { #expect(answer["failure", "reason"] == "unsupported-type") }
            }
        }
        #expect(await daemon.stop() == 0)
    }

    @Test func `serves a blob whole, in part, or not again`() async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let path = try await Self.blob(daemon, origin)
        let bytes = try Fixture.bytes("photo.jpg")
        let whole = try await daemon.get(path)
        #expect(whole.status == 200)
        #expect(whole.body == bytes)
        #expect(whole.field("content-type") == "image/jpeg")
        #expect(whole.field("x-content-type-options") == "nosniff")
        #expect(whole.field("cache-control") == "public, max-age=31536000, immutable")
        #expect(whole.field("accept-ranges") == "bytes")
        let tag = try #require(whole.field("etag"))
        #expect(path == "/v1/blobs/\(tag.dropFirst().dropLast()).jpg")
        let name = String(path.dropLast(4))
        #expect(try await daemon.get(name).body == bytes)
        #expect(try await daemon.get(name + ".png").status == 404)
        #expect(try await daemon.get(path, "If-None-Match: \(tag)\r\n").status == 304)
        #expect(try await daemon.get(path, "If-None-Match: W/\(tag), \"x\"\r\n").status == 304)
        #expect(try await daemon.get(path, "If-None-Match: \"x\"\r\n").status == 200)
        let count = bytes.count
        let ranges: [(String, Int, Range<Int>)] = [
            ("bytes=0-0", 206, 0..<1), ("bytes=10-19", 206, 10..<20), ("bytes=-5", 206, count - 5..<count),
            ("bytes=\(count - 1)-", 206, count - 1..<count), ("bytes=0-999999999999", 206, 0..<count),
            ("bytes=0-1,4-5", 200, 0..<count), ("pages=1-2", 200, 0..<count), ("bytes=5-1", 200, 0..<count),
        ]
        for (range, status, part) in ranges {
            let answer = try await daemon.get(path, "Range: \(range)\r\n")
            #expect(answer.status == status, "\(range)")
            #expect(answer.body == Array(bytes[part]), "\(range)")
            if status == 206 {
                #expect(answer.field("content-range") == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
            }
        }
        let beyond = try await daemon.get(path, "Range: bytes=\(count)-\r\n")
        #expect(beyond.status == 416)
        #expect(beyond.field("content-range") == "bytes */\(count)")
        #expect(try await daemon.get(path, "Range: bytes=0-0\r\nIf-Range: \(tag)\r\n").status == 206)
        #expect(try await daemon.get(path, "Range: bytes=0-0\r\nIf-Range: \"x\"\r\n").status == 200)
        #expect(await daemon.stop() == 0)
    }

    @Test func `gives a request's name and trace back, or a name of its own`() async throws {
        let daemon = try await Daemon.start()
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let given = try await daemon.get("/healthz", "X-Request-Id: push-17\r\ntraceparent: \(trace)\r\n")
        #expect(given.field("x-request-id") == "push-17")
        #expect(given.field("traceparent") == trace)
        let problem = try await daemon.get("/nothing", "X-Request-Id: push-18\r\n")
        #expect(problem.field("x-request-id") == "push-18")
        let made = [try await daemon.get("/healthz"), try await daemon.get("/healthz", "X-Request-Id: a b\r\n")]
            .map { $0.field("x-request-id") ?? "" }
        #expect(!made[0].isEmpty && !made[1].isEmpty && made[0] != made[1] && made[1] != "a b")
        #expect(try await daemon.get("/healthz", "traceparent: nonsense\r\n").field("traceparent") == nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `a URL that cannot be used is a failure, never a 400`() async throws {
        let daemon = try await Daemon.start()
        for (url, reason) in [
            ("", "invalid-url"), ("nonsense", "invalid-url"), ("ftp://example.com/a", "forbidden-scheme"),
            ("http://10.0.0.1/a", "forbidden-address"), ("http://8.8.8.8:22/a", "forbidden-port"),
        ] {
            let answer = try await daemon.post("/v1/attachments", #"{"url":"\#(url)"}"#)
            let view = try JSONView(answer.body)
            #expect(answer.status == 200)
            #expect(view["status"] == "failed")
            #expect(view["failure", "reason"] == reason, "\(url): \(answer.text)")
        }
        #expect(await daemon.stop() == 0)
    }
}

extension ContractTests.Case {
    /// A body of a type that is not taken.
    fileprivate init(testDescription: String, status415 type: String) {
        self.init(
            testDescription: testDescription,
            request: Daemon.postText("/v1/content", "{}", "Content-Type: \(type)\r\n"), status: 415)
    }
}
