import LoopbackOrigin
import MediaFetching
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FetchConcurrencyTests {
    @Test func `fifty fetches at once all come whole, over six connections at most`() async throws {
        let bench = try FetchBench(
            LoopbackOrigin { request in .body([UInt8](repeating: UInt8(request.path.utf8.count), count: 50_000)) })
        let outcomes = await withTaskGroup(of: (Int, FetchOutcome).self) { group in
            for index in 1...50 {
                group.addTask { (index, await bench.fetch("/" + String(repeating: "x", count: index))) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for index in 1...50 {
            #expect(outcomes[index]?.body == [UInt8](repeating: UInt8(index + 1), count: 50_000))
        }
        let tally = bench.origin.tally
        #expect(tally.requests.count == 50)
        #expect(tally.mostRequestsInProgress <= 6)
        #expect(tally.connections <= 6)
    }

    @Test func `the limit on connections is reached and kept`() async throws {
        let gate = try OriginGate()
        let bench = try FetchBench(routes: ["/": .held([1], until: gate)]) {
            $0.maxConnectionsPerHost = 3
        }
        let fetches = (0..<10).map { _ in Task { await bench.fetch("/") } }
        await bench.origin.waitForRequests(3)
        for finished in 1...7 {
            gate.release()
            await bench.origin.waitForRequests(3 + finished)
        }
        gate.open()
        for fetch in fetches { #expect(await fetch.value.body == [1]) }
        #expect(bench.origin.tally.mostRequestsInProgress == 3)
        #expect(bench.origin.tally.connections == 3)
    }

    @Test func `the limit on all connections holds across origins`() async throws {
        let gate = try OriginGate()
        let origins = try (0..<3).map { _ in try LoopbackOrigin(routes: ["/": .held([1], until: gate)]) }
        let bench = try FetchBench(origins[0]) { configuration in
            configuration.allowedNetworks = [.init("127.0.0.0/8")]
            configuration.maxConnections = 2
        }
        let fetches = origins.map { origin in Task { await bench.fetch(url: origin.url("/")) } }
        await withTaskGroup(of: Void.self) { group in
            for origin in origins { group.addTask { await origin.waitForRequests(1) } }
            await group.next()
            await group.next()
            gate.release()
        }
        gate.open()
        for fetch in fetches { #expect(await fetch.value.body == [1]) }
    }

    @Test func `one origin that says nothing holds up no other`() async throws {
        let silent = try LoopbackOrigin(routes: ["/": .silent])
        let bench = try FetchBench(routes: ["/": .body([1])]) {
            $0.allowedNetworks.append(.init("127.0.0.1/32:\(silent.port)"))
        }
        let held = (0..<12).map { _ in Task { await bench.fetch(url: silent.url("/")) } }
        await silent.waitForRequests(6)
        for _ in 0..<20 { #expect(await bench.fetch("/").body == [1]) }
        #expect(silent.requests.count == 6)
        for fetch in held { fetch.cancel() }
        for fetch in held { #expect(await fetch.value.failure?.reason == .cancelled) }
    }

    @Test func `one connection serves fetch after fetch`() async throws {
        let bench = try FetchBench(routes: ["/": .body([1])])
        for _ in 0..<10 { #expect(await bench.fetch("/").body == [1]) }
        #expect(bench.origin.tally.connections == 1)
    }

    @Test func `a pooled connection that died is replaced without a failure`() async throws {
        let bench = try FetchBench(
            LoopbackOrigin { request in
                var reply = OriginReply.body([1])
                reply.closes = true
                return reply
            })
        for _ in 0..<5 { #expect(await bench.fetch("/").body == [1]) }
    }

    @Test func `fetchers that come and go leave no thread behind that holds a connection`() async throws {
        let origin = try LoopbackOrigin(routes: ["/": .body([1])])
        for _ in 0..<10 {
            let bench = try FetchBench(origin)
            #expect(await bench.fetch("/").body == [1])
        }
        await origin.waitUntilDisconnected()
        #expect(origin.tally.connections == 10)
    }

    @Test func `the loop gives a sign of life before, during and after its work`() async throws {
        let bench = try FetchBench(routes: ["/": .silent])
        await bench.fetcher.answer()
        let fetch = Task { await bench.fetch("/") }
        await bench.origin.waitForRequests(1)
        await bench.fetcher.answer()
        fetch.cancel()
        #expect(await fetch.value.failure?.reason == .cancelled)
        bench.fetcher.shutDown()
        await bench.fetcher.answer()
    }
}
