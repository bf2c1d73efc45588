import LoopbackOrigin
import MediaFetching
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FetchRedirectTests {
    @Test(arguments: [301, 302, 303, 307, 308], [16, 64_000, 300_000])
    func `follows a redirect, and takes nothing of its body`(_ status: Int, _ bodyBytes: Int) async throws {
        let bench = try FetchBench(routes: [
            "/start": .redirect(status, to: "/end?x=%2F+", bodyBytes: bodyBytes), "/end": .body([1, 2, 3]),
        ])
        let outcome = await bench.fetch("/start")
        #expect(outcome.body == [1, 2, 3])
        #expect(outcome.answer?.redirects == 1)
        #expect(outcome.answer?.finalURL == bench.origin.url("/end?x=%2F+"))
        #expect(bench.origin.requests.map(\.target) == ["/start", "/end?x=%2F+"])
        #expect(bench.origin.requests.allSatisfy { $0.method == "GET" && $0.header("Referer") == nil })
    }

    @Test func `follows an absolute redirect to another host that is allowed`() async throws {
        let second = try LoopbackOrigin(routes: ["/p": .body([7])])
        let bench = try FetchBench(routes: ["/": .redirect(302, to: second.url("/p"))]) {
            $0.allowedNetworks.append(.init("127.0.0.1/32:\(second.port)"))
        }
        #expect(await bench.fetch("/").body == [7])
        #expect(second.requests.first?.header("Host") == second.authority)
    }

    @Test(arguments: [(4, true), (5, true), (6, false)])
    func `follows five redirects`(_ count: Int, _ passes: Bool) async throws {
        let bench = try FetchBench(
            LoopbackOrigin { request in
                let step = Int(request.path.dropFirst()) ?? 0
                return step < count ? .redirect(302, to: "/\(step + 1)") : .body([5])
            })
        let outcome = await bench.fetch("/0")
        #expect(outcome.failure?.reason == (passes ? nil : .tooManyRedirects))
        #expect(outcome.body == (passes ? [5] : []))
        #expect(bench.origin.requests.count == min(count, 5) + 1)
    }

    @Test func `carries no cookie from hop to hop`() async throws {
        let head = OriginReply.head(
            302, [("Location", "/end"), ("Set-Cookie", "a=b; Path=/"), ("Content-Length", "0")])
        let bench = try FetchBench(routes: ["/": OriginReply([.bytes(head)]), "/end": .body([1])])
        #expect(await bench.fetch("/").body == [1])
        #expect(bench.origin.requests.allSatisfy { $0.header("Cookie") == nil })
    }

    @Test func `uses the connection again after a short body without use`() async throws {
        let bench = try FetchBench(routes: [
            "/": .redirect(302, to: "/end", bodyBytes: 2000), "/end": .body([1]), "/gone": .body([0], status: 404),
        ])
        _ = await bench.fetch("/")
        _ = await bench.fetch("/gone")
        _ = await bench.fetch("/")
        #expect(bench.origin.tally.connections == 1)
        #expect(bench.origin.requests.count == 5)
    }

    @Test func `does not wait for a body without use`() async throws {
        let gate = try OriginGate()
        let head = OriginReply.head(302, [("Location", "/end"), ("Content-Length", "5")])
        let bench = try FetchBench(routes: ["/": OriginReply([.bytes(head), .pass(gate)]), "/end": .body([1])])
        #expect(await bench.fetch("/").body == [1])
    }

    @Test func `an answer is no longer good than the redirect that led to it`() async throws {
        let head = OriginReply.head(
            302, [("Location", "/end"), ("Cache-Control", "no-store"), ("Content-Length", "0")])
        let bench = try FetchBench(routes: [
            "/": OriginReply([.bytes(head)]), "/end": .body([1], [("Cache-Control", "max-age=600")]),
        ])
        #expect(await bench.fetch("/").answer?.freshness.noStore == true)
        #expect(await bench.fetch("/end").answer?.freshness.noStore == false)
    }

    @Test func `ignores Refresh and Alt-Svc`() async throws {
        let bench = try FetchBench(routes: [
            "/": .body([1], [("Refresh", "0; url=/other"), ("Alt-Svc", "h2=\"127.0.0.1:1\"")])
        ])
        #expect(await bench.fetch("/").body == [1])
        #expect(await bench.fetch("/").body == [1])
        #expect(bench.origin.requests.map(\.target) == ["/", "/"])
    }
}
