import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import Testing

/// The order in which an origin with one connection sees what interactive and batch requests want from it.
@Suite(.timeLimit(.minutes(20))) struct FlightPriorityTests {
    /// Runs `body` while the origin's one connection is taken, and returns the paths in the order of the requests.
    private static func order(
        while body: @Sendable (PipelineBench, inout TaskGroup<Void>) async -> Void
    ) async throws -> [String] {
        let gate = try OriginGate()
        let photo = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { request in
            OriginReply((request.path == "/held" ? [.pass(gate)] : []) + OriginReply.body(photo).steps)
        }
        try await PipelineBench.run(origin, fetching: { $0.maxConnectionsPerHost = 1 }) { bench in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await bench.resolve("/held") }
                await origin.waitForRequests(1)
                await body(bench, &group)
                gate.open()
            }
            while bench.pipeline.flightCount > 0 { await Task.yield() }
        }
        return origin.requests.map(\.path)
    }

    @Test func `interactive requests go before batch ones that came first`() async throws {
        let order = try await Self.order { bench, group in
            for (index, path) in ["/1", "/2"].enumerated() {
                group.addTask { _ = await bench.resolve(path, priority: .batch) }
                while bench.fetcher.load.waitingAsBatch <= index { await Task.yield() }
            }
            group.addTask { _ = await bench.resolve("/3") }
            while bench.fetcher.load.waiting < 3 { await Task.yield() }
        }
        #expect(order == ["/held", "/3", "/1", "/2"])
    }

    @Test func `a batch flight that an interactive request joins is raised`() async throws {
        let order = try await Self.order { bench, group in
            for (index, path) in ["/1", "/2"].enumerated() {
                group.addTask { _ = await bench.resolve(path, priority: .batch) }
                while bench.fetcher.load.waitingAsBatch <= index { await Task.yield() }
            }
            group.addTask { _ = await bench.resolve("/2") }
            while bench.fetcher.load.waitingAsBatch > 1 { await Task.yield() }
        }
        #expect(order == ["/held", "/2", "/1"])
    }

    @Test func `a flight whose waiters have gone is lowered, and flies on`() async throws {
        let order = try await Self.order { bench, group in
            let request = Task { await bench.resolve("/1") }
            while bench.fetcher.load.waiting < 1 { await Task.yield() }
            group.addTask { _ = await bench.resolve("/2", priority: .batch) }
            while bench.fetcher.load.waitingAsBatch < 1 { await Task.yield() }
            request.cancel()
            _ = await request.value
            while bench.fetcher.load.waitingAsBatch < 2 { await Task.yield() }
        }
        #expect(order == ["/held", "/2", "/1"])
    }
}
