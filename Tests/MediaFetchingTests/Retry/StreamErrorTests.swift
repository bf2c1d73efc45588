import Fixtures
import LoopbackOrigin
import MediaFetching
import Telemetry
import Testing

/// Streams of HTTP/2 that break: a real nginx resets one when the server behind it breaks off.
@Suite(.timeLimit(.minutes(3))) struct StreamErrorTests {
    private static let body = FetchRetryTests.body

    /// An nginx before an origin on the loopback, which it passes every byte of as it comes.
    private static func front(_ origin: LoopbackOrigin) async throws -> SecureOrigin? {
        try await SecureOrigin.start(orSkipping: "3 cases of broken HTTP/2 streams") {
            $0.locations = """
                location / {
                  proxy_pass http://127.0.0.1:\(origin.port); proxy_buffering off; proxy_http_version 1.1;
                  proxy_next_upstream off;
                }
                """
        }
    }

    @Test(arguments: [1, 2]) func `a stream that breaks is tried again on a connection of its own`(_ faults: Int)
        async throws
    {
        let replies = Array(repeating: FetchRetryTests.part(20_000), count: faults) + [FetchRetryTests.whole()]
        let origin = try FetchRetryTests.bench(replies).origin
        guard let front = try await Self.front(origin) else { return }
        let bench = try SecureOriginTests.bench(front) {
            $0.retries = .withoutWaits
            $0.backOff = .none
        }
        let outcome = await bench.fetch(url: front.url("/p.jpg"))
        #expect(outcome.body == Self.body, "\(String(describing: outcome.failure))")
        #expect(origin.requests.count == faults + 1)
        let requests = try await front.requests(atLeast: faults + 1)
        #expect(requests.allSatisfy { $0.version == "HTTP/2.0" })
        #expect(Set(requests.map(\.connection)).count == faults + 1)
    }

    @Test func `a stream that breaks for good is a body that was cut, after two more tries`() async throws {
        let origin = try FetchRetryTests.bench([FetchRetryTests.part(20_000, [])]).origin
        guard let front = try await Self.front(origin) else { return }
        let bench = try SecureOriginTests.bench(front) {
            $0.retries = .withoutWaits
            $0.backOff = .none
        }
        let outcome = await bench.fetch(url: front.url("/p.jpg"))
        #expect(outcome.failure?.reason == .transferFailed, "\(String(describing: outcome.failure))")
        #expect(origin.requests.count == 3)
    }
}
