import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import NotificationContent
import Telemetry
import Testing

/// RFC 5861 section 3: what is stale goes out at once, and one flight asks for newer.
@Suite(.timeLimit(.minutes(20))) struct StaleWhileRevalidateTests {
    private static let fields = [("Cache-Control", "max-age=10, stale-while-revalidate=60"), ("ETag", "\"v1\"")]

    @Test func `all who come get the stale picture at once while one flight fetches the new one`() async throws {
        let clock = FrozenClock()
        let gate = try OriginGate()
        let (old, new) = (try Fixture.bytes("picture.png"), try Fixture.bytes("photo.jpg"))
        // Silent until the gate opens: a body that had begun would count as stalled on a slow machine.
        let head = OriginReply.head(200, Self.fields + [("Content-Length", String(new.count))])
        let origin = try LoopbackOrigin { request in
            request.header("If-None-Match") == nil
                ? .body(old, Self.fields) : OriginReply([.pass(gate), .bytes(head + new)])
        }
        try await PipelineBench.run(origin, clocks: clock.clocks) { bench in
            let first = try #require(await bench.resolve("/a").outcomes.first?.media)
            clock.advance(bySeconds: 20)
            // The refresh cannot end before the gate opens: every answer until then is an early one.
            for _ in 0..<20 {
                let media = try #require(await bench.resolve("/a").outcomes.first?.media)
                #expect(media.cache == .stale)
                #expect(media.sha256 == first.sha256)
            }
            await origin.waitForRequests(2)
            #expect(bench.pipeline.flightCount == 1)
            #expect(bench.pipeline.waiterCount == 0)
            gate.open()
            while bench.pipeline.flightCount > 0 { await Task.yield() }
            let renewed = try #require(await bench.resolve("/a").outcomes.first?.media)
            #expect(renewed.cache == .hit)
            #expect(renewed.sha256 != first.sha256)
            #expect(try Fixture.readFile(first.path) == old)
            #expect(origin.requests.count == 2)
        }
    }

    @Test func `those who ask together share the one refresh`() async throws {
        let clock = FrozenClock()
        let body = try Fixture.bytes("picture.png")
        let origin = try LoopbackOrigin { request in
            request.header("If-None-Match") == nil ? .body(body, Self.fields) : .empty(304, Self.fields)
        }
        try await PipelineBench.run(origin, clocks: clock.clocks) { bench in
            _ = await bench.resolve("/a")
            clock.advance(bySeconds: 20)
            let results = await withTaskGroup(of: CacheResult?.self) { group in
                for _ in 0..<50 { group.addTask { await bench.resolve("/a").outcomes.first?.media?.cache } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0 == .stale || $0 == .hit })
            #expect(results.contains(.stale))
            while bench.pipeline.flightCount > 0 { await Task.yield() }
            #expect(origin.requests.count == 2)
        }
    }

    @Test func `a refresh that fails leaves the stale picture in use for its time`() async throws {
        let clock = FrozenClock()
        let body = try Fixture.bytes("picture.png")
        let origin = try LoopbackOrigin { request in
            request.header("If-None-Match") == nil ? .body(body, Self.fields) : .body([], status: 500)
        }
        try await PipelineBench.run(origin, clocks: clock.clocks) { bench in
            _ = await bench.resolve("/a")
            clock.advance(bySeconds: 20)
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .stale)
            while bench.pipeline.flightCount > 0 { await Task.yield() }
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .stale)
        }
    }
}
