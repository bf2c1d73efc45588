import Fixtures
import HTTPService
import Testing

@Suite(.timeLimit(.minutes(20))) struct HTTPServerTests {
    static let echo = ClosureHandler { request in
        .now(HTTPResponse(.ok, headers: [.text], body: .bytes(request.body)))
    }

    @Test func `answers through the Unix socket and over TCP`() async throws {
        let handler = ClosureHandler { request in
            .now(.json(Array((request.peer == .network ? "network" : "socket").utf8)))
        }
        try await RunningServer.run(handler) { running in
            for (client, body) in [(try running.client(), "socket"), (try running.networkClient(), "network")] {
                await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try #require(await client.answer())
                #expect(answer.status == 200)
                #expect(answer.text == body)
                #expect(answer.field("content-type") == "application/json")
                #expect(answer.field("content-length") == String(body.utf8.count))
            }
        }
    }

    @Test func `keeps a connection for further requests, their bodies in one piece or many`() async throws {
        try await RunningServer.run(Self.echo) { running in
            let client = try running.client()
            await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello")
            #expect(await client.answer()?.text == "hello")
            await client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            await client.send("4\r\ndefg\r\n0\r\n\r\n")
            #expect(await client.answer()?.text == "abcdefg")
            await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n")
            await client.send("\r\nab")
            await client.send("cd")
            #expect(await client.answer()?.text == "abcd")
            await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(await client.answer()?.field("connection") == "close")
            #expect(await client.isClosedSilently())
        }
    }

    @Test func `answers pipelined requests in their order, the suspended ones too`() async throws {
        let handler = ClosureHandler { request in
            let body = HTTPResponse.json(request.body)
            return request.target.segments == ["later"] ? .later { body } : .now(body)
        }
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            var text = ""
            for index in 0..<20 {
                let path = index.isMultiple(of: 3) ? "/later" : "/now"
                text += "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n\(10 + index)"
            }
            await client.send(text)
            for index in 0..<20 { #expect(await client.answer()?.text == "\(10 + index)") }
        }
    }

    @Test func `answers HEAD with the length of GET and no body`() async throws {
        let handler = ClosureHandler { _ in .now(.json(Array("twelve bytes".utf8))) }
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            await client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")
            let head = try #require(await client.answer(toHead: true))
            #expect(head.field("content-length") == "12")
            let get = try #require(await client.answer())
            #expect(get.text == "twelve bytes")
            #expect(head.field("content-type") == get.field("content-type"))
        }
    }

    @Test func `takes a request id over or makes one, and echoes a trace context`() async throws {
        let handler = ClosureHandler { request in .now(.json(Array(request.id.text.utf8))) }
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        try await RunningServer.run(handler) { running in
            let given = try #require(
                try await running.ask(
                    "GET / HTTP/1.1\r\nHost: h\r\nx-request-ID: abc-1\r\nTraceparent: \(trace)\r\n\r\n"))
            #expect(given.field("X-Request-Id") == "abc-1")
            #expect(given.field("traceparent") == trace)
            #expect(given.text == "abc-1")
            let made = try #require(
                try await running.ask("GET / HTTP/1.1\r\nHost: h\r\nX-Request-Id: a b\r\ntraceparent: 00-1\r\n\r\n"))
            #expect(made.field("X-Request-Id")?.utf8.count == 13)
            #expect(made.field("X-Request-Id") == made.text)
            #expect(made.field("traceparent") == nil)
        }
    }

    @Test func `reads each target of a kept connection for itself, the same one again too`() async throws {
        let handler = ClosureHandler { request in
            let query = request.target.query.map { "\($0.name)=\($0.value)" }
            return .now(.json(Array((request.target.segments + query).joined(separator: " ").utf8)))
        }
        let long = String(repeating: "x", count: 300)
        let targets = [
            ("/a/b", "a b"), ("/a/b", "a b"), ("/a/b?n=1", "a b n=1"), ("/a/b", "a b"), ("/a/%62", "a b"),
            ("/a/c", "a c"),
            ("/\(long)", long), ("/\(long)", long), ("/", ""), ("/a/b", "a b"),
        ]
        try await RunningServer.run(handler) { running in
            let client = try running.client()
            for (target, expected) in targets {
                await client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(await client.answer()?.text == expected)
            }
            for _ in 0..<2 {
                let refused = try running.client()
                await refused.send("GET /a/b HTTP/1.1\r\nHost: h\r\n\r\nGET /a/%zz HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(await refused.answer()?.text == "a b")
                #expect(await refused.answer()?.status == 400)
            }
        }
    }

    @Test func `lets the next client in when one of the allowed number leaves`() async throws {
        try await RunningServer.run(Self.echo, configure: { $0.connectionLimit = 2 }) { running in
            let first = try running.client()
            let second = try running.networkClient()
            for client in [first, second] {
                await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(await client.answer()?.status == 200)
            }
            #expect(running.server.connectionCount == 2)
            let third = try running.client()
            await third.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            first.leave()
            #expect(await third.answer()?.status == 200)
        }
    }

    @Test func `tells whether each HTTP thread answers`() async throws {
        let entered = Signal()
        let blocked = BlockedThread()
        let handler = ClosureHandler { request in
            if request.target.segments == ["block"] {
                entered.raise()
                blocked.wait()
            }
            return .now(.json([]))
        }
        try await RunningServer.run(handler) { running in
            #expect(await running.server.answers(within: .seconds(300)))
            let client = try running.client()
            await client.send("GET /block HTTP/1.1\r\nHost: h\r\n\r\n")
            await entered.wait()
            #expect(await !running.server.answers(within: .milliseconds(20)))
            blocked.release()
            #expect(await client.answer()?.status == 200)
            #expect(await running.server.answers(within: .seconds(300)))
        }
    }

    @Test func `serves 100 connections at once on each listener`() async throws {
        try await RunningServer.run(Self.echo) { running in
            let clients = try (0..<200).map { index in
                index.isMultiple(of: 2) ? try running.client() : try running.networkClient()
            }
            for (index, client) in clients.enumerated() {
                await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n\(100 + index)")
            }
            for (index, client) in clients.enumerated() { #expect(await client.answer()?.text == "\(100 + index)") }
        }
    }
}
