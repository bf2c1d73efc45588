import LoopbackOrigin
import Testing

@testable import MediaFetching

@Suite(.timeLimit(.minutes(20))) struct OriginHeadersTests {
    static func headers(_ text: String) throws -> OriginHeaders {
        try OriginHeaders(file: Array(text.utf8))
    }

    static let defects: [(String, OriginHeaders.Defect)] = [
        ("a.example", .init(line: 1, problem: .syntax)), ("a.example X-Token", .init(line: 1, problem: .syntax)),
        ("\n# c\na.example X-A: 1\nb.example", .init(line: 4, problem: .syntax)),
        ("a.example/ X-A: 1", .init(line: 1, problem: .origin)),
        ("a.example/path X-A: 1", .init(line: 1, problem: .origin)),
        ("https://a.example/ X-A: 1", .init(line: 1, problem: .origin)),
        ("ftp://a.example X-A: 1", .init(line: 1, problem: .origin)),
        ("a.example:99999 X-A: 1", .init(line: 1, problem: .origin)),
        ("u@a.example X-A: 1", .init(line: 1, problem: .origin)),
        ("X-A: 1", .init(line: 1, problem: .syntax)), ("a.example : 1", .init(line: 1, problem: .name)),
        ("a.example X A: 1", .init(line: 1, problem: .name)), ("a.example X-A : 1", .init(line: 1, problem: .name)),
        ("a.example X\u{e9}: 1", .init(line: 1, problem: .name)),
        ("a.example Host: b", .init(line: 1, problem: .reserved)),
        ("a.example ACCEPT-ENCODING: gzip", .init(line: 1, problem: .reserved)),
        ("a.example If-None-Match: x", .init(line: 1, problem: .reserved)),
        ("a.example Range: bytes=0-", .init(line: 1, problem: .reserved)),
        ("a.example Transfer-Encoding: chunked", .init(line: 1, problem: .reserved)),
        ("a.example X-A:", .init(line: 1, problem: .value)), ("a.example X-A:  \t ", .init(line: 1, problem: .value)),
        ("a.example X-A: a\rX-Evil: 1", .init(line: 1, problem: .value)),
        ("a.example X-A: a\r\r\n", .init(line: 1, problem: .value)),
        ("a.example X-A: a\u{0}b", .init(line: 1, problem: .value)),
        ("a.example X-A: a\u{7f}", .init(line: 1, problem: .value)),
        ("a.example X-A: 1\nA.EXAMPLE:443 x-a: 2", .init(line: 2, problem: .repeated(line: 1))),
    ]

    @Test(arguments: defects) func `names the line that cannot be used, and not what is in it`(
        _ text: String, _ defect: OriginHeaders.Defect
    ) throws {
        #expect(throws: defect) { try Self.headers(text) }
        #expect(defect.description.contains("line \(defect.line)"))
        #expect(!defect.description.contains("a.example"))
    }

    @Test(arguments: [(4095, true), (4096, true), (4097, false)]) func `a value has at most 4096 bytes`(
        _ count: Int, _ passes: Bool
    ) {
        let text = "a.example X-A: " + String(repeating: "v", count: count)
        #expect(((try? Self.headers(text)) != nil) == passes)
    }

    @Test(arguments: [(999, true), (1000, true), (1001, false)]) func `there are at most 1000 headers`(
        _ count: Int, _ passes: Bool
    ) {
        let text = (0..<count).map { "h\($0).example X-A: 1\n" }.joined()
        #expect(((try? Self.headers(text)) != nil) == passes)
    }

    @Test func `comments, blank lines, blanks and CRLF do not count`() throws {
        let plain = try Self.headers("a.example X-A: 1 2\nhttp://b.example:8080 Authorization: Bearer t\n")
        let dressed =
            "\u{20}\n# a.example X-B: 1\r\n\t a.example:443 \t X-A:\t1 2 \r\n\nHTTP://B.example:8080 Authorization:Bearer t"
        #expect(try Self.headers(dressed) == plain)
        #expect(try Self.headers("") == OriginHeaders())
    }

    @Test func `its description has no secret`() throws {
        let headers = try Self.headers("a.example Authorization: Bearer secret")
        #expect("\(headers)" == "headers for 1 origins")
    }

    @Test func `each origin gets its headers, also after a redirect, and no other gets them`() async throws {
        let second = try LoopbackOrigin(routes: ["/p": .body([7]), "/back": .body([8])])
        let first = try LoopbackOrigin(routes: [
            "/away": .redirect(302, to: second.url("/p")), "/here": .redirect(302, to: "/p"), "/p": .body([1]),
        ])
        let bench = try FetchBench(first) { configuration in
            configuration.allowedNetworks.append(.init("127.0.0.1/32:\(second.port)"))
            configuration.originHeaders = try Self.headers(
                """
                http://\(first.authority) Authorization: Bearer one
                http://\(first.authority) X-Extra: a  b
                http://localhost:\(first.port) X-Local: 1
                \(first.authority) X-Secure: 1
                """)
        }
        #expect(await bench.fetch("/away").body == [7])
        #expect(await bench.fetch("/here").body == [1])
        #expect(await bench.fetch(url: second.url("/back")).body == [8])
        for request in first.requests {
            #expect(request.fields.filter { $0.name == "Authorization" }.map(\.value) == ["Bearer one"])
            #expect(request.header("X-Extra") == "a  b")
            #expect(request.header("X-Local") == nil)
            #expect(request.header("X-Secure") == nil)
            #expect(request.header("Accept-Encoding") == "identity")
        }
        #expect(second.requests.count == 2)
        for request in second.requests {
            #expect(
                request.fields.map { $0.name.lowercased() }.sorted() == [
                    "accept", "accept-encoding", "host", "user-agent",
                ])
        }
        #expect(await bench.fetch(url: "http://localhost:\(first.port)/p").body == [1])
        #expect(first.requests.last?.header("X-Local") == "1")
        #expect(first.requests.last?.header("Authorization") == nil)
    }
}
