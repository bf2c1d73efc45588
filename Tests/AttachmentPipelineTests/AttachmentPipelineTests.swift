import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import MediaInspection
import NotificationContent
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(20))) struct AttachmentPipelineTests {
    private static func media(_ name: String, _ fields: [(String, String)] = []) throws -> OriginReply {
        .body(try Fixture.bytes(name), fields)
    }

    @Test func `fetches once, and answers from the cache while it is fresh`() async throws {
        try await PipelineBench.run(
            LoopbackOrigin(routes: ["/a": Self.media("photo.jpg")])
        ) { bench in
            let first = try #require(await bench.resolve("/a").outcomes.first?.media)
            #expect(first.cache == .miss)
            #expect(first.mime == "image/jpeg")
            #expect(first.width == 640 && first.height == 360)
            #expect(first.path.hasSuffix("/blobs/sha256/\(first.sha256.prefix(2))/\(first.sha256).jpg"))
            #expect(try Fixture.readFile(first.path) == Fixture.bytes("photo.jpg"))
            let second = try #require(await bench.resolve("/a").outcomes.first?.media)
            #expect(second.cache == .hit)
            #expect(second.sha256 == first.sha256)
            #expect(second.fetchMilliseconds == nil)
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `still knows it after a restart`() async throws {
        let origin = try LoopbackOrigin(routes: ["/a": Self.media("sound.mp3")])
        let folder = try TemporaryFolder()
        for expected in [CacheResult.miss, .hit] {
            try await PipelineBench.run(origin, in: folder) { bench in
                #expect(await bench.resolve("/a").outcomes.first?.media?.cache == expected)
            }
        }
        #expect(origin.requests.count == 1)
    }

    @Test func `keeps equal bytes of two URLs as one blob`() async throws {
        try await PipelineBench.run(
            LoopbackOrigin(routes: ["/a": Self.media("picture.png"), "/b": Self.media("picture.png")])
        ) { bench in
            let attempt = await bench.resolve("/a", "/b")
            #expect(attempt.outcomes.compactMap(\.media?.cache) == [.miss, .miss])
            #expect(Set(attempt.outcomes.compactMap(\.media?.path)).count == 1)
            let totals = try await bench.cache.totals()
            #expect(totals.blobs == 1)
            #expect(totals.entries == 2)
        }
    }

    @Test func `lets equal URLs of one payload share a flight`() async throws {
        try await PipelineBench.run(
            LoopbackOrigin(routes: ["/a": Self.media("photo.jpg")])
        ) { bench in
            let attempt = await bench.resolve("/a", "/a#there", "/a")
            #expect(Set(attempt.outcomes.compactMap(\.media?.cache)) == [.miss, .joined])
            #expect(attempt.outcomes.compactMap(\.media).count == 3)
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `asks once for what a hundred requests want at once`() async throws {
        let gate = try OriginGate()
        let body = try Fixture.bytes("photo.jpg")
        try await PipelineBench.run(
            LoopbackOrigin(routes: ["/a": .held(body, until: gate)])
        ) { bench in
            let attempts = await withTaskGroup(of: BestAttempt.self) { group in
                for _ in 0..<100 { group.addTask { await bench.resolve("/a") } }
                await bench.origin.waitForRequests(1)
                while bench.pipeline.waiterCount < 100 { await Task.yield() }
                gate.open()
                return await group.reduce(into: []) { $0.append($1) }
            }
            let results = attempts.compactMap { $0.outcomes.first?.media?.cache }
            #expect(results.count == 100)
            #expect(results.count { $0 == .miss } == 1)
            #expect(results.count { $0 == .joined } == 99)
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `hands over the best attempt at the deadline, and flies on into the cache`() async throws {
        let gate = try OriginGate()
        let origin = try LoopbackOrigin(routes: [
            "/good": Self.media("clip.mp4"), "/late": .held(try Fixture.bytes("photo.jpg"), until: gate),
        ])
        // The deadline comes when the test says so: once the good one is stored and the late one has begun.
        let (deadlines, comes) = AsyncStream.makeStream(of: Void.self)
        let clocks = Clocks(
            monotonic: Clocks.system.monotonic, wall: Clocks.system.wall,
            wait: { _ in
                for await _ in deadlines { return }
                throw CancellationError()
            })
        try await PipelineBench.run(origin, clocks: clocks) { bench in
            async let attempt = bench.resolve("/good", "/late")
            await origin.waitForRequests(2)
            while bench.pipeline.waiterCount > 1 { await Task.yield() }
            comes.yield()
            let early = await attempt
            #expect(early.outcomes.first?.media?.cache == .miss)
            #expect(early.outcomes.last?.failure?.reason == .deadline)
            #expect(!early.isComplete)
            // Nobody waits any more; the flight does not end for that.
            gate.open()
            while bench.pipeline.flightCount > 0 { await Task.yield() }
            #expect(await bench.resolve("/late").outcomes.first?.media?.cache == .hit)
            #expect(origin.requests.count == 2)
        }
    }

    @Test func `answers at once when who asked has gone`() async throws {
        try await PipelineBench.run(LoopbackOrigin(routes: ["/a": .silent])) { bench in
            let request = Task { await bench.resolve("/a") }
            await bench.origin.waitForRequests(1)
            request.cancel()
            let attempt = await request.value
            #expect(attempt.outcomes.first?.failure?.reason == .cancelled)
            #expect(attempt.isComplete)
        }
    }

    @Test func `a failure of one leaves the others attached`() async throws {
        try await PipelineBench.run(
            LoopbackOrigin(routes: ["/good": Self.media("photo.jpg"), "/bad": Self.media("photo.webp")])
        ) { bench in
            let attempt = await bench.resolve("/bad", "/good", "/missing")
            #expect(attempt.outcomes[0].failure?.reason == .unsupportedType)
            #expect(attempt.outcomes[1].media != nil)
            #expect(attempt.outcomes[2].failure?.httpStatus == 404)
            #expect(attempt.hasFailures)
            #expect(attempt.isComplete)
        }
    }

    @Test func `remembers a failure for as long as it stands, and only for the policy that gave it`() async throws {
        let origin = try LoopbackOrigin(routes: ["/long": Self.media("long.mp4")])
        let folder = try TemporaryFolder()
        try await PipelineBench.run(origin, in: folder) { bench in
            #expect(await bench.resolve("/long").outcomes.first?.failure?.reason == .tooLong)
            let again = try #require(await bench.resolve("/long").outcomes.first?.failure)
            #expect(again.reason == .tooLong)
            #expect(again.cached)
            #expect((1...600).contains(try #require(again.retryAfter)))
            #expect(origin.requests.count == 1)
        }
        let lenient = MediaPolicy.default.overriding(maxVideoDuration: .seconds(60))
        try await PipelineBench.run(origin, in: folder, policy: lenient) { bench in
            #expect(await bench.resolve("/long").outcomes.first?.media?.cache == .miss)
        }
        try await PipelineBench.run(origin, in: folder) { bench in
            #expect(await bench.resolve("/long").outcomes.first?.failure?.reason == .tooLong)
        }
        #expect(origin.requests.count == 2)
    }

    @Test func `asks the origin whether stale bytes are still right`() async throws {
        let fields = [("Cache-Control", "max-age=0"), ("ETag", "\"v1\"")]
        let body = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { request in
            request.header("If-None-Match") == "\"v1\"" ? .empty(304, fields) : .body(body, fields)
        }
        try await PipelineBench.run(
            origin
        ) { bench in
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .miss)
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .revalidated)
            #expect(origin.requests.count == 2)
        }
    }

    @Test func `keeps nothing under a URL whose origin forbids it`() async throws {
        try await PipelineBench.run(
            LoopbackOrigin(routes: ["/a": Self.media("photo.jpg", [("Cache-Control", "no-store")])])
        ) { bench in
            for _ in 0..<2 {
                let media = try #require(await bench.resolve("/a").outcomes.first?.media)
                #expect(media.cache == .miss)
                #expect(media.freshUntil == nil)
                #expect(try Fixture.readFile(media.path) == Fixture.bytes("photo.jpg"))
            }
            #expect(bench.origin.requests.count == 2)
        }
    }

    @Test func `serves stale bytes while the origin fails, if it allows that`() async throws {
        let body = try Fixture.bytes("photo.jpg")
        let count = OriginCount()
        let origin = try LoopbackOrigin { _ in
            count.next() == 1
                ? .body(body, [("Cache-Control", "max-age=0, stale-if-error=600")]) : .body([], status: 503)
        }
        try await PipelineBench.run(
            origin
        ) { bench in
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .miss)
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .stale)
        }
    }

    @Test func `asks for a fallback only when the one before it fails`() async throws {
        let bench = { (good: String) throws in
            try LoopbackOrigin(routes: [good: Self.media("photo.jpg"), "/c": Self.media("sound.mp3")])
        }
        for (good, expected) in [("/a", ["/a", "/c"]), ("/b", ["/a", "/b", "/c"])] {
            let origin = try bench(good)
            try await PipelineBench.run(origin) { bench in
                var references = bench.references(["/a", "/b", "/b2", "/c"])
                references[1].role = .fallback
                references[2].role = .fallback
                for _ in 0..<2 {
                    let attempt = await bench.pipeline.resolve(references, deadline: .after(.seconds(60), on: .system))
                    #expect((attempt.outcomes[0].media != nil) == (good == "/a"))
                    #expect((attempt.outcomes[1].media != nil) == (good == "/b"))
                    #expect(attempt.outcomes[2] == nil)
                    #expect(attempt.outcomes[3].media != nil)
                }
            }
            #expect(Set(origin.requests.map(\.target)) == Set(expected))
            #expect(origin.requests.count == expected.count)
        }
    }

    @Test func `refuses a private address before the origin sees a connection, and fetches where it is allowed`()
        async throws
    {
        let origin = try LoopbackOrigin(routes: ["/x.jpg": Self.media("photo.jpg")])
        try await PipelineBench.run(origin, fetching: { $0.allowedNetworks = [] }) { bench in
            #expect(await bench.resolve("/x.jpg").outcomes.first?.failure?.reason == .forbiddenAddress)
        }
        #expect(origin.tally.connections == 0)
        try await PipelineBench.run(origin) { bench in
            #expect(await bench.resolve("/x.jpg").outcomes.first?.media?.cache == .miss)
        }
    }
}
