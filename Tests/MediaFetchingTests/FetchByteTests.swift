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
}
