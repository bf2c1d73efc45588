import Fixtures
import LoopbackOrigin
import MediaFetching
import Testing

/// A fetch ends at its deadline wherever it is then. Nothing is measured: without the deadline these tests would not end.
@Suite(.timeLimit(.minutes(20)))
struct FetchDeadlineTests {
    @Test func `while the origin says nothing`() async throws {
        let bench = try FetchBench(routes: ["/": .silent])
        let failure = try #require(await bench.fetch("/", within: .milliseconds(200)).failure)
        #expect(failure.reason == .deadline)
        #expect(failure.detail.contains("answered"))
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `while a body drips`() async throws {
        let gate = try OriginGate()
        let bench = try FetchBench(routes: ["/": .dripping([1, 2, 3, 4], by: 1, gate)])
        gate.release()
        let outcome = await bench.fetch("/", within: .milliseconds(300))
        #expect(outcome.failure?.reason == .deadline)
        #expect(outcome.failure?.detail.contains("body") == true)
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `while the head is not whole`() async throws {
        let gate = try OriginGate()
        let bench = try FetchBench(routes: ["/": OriginReply([.bytes(Array("HTTP/1.1 2".utf8)), .pass(gate)])])
        #expect(await bench.fetch("/", within: .milliseconds(200)).failure?.reason == .deadline)
    }

    @Test func `while it waits for its turn`() async throws {
        let bench = try FetchBench(routes: ["/": .silent]) { $0.maxConnectionsPerHost = 1 }
        let first = Task { await bench.fetch("/") }
        await bench.origin.waitForRequests(1)
        let failure = try #require(await bench.fetch("/", within: .milliseconds(200)).failure)
        #expect(failure.reason == .deadline)
        #expect(failure.detail.contains("free"))
        first.cancel()
        #expect(await first.value.failure?.reason == .cancelled)
        #expect(bench.origin.requests.count == 1)
    }

    @Test func `before it has begun`() async throws {
        let bench = try FetchBench(routes: ["/": .body([1])])
        #expect(await bench.fetch("/", within: .zero).failure?.reason == .deadline)
        #expect(bench.origin.requests.isEmpty)
    }

    @Test func `over all hops together`() async throws {
        let bench = try FetchBench(routes: ["/": .redirect(302, to: "/silent"), "/silent": .silent])
        #expect(await bench.fetch("/", within: .milliseconds(300)).failure?.reason == .deadline)
        #expect(bench.origin.requests.count == 2)
    }

    @Test func `while TLS is not agreed on`() async throws {
        let gate = try OriginGate()
        let bench = try FetchBench(LoopbackOrigin(greeting: gate))
        let outcome = await bench.fetch(url: "https://\(bench.origin.authority)/", within: .milliseconds(300))
        #expect(outcome.failure?.reason == .deadline)
        #expect(outcome.failure?.detail.contains("connection") == true)
        await bench.origin.waitUntilDisconnected()
    }

    @Test func `a body that comes in time is taken`() async throws {
        let gate = try OriginGate()
        // A clock that stands still: however long the gate takes, the answer does not stall.
        let origin = try LoopbackOrigin(routes: ["/": .stalling([1, 2, 3], after: 1, until: gate)])
        let bench = try FetchBench(origin, clocks: MovedClock().clocks)
        let fetch = Task { await bench.fetch("/") }
        await bench.origin.waitForRequests(1)
        gate.open()
        #expect(await fetch.value.body == [1, 2, 3])
    }
}
