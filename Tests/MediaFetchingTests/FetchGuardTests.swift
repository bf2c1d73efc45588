import Glibc
import LoopbackOrigin
import MediaFetching
import Telemetry
import Testing

/// The address guard in front of a real origin that must see nothing.
@Suite(.timeLimit(.minutes(20)))
struct FetchGuardTests {
    static let hosts = [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0", "[::ffff:127.0.0.1]", "[::1]", "a.localhost",
    ]

    @Test(arguments: hosts) func `reaches no origin on this machine unless it is allowed`(_ host: String) async throws {
        let bench = try FetchBench(routes: ["/": .body([1])]) { $0.allowedNetworks = [] }
        let outcome = await bench.fetch(url: "http://\(host):\(bench.origin.port)/")
        #expect(outcome.failure?.reason == .forbiddenAddress)
        #expect(bench.origin.tally.connections == 0)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "a.localhost", "127.1", "[::ffff:127.0.0.1]"])
    func `reaches it when it is allowed`(_ host: String) async throws {
        let bench = try FetchBench(routes: ["/": .body([1])])
        let outcome = await bench.fetch(url: "http://\(host):\(bench.origin.port)/")
        #expect(outcome.body == [1])
        #expect(bench.origin.tally.connections == 1)
    }

    @Test func `judges the address again when it connects`() async throws {
        let bench = try FetchBench(routes: ["/": .body([1])])
        let lenient = bench.fetcher.rules
        let strict = try MediaFetcher(configuration: FetchConfiguration(), log: FetchBench.quiet)
        for host in ["127.0.0.1", "localhost"] {
            let target = try FetchTarget.parse("http://\(host):\(bench.origin.port)/", rules: lenient)
            let request = FetchRequest(target: target, deadline: .after(.seconds(60), on: .system))
            let result = await strict.fetch(request, into: CollectingConsumer())
            guard case .failure(let failure) = result else {
                Issue.record("the fetch went through")
                continue
            }
            #expect(failure.reason == .forbiddenAddress)
            #expect(!failure.detail.contains("127.0.0.1") || host == "127.0.0.1")
        }
        #expect(bench.origin.tally.connections == 0)
    }

    @Test func `a denied network is denied although it is allowed`() async throws {
        let bench = try FetchBench(routes: ["/": .body([1])]) { $0.deniedNetworks = [.init("127.0.0.1/32")] }
        #expect(await bench.fetch("/").failure?.reason == .forbiddenAddress)
        #expect(bench.origin.tally.connections == 0)
    }

    @Test func `judges a connection again when it is used again`() async throws {
        let bench = try FetchBench(routes: ["/": .body([1])])
        #expect(await bench.fetch("/").body == [1])
        #expect(await bench.fetch("/").body == [1])
        #expect(bench.origin.tally.connections == 1)
        let target = try FetchTarget.parse(bench.origin.url("/"), rules: bench.fetcher.rules)
        bench.fetcher.setOwnPorts([bench.origin.port])
        let request = FetchRequest(target: target, deadline: .after(.seconds(60), on: .system))
        let result = await bench.fetcher.fetch(request, into: CollectingConsumer())
        #expect(throws: FetchFailure.self) { try result.get() }
        if case .failure(let failure) = result { #expect(failure.reason == .forbiddenAddress) }
        #expect(bench.origin.requests.count == 2)
        bench.fetcher.setOwnPorts([])
        #expect(await bench.fetch("/").body == [1])
    }

    static let redirects: [(String, FetchFailure.Reason)] = [
        ("http://169.254.169.254/x", .forbiddenAddress), ("http://10.0.0.1/x", .forbiddenAddress),
        ("http://[::1]/x", .forbiddenAddress), ("http://localhost/x", .forbiddenAddress),
        ("file:///etc/hostname", .forbiddenScheme), ("ftp://h.example/x", .forbiddenScheme),
        ("//169.254.169.254/x", .forbiddenAddress), ("http://user@a.example/x", .invalidURL),
    ]

    @Test(arguments: redirects)
    func `follows no redirect to where it may not go`(_ location: String, _ reason: FetchFailure.Reason) async throws {
        let bench = try FetchBench(routes: ["/": .redirect(302, to: location)])
        #expect(await bench.fetch("/").failure?.reason == reason)
        #expect(bench.origin.requests.count == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `follows no redirect to another port of this machine`(_ status: Int) async throws {
        let other = try LoopbackOrigin(routes: ["/x": .body([9])])
        let bench = try FetchBench(routes: ["/": .redirect(status, to: other.url("/x"))])
        #expect(await bench.fetch("/").failure?.reason == .forbiddenAddress)
        #expect(other.tally.connections == 0)
    }

    @Test func `the environment's proxies are not used`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackOrigin(routes: [:])
            for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
                _ = unsafe setenv(name, "http://\(proxy.authority)", 1)
            }
            _ = unsafe unsetenv("no_proxy")
            let bench = try FetchBench(routes: ["/": .body([1])])
            let outcome = await bench.fetch("/")
            guard outcome.body == [1], proxy.tally.connections == 0 else { exit(1) }
        }
    }
}
