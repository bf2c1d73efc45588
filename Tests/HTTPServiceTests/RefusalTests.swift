import Fixtures
import HTTPService
import Testing

/// Requests that must never reach a handler, or must be answered with one certain status.
@Suite(.timeLimit(.minutes(20))) struct RefusalTests {
    private static let handler = Router([
        Route(.get, "/a") { _ in .now(.json(Array("a".utf8))) },
        Route(.post, "/p", query: ["timeout"], contentTypes: ["application/json"]) { routed in
            .now(.json(routed.request.body))
        },
        Route(.get, "/p/{name}") { routed in .now(.json(Array((routed.parameter("name") ?? "-").utf8))) },
        Route(.post, "/small", bodyLimit: 10) { routed in .now(.json(routed.request.body)) },
        Route(.post, "/none", bodyLimit: 0) { _ in .now(.json([])) },
    ])

    @Test(arguments: [
        WireCase("no Host", "GET /a HTTP/1.1\r\n\r\n", 400),
        WireCase("no Host in 1.0", "GET /a HTTP/1.0\r\n\r\n", 400),
        WireCase("two Hosts", "GET /a HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400),
        WireCase("a Host with a slash", "GET /a HTTP/1.1\r\nHost: h/x\r\n\r\n", 400),
        WireCase("two lengths", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
        WireCase(
            "two unlike lengths", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", 400),
        WireCase("a list of lengths", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 1\r\n\r\nx", 400),
        WireCase("a signed length", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\nx", 400),
        WireCase("a negative length", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        WireCase(
            "length beside coding",
            "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
        ),
        WireCase(
            "coding beside length",
            "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400
        ),
        WireCase("an unknown coding", "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\nx", 400),
        WireCase(
            "two codings", "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
        WireCase(
            "a coding twice",
            "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400
        ),
        WireCase(
            "a hidden coding",
            "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400
        ),
        WireCase("a hidden length", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length : 5\r\n\r\nhello", 400),
        WireCase("a bad field name", "GET /a HTTP/1.1\r\nHost: h\r\nX(: 1\r\n\r\n", 400),
        WireCase("a field without colon", "GET /a HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n", 400),
        WireCase("a control in a field", "GET /a HTTP/1.1\r\nHost: h\r\nX: a\u{1}b\r\n\r\n", 400),
        WireCase("a blank in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("two blanks", "GET /a  HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("a blank before the end", "GET /a HTTP/1.1 \r\nHost: h\r\n\r\n", 400),
        WireCase("a NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("an escaped NUL", "GET /a%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("an escaped slash", "GET /p/a%2fb HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("dot segments", "GET /p/../a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("escaped dot segments", "GET /p/%2e%2E HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("a broken escape", "GET /p/%4 HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("bytes that are no UTF-8", "GET /p/%ff HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("no path", "GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("version 2", "GET /a HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        WireCase("version 0.9", "GET /a HTTP/0.9\r\nHost: h\r\n\r\n", 505),
        WireCase("a malformed version", "GET /a HTTQ/1.1\r\nHost: h\r\n\r\n", 400),
        WireCase("a malformed chunk", "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        WireCase("an unknown path", "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n", 404),
        WireCase("a longer path", "GET /a/ HTTP/1.1\r\nHost: h\r\n\r\n", 404),
        WireCase("an empty parameter", "GET /p/ HTTP/1.1\r\nHost: h\r\n\r\n", 404),
        WireCase("an unknown query", "POST /p?x=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", 400),
        WireCase(
            "a repeated query", "POST /p?timeout=1&timeout=2 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", 400),
        WireCase(
            "a wrong type", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\nContent-Length: 1\r\n\r\nx", 415),
        WireCase("a body where there is none", "POST /none HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx", 413),
        WireCase(
            "a large announced body", "POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n12345678901", 413),
        WireCase(
            "a large chunked body",
            "POST /small HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n5\r\n12345\r\n0\r\n\r\n",
            413
        ),
        WireCase(
            "a huge announced body", "POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\n", 413),
        WireCase(
            "an overflowing length", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            413
        ),
        WireCase(
            "an asked-for large body",
            "POST /small HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n", 413
        ),
    ])
    func `refuses what two readers could read in two ways, and what no route takes`(
        wireCase: WireCase
    ) async throws {
        try await RunningServer.run(Self.handler) { running in
            let answer = try #require(try await running.ask(wireCase.request))
            #expect(answer.status == wireCase.status, "\(answer.text)")
        }
    }

    @Test(arguments: [
        WireCase(
            "the target of a proxy",
            "GET http://other/p/x%20y HTTP/1.1\r\nHost: h\r\n\r\n", body: "x y"
        ),
        WireCase("a decoded name", "GET /p/%61%C3%A9 HTTP/1.1\r\nHost: h\r\n\r\n", body: "aé"),
        WireCase(
            "a type with parameters",
            "POST /p HTTP/1.1\r\nHost: h\r\nContent-Type: Application/JSON; charset=utf-8\r\nContent-Length: 1\r\n\r\nx",
            body: "x"
        ),
        WireCase(
            "a body just within", "POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n1234567890",
            body: "1234567890"),
        WireCase(
            "a chunked body just within",
            "POST /small HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\na\r\n1234567890\r\n0\r\n\r\n",
            body: "1234567890"
        ),
        WireCase(
            "an asked-for body",
            "POST /small HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok", body: "ok"
        ),
        WireCase("an empty Host", "GET /a HTTP/1.1\r\nHost:\r\n\r\n", body: "a"),
    ])
    func `takes what is well formed`(wireCase: WireCase) async throws {
        try await RunningServer.run(Self.handler) { running in
            let answer = try #require(try await running.ask(wireCase.request))
            #expect(answer.status == 200)
            #expect(answer.text == wireCase.body)
        }
    }

    @Test func `answers a missing Host with one header and a problem`() async throws {
        try await RunningServer.run(Self.handler) { running in
            let client = try running.client()
            await client.send("GET /a HTTP/1.1\r\nX: 1\r\n\r\n")
            let bytes = try #require(await client.rest())
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.split(separator: "HTTP/1.1 ").count == 1)
            #expect(text.hasSuffix("\"detail\":\"The request has no Host field.\"}\n"))
        }
    }

    @Test(arguments: [
        ("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", "GET, HEAD"),
        ("GET /p HTTP/1.1\r\nHost: h\r\n\r\n", "POST"),
        ("BREW /p/x HTTP/1.1\r\nHost: h\r\n\r\n", "GET, HEAD"),
    ])
    func `names the methods that a path has`(request: String, allow: String) async throws {
        try await RunningServer.run(Self.handler) { running in
            let answer = try #require(try await running.ask(request))
            #expect(answer.status == 405)
            #expect(answer.field("allow") == allow)
            #expect(answer.field("content-type") == "application/problem+json")
        }
    }

    @Test func `sends problem details with a request id, and keeps the connection where it can`() async throws {
        try await RunningServer.run(Self.handler) { running in
            let client = try running.client()
            await client.send("GET /nowhere HTTP/1.1\r\nHost: h\r\nX-Request-Id: r1\r\n\r\n")
            let answer = try #require(await client.answer())
            #expect(answer.field("x-request-id") == "r1")
            #expect(
                answer.text
                    == "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,\"detail\":\"There is nothing here.\"}\n"
            )
            await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(await client.answer()?.text == "a")
        }
    }

    @Test func `closes after a refused body or header, and never reads the rest as a request`() async throws {
        let smuggled = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
        try await RunningServer.run(Self.handler) { running in
            for head in ["Content-Length: 4\r\nTransfer-Encoding: chunked", "Content-Length: 4\r\nContent-Length: 5"] {
                let client = try running.client()
                await client.send("POST /p HTTP/1.1\r\nHost: h\r\n\(head)\r\n\r\n0\r\n\r\n" + smuggled)
                #expect(await client.answer()?.status == 400)
                #expect(await client.isClosedSilently())
            }
            let client = try running.client()
            await client.send("POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n12345678901" + smuggled)
            let answer = try #require(await client.answer())
            #expect(answer.status == 413)
            #expect(answer.field("connection") == "close")
            #expect(await client.isClosedSilently())
        }
    }

    @Test(arguments: [(65_535, 200), (65_536, 200), (65_537, 413)])
    func `takes 65,536 bytes of body and not one more`(size: Int, status: Int) async throws {
        try await RunningServer.run(Self.handler) { running in
            let body = String(repeating: "x", count: size)
            let plain = try await running.ask("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n" + body)
            #expect(plain?.status == status)
            let chunked = try await running.ask(
                "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(String(size, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            )
            #expect(chunked?.status == status)
        }
    }

    @Test func `gives a body up that goes on for ever`() async throws {
        try await RunningServer.run(Self.handler, configure: { $0.discardLimit = 100_000 }) { running in
            let client = try running.client()
            await client.send("POST /small HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "4000\r\n" + String(repeating: "x", count: 16_384) + "\r\n"
            var sent = 0
            while sent < 1_000, await client.send(chunk) { sent += 1 }
            #expect(sent < 1_000)
            #expect(await client.isClosedSilently())
        }
    }

    @Test func `ends a chunk size that goes on for ever, without a 500 and without harm to others`() async throws {
        try await RunningServer.run(
            Self.handler,
            configure: {
                $0.threads = 1
                // On a machine that is busy with other things the others' bodies may take long.
                $0.receiveLimit = .seconds(600)
            }
        ) { running in
            let chunked = "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            let others = try (0..<3).map { _ in try running.client() }
            for other in others { await other.send(chunked + "3\r\nabc\r\n") }
            let hostile = try running.networkClient()
            await hostile.send(chunked + "3;" + String(repeating: "x", count: 40_000))
            #expect(await hostile.isClosedSilently())
            for other in others {
                await other.send("3\r\ndef\r\n0\r\n\r\n")
                #expect(await other.answer()?.text == "abcdef")
            }
            let alone = try running.networkClient()
            await alone.send(chunked + "3\r\nabc\r\n3;" + String(repeating: "x", count: 40_000))
            #expect(await alone.isClosedSilently())
        }
    }

    @Test func `closes soon on a client that has closed its half together with its last bytes`() async throws {
        try await RunningServer.run(Self.handler) { running in
            for bytes in ["", "GE", "GET /a HTTP/1.1\r\n", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx"]
            {
                for client in [try running.client(), try running.networkClient()] {
                    await client.send(bytes)
                    client.endSending()
                    #expect(await client.isClosedSilently())
                }
            }
        }
    }

    @Test func `answers long targets with 414 and long fields with 431`() async throws {
        try await RunningServer.run(Self.handler) { running in
            let long = String(repeating: "x", count: 20_000)
            let cases = [
                ("GET /\(long) HTTP/1.1\r\nHost: h\r\n", 414), ("GET /a HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n", 431),
                ("GET /a HTTP/1.1\r\nHost: h\r\n" + (0..<100).map { "X-\($0): 1\r\n" }.joined(), 400),
                ("GET /a HTTP/1.1\r\nHost: h\r\n" + (0..<99).map { "X-\($0): 1\r\n" }.joined(), 200),
            ]
            for (head, status) in cases {
                let answer = try await running.ask(head + "\r\n")
                #expect(answer?.status == status)
            }
        }
    }

    @Test(arguments: [
        "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nslow",
        "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "GET /a HTTP/1.1\r\nHost: h\r\nX-Slow: ",
        "GE",
        "",
    ])
    func `closes on a client that does not get to the end of its request`(beginning: String) async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.receiveLimit = .milliseconds(50)
            configuration.idleLimit = .milliseconds(100)
        }
        try await RunningServer.run(Self.handler, configure: configure) { running in
            let client = try running.client()
            await client.send(beginning)
            #expect(await client.isClosedSilently())
        }
    }
}
