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
}
