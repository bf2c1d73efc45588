import LoopbackOrigin
import MediaFetching
import Testing

/// Each reason that a fetch can give, from a real origin where one can cause it.
@Suite(.timeLimit(.minutes(20)))
struct FetchReasonTests {
    /// An answer of an origin and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let reason: FetchFailure.Reason
        let reply: OriginReply
        var status: Int?
        /// How many requests the origin sees: three where the fault may pass.
        var requests = 1

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "404", reason: .httpStatus, reply: .body([1], status: 404), status: 404),
        Case(name: "500", reason: .httpStatus, reply: .body([1], status: 500), status: 500, requests: 3),
        Case(name: "429", reason: .httpStatus, reply: .body([1], status: 429), status: 429, requests: 3),
        Case(name: "406", reason: .httpStatus, reply: .body([1], status: 406), status: 406),
        Case(name: "201", reason: .httpStatus, reply: .body([1], status: 201), status: 201),
        Case(name: "204", reason: .httpStatus, reply: .empty(204), status: 204),
        Case(
            name: "206 that nobody asked for", reason: .httpStatus,
            reply: .body([1], status: 206, [("Content-Range", "bytes 0-0/2")]), status: 206),
        Case(name: "304 without a condition", reason: .httpStatus, reply: .empty(304), status: 304),
        Case(
            name: "a redirect without Location", reason: .httpStatus, reply: .body([1], status: 302), status: 302),
        Case(
            name: "300", reason: .httpStatus, reply: .body([1], status: 300, [("Location", "/x")]), status: 300),
        Case(name: "an endless 404", reason: .httpStatus, reply: .endlessNotFound, status: 404),
        Case(name: "a body cut short", reason: .truncated, reply: .lying(length: 50, body: [1, 2, 3]), requests: 3),
        Case(name: "chunks cut short", reason: .truncated, reply: .cutChunks, requests: 3),
        Case(name: "a broken chunk", reason: .transferFailed, reply: .raw(brokenChunk), requests: 3),
        Case(name: "a reset in the body", reason: .transferFailed, reply: .resetInBody, requests: 3),
        Case(name: "no answer", reason: .transferFailed, reply: .closing, requests: 3),
        Case(name: "a reset before the answer", reason: .transferFailed, reply: .resetting(), requests: 3),
        Case(name: "no HTTP", reason: .transferFailed, reply: .raw("SSH-2.0-OpenSSH_9.2\r\n")),
        Case(name: "a status line without a number", reason: .transferFailed, reply: .raw("HTTP/1.1 abc\r\n\r\n")),
        Case(name: "two lengths", reason: .transferFailed, reply: .raw(twoLengths)),
        Case(name: "a length that is no number", reason: .transferFailed, reply: .raw(noLength)),
        Case(name: "huge headers", reason: .transferFailed, reply: .hugeHeader),
        Case(name: "many headers", reason: .transferFailed, reply: .manyHeaders),
        Case(name: "endless interim answers", reason: .transferFailed, reply: .endlessInterim),
        Case(
            name: "brotli", reason: .badEncoding, reply: .body([1, 2], [("Content-Encoding", "br")])),
        Case(
            name: "two codings", reason: .badEncoding, reply: .body([1, 2], [("Content-Encoding", "gzip, gzip")])),
        Case(
            name: "broken gzip", reason: .badEncoding,
            reply: .body([UInt8](repeating: 7, count: 64), [("Content-Encoding", "gzip")])),
        Case(name: "gzip as a transfer coding", reason: .badEncoding, reply: .gzipTransfer),
        Case(name: "a length over the limit", reason: .tooLarge, reply: .lying(length: 11_000_000, body: [])),
        Case(
            name: "endless chunks", reason: .tooLarge, reply: .endlessChunks(of: [UInt8](repeating: 1, count: 30_000))),
        Case(name: "a redirect loop", reason: .tooManyRedirects, reply: .redirect(302, to: "/x"), requests: 6),
        Case(name: "a redirect to ftp", reason: .forbiddenScheme, reply: .redirect(302, to: "ftp://h.example/x")),
        Case(name: "a redirect to a file", reason: .forbiddenScheme, reply: .redirect(302, to: "file:///etc/hostname")),
        Case(
            name: "a redirect to metadata", reason: .forbiddenAddress,
            reply: .redirect(302, to: "http://169.254.169.254/x")),
        Case(
            name: "a redirect to another port", reason: .forbiddenAddress,
            reply: .redirect(302, to: "http://127.0.0.1:1/")),
        Case(
            name: "a redirect to a closed port", reason: .forbiddenPort,
            reply: .redirect(302, to: "http://192.0.0.0.example:22/")),
        Case(name: "a redirect to nonsense", reason: .invalidURL, reply: .redirect(302, to: "http://a b/")),
    ]

    static let brokenChunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"
    static let twoLengths = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"
    static let noLength = "HTTP/1.1 200 OK\r\nContent-Length: some\r\n\r\nab"

    @Test(arguments: cases) func `names the reason`(_ item: Case) async throws {
        let bench = try FetchBench(routes: ["/x": item.reply]) {
            $0.retries = .withoutWaits
            $0.backOff = .none
        }
        let failure = try #require(await bench.fetch("/x?secret=1").failure)
        #expect(failure.reason == item.reason, "\(failure.detail)")
        #expect(failure.httpStatus == item.status)
        #expect(!failure.detail.contains("secret"))
        #expect(failure.detail.hasSuffix("."))
        #expect(bench.origin.requests.count == item.requests)
    }

    @Test func `knows a name that does not exist from one it must not ask for`() async throws {
        let bench = try FetchBench(routes: [:])
        let missing = await bench.fetch(url: "http://no-such-host.invalid/x")
        #expect(missing.failure?.reason == .dnsFailure)
        #expect(missing.failure?.detail.contains("no-such-host.invalid") == true)
        let metadata = await bench.fetch(url: "http://metadata.google.internal/x")
        #expect(metadata.failure?.reason == .forbiddenAddress)
    }

    @Test func `calls a refused connection by its name`() async throws {
        let bench = try FetchBench(LoopbackOrigin.closed { _ in .body([1]) }) { $0.backOff = .none }
        #expect(await bench.fetch("/").failure?.reason == .connectFailure)
        try bench.origin.open()
        #expect(await bench.fetch("/").body == [1])
    }

    @Test func `calls a port without TLS a TLS failure`() async throws {
        let bench = try FetchBench(routes: ["/": .body([1])])
        let outcome = await bench.fetch(url: "https://\(bench.origin.authority)/")
        #expect(outcome.failure?.reason == .tlsFailure)
        #expect(bench.origin.requests.isEmpty)
    }

    @Test func `passes the consumer's refusal on, and drops the connection`() async throws {
        let bench = try FetchBench(routes: ["/x": .endlessChunks(of: [UInt8](repeating: 1, count: 1000))])
        let refusal = BodyRefusal(.unsupportedType, "This is WebP.")
        let outcome = await bench.fetch("/x", into: CollectingConsumer(refusing: refusal, beyond: 512))
        #expect(outcome.failure?.reason == .unsupportedType)
        #expect(outcome.failure?.detail == "This is WebP.")
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `ends with the task`() async throws {
        let bench = try FetchBench(routes: ["/x": .silent])
        let task = Task { await bench.fetch("/x") }
        await bench.origin.waitForRequests(1)
        task.cancel()
        #expect(await task.value.failure?.reason == .cancelled)
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `does not begin for a task that has been cancelled`() async throws {
        let bench = try FetchBench(routes: ["/x": .silent])
        let task = Task {
            await Task.yield()
            return await bench.fetch("/x")
        }
        task.cancel()
        #expect(await task.value.failure?.reason == .cancelled)
    }

    @Test func `ends every fetch when it is shut down, and takes none after`() async throws {
        let bench = try FetchBench(routes: ["/x": .silent])
        let task = Task { await bench.fetch("/x") }
        await bench.origin.waitForRequests(1)
        bench.fetcher.shutDown()
        #expect(await task.value.failure?.reason == .cancelled)
        #expect(await bench.fetch("/x").failure?.reason == .cancelled)
        #expect(bench.origin.requests.count == 1)
    }

    @Test func `no reason is left without a test`() {
        let elsewhere: Set<FetchFailure.Reason> = [
            .dnsFailure, .connectFailure, .tlsFailure, .unsupportedType, .cancelled,
            .deadline,  // FetchDeadlineTests
            .stalled,  // TransferStateTests, with a clock moved by hand
            .insecureRedirect,  // RedirectRulesTests: the origin has no TLS
        ]
        let storage: Set<FetchFailure.Reason> = [.storageFull, .storageError]
        let covered = elsewhere.union(storage).union(FetchReasonTests.cases.map(\.reason))
        #expect(covered == Set(FetchFailure.Reason.allCases))
    }
}

extension OriginReply {
    fileprivate static let endlessNotFound = OriginReply([
        .bytes(head(404, [("Transfer-Encoding", "chunked")])), .endless(chunk([UInt8](repeating: 60, count: 9000))),
    ])
    fileprivate static let cutChunks = OriginReply(
        [.bytes(head(200, [("Transfer-Encoding", "chunked")]) + chunk([1, 2, 3]))], closes: true)
    fileprivate static let resetInBody = resetting(after: head(200, [("Content-Length", "50")]) + [1, 2, 3])
    fileprivate static let hugeHeader = body([1], [("X-Long", String(repeating: "x", count: 70_000))])
    fileprivate static let manyHeaders = body([1], (0..<101).map { ("X-\($0)", "y") })
    fileprivate static let endlessInterim = OriginReply([.endless(head(103, [("Link", "</a>")]))])
    fileprivate static let gzipTransfer = OriginReply(
        [.bytes(head(200, [("Transfer-Encoding", "gzip, chunked")]) + chunk([1, 2, 3]))], closes: true)
}
