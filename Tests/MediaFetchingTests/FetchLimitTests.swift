import LoopbackOrigin
import MediaFetching
import Testing

/// The size limit, whatever the origin says of the length; and codings.
@Suite(.timeLimit(.minutes(20)))
struct FetchLimitTests {
    static let limit = 40_000

    enum Form: CaseIterable, Sendable {
        case length, chunked, untilClose, coded
    }

    static func reply(_ body: [UInt8], _ form: Form) -> OriginReply {
        switch form {
        case .length: .body(body)
        case .chunked:
            .chunked(stride(from: 0, to: body.count, by: 7000).map { Array(body[$0..<min($0 + 7000, body.count)]) })
        case .untilClose: .untilClose(body)
        case .coded: .body(OriginCoding.deflate(body), [("Content-Encoding", "deflate")])
        }
    }

    @Test(arguments: Form.allCases, [(-1, true), (0, true), (1, false)])
    func `takes a body up to the limit, not a byte more`(_ form: Form, _ step: (Int, Bool)) async throws {
        let body = (0..<(FetchLimitTests.limit + step.0)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let bench = try FetchBench(routes: ["/": FetchLimitTests.reply(body, form)]) {
            $0.maxBytes = Int64(FetchLimitTests.limit)
        }
        let outcome = await bench.fetch("/")
        if step.1 {
            #expect(outcome.body == body)
            #expect(outcome.answer?.bytes == Int64(body.count))
        } else {
            #expect(outcome.failure?.reason == .tooLarge)
            #expect(outcome.body.count <= FetchLimitTests.limit)
        }
    }

    @Test func `judges the declared length at once, and awaits no body`() async throws {
        let gate = try OriginGate()
        let head = OriginReply.head(200, [("Content-Length", "10485761")])
        let bench = try FetchBench(routes: ["/": OriginReply([.bytes(head), .pass(gate)])])
        let outcome = await bench.fetch("/")
        #expect(outcome.failure?.reason == .tooLarge)
        #expect(outcome.body.isEmpty)
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `uses no more than a lying length declares`() async throws {
        let bench = try FetchBench(routes: ["/": .lying(length: 200, body: [UInt8](repeating: 7, count: 300_000))])
        let outcome = await bench.fetch("/")
        #expect(outcome.body.count == 200)
        #expect(outcome.answer?.bytes == 200)
    }

    @Test func `drops the connection of an endless body soon after the limit`() async throws {
        let bench = try FetchBench(routes: ["/": .endlessChunks(of: [UInt8](repeating: 7, count: 10_000))])
        let outcome = await bench.fetch("/")
        #expect(outcome.failure?.reason == .tooLarge)
        #expect(outcome.body.count <= 10_485_760)
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `takes an empty body`() async throws {
        let bench = try FetchBench(routes: ["/": .body([])])
        #expect(await bench.fetch("/").answer?.bytes == 0)
    }

    /// gzip of "attachd" followed by a line end.
    static let gzip: [UInt8] = [
        0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0x01, 0x08, 0x00, 0xf7, 0xff, 0x61, 0x74, 0x74, 0x61, 0x63, 0x68,
        0x64, 0x0a, 0x96, 0x1f, 0xb6, 0xdb, 0x08, 0, 0, 0,
    ]

    @Test(arguments: ["gzip", "x-gzip", "GZIP"])
    func `takes off gzip that it did not ask for`(_ coding: String) async throws {
        let bench = try FetchBench(routes: ["/": .body(FetchLimitTests.gzip, [("Content-Encoding", coding)])])
        let outcome = await bench.fetch("/")
        #expect(outcome.body == Array("attachd\n".utf8))
        #expect(outcome.answer?.bytes == 8)
    }

    @Test(arguments: [26, 0, 2, 10]) func `refuses gzip that is broken`(_ index: Int) async throws {
        var broken = FetchLimitTests.gzip
        broken[index] ^= 0x07
        let bench = try FetchBench(routes: ["/": .body(broken, [("Content-Encoding", "gzip")])])
        #expect(await bench.fetch("/").failure?.reason == .badEncoding)
    }

    @Test(arguments: [1, 10, 20, 30]) func `calls gzip that ends early truncated`(_ count: Int) async throws {
        let bench = try FetchBench(routes: [
            "/": .body(Array(FetchLimitTests.gzip.prefix(count)), [("Content-Encoding", "gzip")])
        ]) { $0.retries = .withoutWaits }
        #expect(await bench.fetch("/").failure?.reason == .truncated)
        #expect(bench.origin.requests.count == 3)
    }

    @Test(arguments: ["identity", "Identity", ""])
    func `the coding identity is none`(_ coding: String) async throws {
        let bench = try FetchBench(routes: ["/": .body([1, 2], [("Content-Encoding", coding)])])
        #expect(await bench.fetch("/").body == [1, 2])
    }

    @Test(arguments: ["br", "zstd", "compress", "gzip, br", "x", "gzip, deflate"])
    func `refuses every coding that it cannot take off`(_ coding: String) async throws {
        let bench = try FetchBench(routes: ["/": .body([1, 2], [("Content-Encoding", coding)])])
        let outcome = await bench.fetch("/")
        #expect(outcome.failure?.reason == .badEncoding)
        #expect(outcome.body.isEmpty)
    }
}
