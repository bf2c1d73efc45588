import LoopbackOrigin
import MediaFetching
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FetchByteTests {
    @Test(arguments: FetchTargetTests.sent)
    func `the origin sees the request target byte for byte`(_ target: String, _ expected: String) async throws {
        let bench = try FetchBench(LoopbackOrigin { _ in .body([1]) })
        #expect(await bench.fetch(target).body == [1])
        #expect(bench.origin.requests.map(\.target) == [expected])
    }

    @Test func `never asks with HEAD, whatever the origin thinks of it`() async throws {
        let bench = try FetchBench(
            LoopbackOrigin { request in request.method == "GET" ? .body([1]) : .body([], status: 403) })
        #expect(await bench.fetch("/signed?X-Sig=1").body == [1])
        #expect(bench.origin.requests.map(\.method) == ["GET"])
    }

    @Test func `an origin that negotiates finds only supported types`() async throws {
        let bench = try FetchBench(
            LoopbackOrigin { request in
                let accept = request.header("Accept") ?? "*/*"
                let isTempted = ["*/*", "image/*", "webp", "avif"].contains { accept.contains($0) }
                return .body(Array(isTempted ? "RIFF".utf8 : "JPEG".utf8), [("Vary", "Accept")])
            })
        #expect(await bench.fetch("/p.jpg").body == Array("JPEG".utf8))
    }

    @Test(
        arguments: [
            ("/whole", 5), ("/chunks", nil), ("/open", nil), ("/coded", nil),
        ] as [(String, Int64?)])
    func `the consumer is told the length of the bytes that it will get, if anybody knows it`(
        _ path: String, _ expected: Int64?
    ) async throws {
        let bench = try FetchBench(
            LoopbackOrigin(routes: [
                "/whole": .body([1, 2, 3, 4, 5]), "/chunks": .chunked([[1, 2], [3]]), "/open": .untilClose([1, 2]),
                "/coded": .body(OriginCoding.gzip([1, 2, 3]), [("Content-Encoding", "gzip")]),
            ]))
        let consumer = CollectingConsumer()
        #expect(await bench.fetch(path, into: consumer).failure == nil)
        #expect(consumer.expected == [expected])
    }
}
