import AttachmentCache
import Fixtures
import Glibc
import HTTPService
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlobResponseTests {
    /// Larger than one sendfile(2) call of the server library takes.
    private static let bytes = (0..<300_007).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

    private static func withBlob(_ body: (RunningServer, _ path: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let number = unsafe open(folder.path + "/blob", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let file = DescriptorHandle(owning: number)
        let written = unsafe bytes.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
        #expect(written == bytes.count)
        let tag = try #require(EntityTag("abc"))
        let blob = BlobResponse(file: file, size: Int64(bytes.count), mime: "image/png", tag: tag)
        let router = Router([Route(.get, "/b") { .now(blob.response(to: $0.request)) }])
        try await RunningServer.run(router) { try await body($0, folder.path + "/blob") }
    }

    @Test func `sends the whole with its tag, for ever cacheable`() async throws {
        try await Self.withBlob { running, _ in
            let answer = try #require(try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\n\r\n"))
            #expect(answer.status == 200)
            #expect(answer.body == Self.bytes)
            #expect(answer.field("etag") == "\"abc\"")
            #expect(answer.field("content-type") == "image/png")
            #expect(answer.field("cache-control") == "public, max-age=31536000, immutable")
            #expect(answer.field("x-content-type-options") == "nosniff")
            #expect(answer.field("accept-ranges") == "bytes")
        }
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-99", 0..<100), ("bytes=300006-", 300_006..<300_007),
        ("bytes=131071-131073", 131_071..<131_074), ("bytes=-1", 300_006..<300_007), ("bytes=-300008", 0..<300_007),
        ("bytes=100000-999999999999999999999", 100_000..<300_007), ("BYTES= 5-9 ", 5..<10),
    ])
    func `sends one range by sendfile`(range: String, expected: Range<Int>) async throws {
        try await Self.withBlob { running, _ in
            let answer = try #require(try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\nRange: \(range)\r\n\r\n"))
            #expect(answer.status == 206)
            #expect(answer.body == Array(Self.bytes[expected]))
            #expect(answer.field("content-range") == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/300007")
        }
    }

    @Test(arguments: [
        "bytes=0-1,3-4", "bytes=0-1,", "items=0-1", "bytes=5-4", "bytes=x-", "bytes=", "bytes=-", "bytes=1-2-3",
        "bytes=0-1\r\nRange: bytes=3-4", "bytes=0-1\r\nIf-Range: \"other\"", "bytes=0-1\r\nIf-Range: W/\"abc\"",
        "bytes=0-1\r\nIf-Range: Mon, 30 Nov 2026 18:20:45 GMT", "bytes=0-1\r\nIf-Range: \"abc\"\r\nIf-Range: \"abc\"",
    ])
    func `sends the whole for several ranges, foreign ones and a failed If-Range`(range: String) async throws {
        try await Self.withBlob { running, _ in
            let answer = try #require(try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\nRange: \(range)\r\n\r\n"))
            #expect(answer.status == 200)
            #expect(answer.body.count == Self.bytes.count)
            #expect(answer.field("content-range") == nil)
        }
    }

    @Test(arguments: ["bytes=300007-", "bytes=300007-300008", "bytes=-0", "bytes=9999999999999999999999-"])
    func `refuses a range outside of the blob`(range: String) async throws {
        try await Self.withBlob { running, _ in
            let answer = try #require(try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\nRange: \(range)\r\n\r\n"))
            #expect(answer.status == 416)
            #expect(answer.field("content-range") == "bytes */300007")
            #expect(answer.field("content-type") == "application/problem+json")
        }
    }

    @Test func `heeds If-Range with the very tag, If-None-Match, and sends HEAD no part`() async throws {
        try await Self.withBlob { running, _ in
            let range = "Range: bytes=1-2\r\n"
            let part = try #require(
                try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\n\(range)If-Range: \"abc\"\r\n\r\n"))
            #expect(part.status == 206)
            #expect(part.body == Array(Self.bytes[1..<3]))
            let known = try #require(
                try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\n\(range)If-None-Match: \"x\", W/\"abc\"\r\n\r\n"))
            #expect(known.status == 304)
            #expect(known.field("etag") == "\"abc\"")
            let head = try #require(
                try await running.ask("HEAD /b HTTP/1.1\r\nHost: h\r\n\(range)\r\n", toHead: true))
            #expect(head.status == 200)
            #expect(head.field("content-length") == "300007")
        }
    }

    @Test func `sends 304 and 416 without ending the connection`() async throws {
        try await Self.withBlob { running, _ in
            let client = try running.client()
            await client.send("GET /b HTTP/1.1\r\nHost: h\r\nIf-None-Match: *\r\n\r\n")
            #expect(await client.answer()?.status == 304)
            await client.send("GET /b HTTP/1.1\r\nHost: h\r\nRange: bytes=-0\r\n\r\n")
            #expect(await client.answer()?.status == 416)
            await client.send("GET /b HTTP/1.1\r\nHost: h\r\nRange: bytes=0-2\r\n\r\n")
            #expect(await client.answer()?.body == Array(Self.bytes[..<3]))
        }
    }

    @Test func `leaves no descriptor of the blob behind, even of clients that leave in the middle`() async throws {
        try await Self.withBlob { running, path in
            for index in 0..<40 {
                let client = try index.isMultiple(of: 2) ? running.client() : running.networkClient()
                await client.send("GET /b HTTP/1.1\r\nHost: h\r\nRange: bytes=\(index)-\r\n\r\n")
                if index.isMultiple(of: 4) { client.leave() } else { #expect(await client.answer()?.status == 206) }
            }
            #expect(await running.server.drain(within: .seconds(300)))
            // Other tests of this process may hold thousands of descriptors, so the blob's number can be a high one.
            let open = (0..<min(getdtablesize(), 1 << 17)).filter { number in
                var target = [CChar](repeating: 0, count: 4_096)
                let count = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
                let bytes = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
                return String(decoding: bytes, as: UTF8.self) == path
            }
            // The one that the blob itself holds.
            #expect(open.count == 1)
        }
    }

    /// A blob whose content is in memory.
    private static let small = Array(bytes.prefix(50_000))

    private static func inMemory(_ content: HotContent) throws -> BlobResponse {
        let tag = try #require(EntityTag("abc"))
        let null = DescriptorHandle(owning: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC))
        var blob = BlobResponse(file: null, size: Int64(small.count), mime: "image/png", tag: tag)
        blob.content = .memory(content)
        return blob
    }

    private static func withContent(threads: Int = 2, _ body: (RunningServer) async throws -> Void) async throws {
        let blob = try inMemory(HotContent(BlobBytes(small)))
        let router = Router([Route(.get, "/b") { .now(blob.response(to: $0.request)) }])
        try await RunningServer.run(router, configure: { $0.threads = threads }, body)
    }

    @Test(arguments: [1, 2, 10])
    func `gives each answer from memory the name of its own request, on kept connections of all threads`(threads: Int)
        async throws
    {
        try await Self.withContent(threads: threads) { running in
            let clients = try (0..<12).map { _ in try running.client() }
            var names: Set<String> = []
            for round in 0..<5 {
                for (index, client) in clients.enumerated() {
                    let given = "r\(round)-\(index)"
                    let field = round == 0 ? "" : "X-Request-Id: \(given)\r\n"
                    await client.send("GET /b HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
                    let answer = try #require(await client.answer())
                    #expect(answer.status == 200)
                    #expect(answer.body == Self.small)
                    #expect(answer.field("etag") == "\"abc\"")
                    #expect(answer.field("content-type") == "image/png")
                    #expect(answer.fields.filter { $0.name.lowercased() == "x-request-id" }.count == 1)
                    let name = try #require(answer.field("x-request-id"))
                    if round > 0 { #expect(name == given) }
                    names.insert(name)
                }
            }
            #expect(names.count == 60)
        }
    }

    @Test func `answers requests that come together from memory, each by its own name`() async throws {
        try await Self.withContent { running in
            let client = try running.client()
            let requests = (0..<20).map { "GET /b HTTP/1.1\r\nHost: h\r\nX-Request-Id: p\($0)\r\n\r\n" }
            // Nothing is read before all has been sent, so that an answer waits for room in the socket while the next
            // connection's is made.
            await client.send(requests.joined())
            for index in 0..<20 {
                let other = try #require(try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\nX-Request-Id: o\r\n\r\n"))
                #expect(other.field("x-request-id") == "o")
                let answer = try #require(await client.answer())
                #expect(answer.field("x-request-id") == "p\(index)")
                #expect(answer.body == Self.small)
            }
        }
    }

    @Test func `heeds ranges, conditions, HEAD, traces and the wish to close with content in memory`() async throws {
        try await Self.withContent { running in
            let client = try running.client()
            func ask(_ fields: String, method: String = "GET") async throws -> RawAnswer {
                await client.send("\(method) /b HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
                return try #require(await client.answer(toHead: method == "HEAD"))
            }
            for _ in 0..<2 {
                #expect(try await ask("").body == Self.small)
                let head = try await ask("", method: "HEAD")
                #expect(head.status == 200)
                #expect(head.field("content-length") == "50000")
                let part = try await ask("Range: bytes=49998-\r\n")
                #expect(part.status == 206)
                #expect(part.body == Array(Self.small[49_998...]))
                #expect(part.field("content-range") == "bytes 49998-49999/50000")
                let whole = try await ask("Range: bytes=0-\r\n")
                #expect(whole.status == 206)
                #expect(whole.body == Self.small)
                #expect(whole.field("content-range") == "bytes 0-49999/50000")
                #expect(try await ask("If-None-Match: \"abc\"\r\n").status == 304)
                #expect(try await ask("Range: bytes=50000-\r\n").status == 416)
                let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
                #expect(try await ask("traceparent: \(trace)\r\n").field("traceparent") == trace)
                #expect(try await ask("").field("traceparent") == nil)
            }
            let last = try await ask("Connection: close\r\n")
            #expect(last.body == Self.small)
            #expect(last.field("connection")?.lowercased() == "close")
            #expect(await client.rest() == [])
            #expect(try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")?.field("connection") == nil)
        }
    }

    @Test func `ends connections with answers from memory while it drains`() async throws {
        try await Self.withContent { running in
            let client = try running.client()
            await client.send("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try #require(await client.answer()).field("connection") == nil)
            await client.send("GET /b HTTP/1.1\r\nHost: h")
            running.server.stopAccepting()
            await client.send("\r\n\r\n")
            let last = try #require(await client.answer())
            #expect(last.body == Self.small)
            #expect(last.field("connection")?.lowercased() == "close")
            #expect(await client.rest() == [])
        }
    }

    @Test func `keeps answers for each server apart, and the bytes no longer than the content and the last answer`()
        async throws
    {
        var content: HotContent? = HotContent(BlobBytes(Self.small))
        let bytes = { [weak bytes = content?.bytes] in bytes }
        for _ in 0..<2 {
            let blob = try Self.inMemory(#require(content))
            let router = Router([Route(.get, "/b") { .now(blob.response(to: $0.request)) }])
            try await RunningServer.run(router) { running in
                for _ in 0..<3 {
                    let answer = try await running.ask("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
                    #expect(answer?.body == Self.small)
                }
                let leaving = try running.client()
                await leaving.send("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
                leaving.leave()
            }
        }
        #expect(bytes() != nil)
        content = nil
        // The task that served may let go of its handler a moment after the server has stopped.
        while bytes() != nil { await Task.yield() }
    }
}
