import AttachmentCache
import AttachmentPipeline
import Fixtures
import Glibc
import LoopbackOrigin
import MediaFetching
import MediaInspection
import NotificationContent
import Synchronization
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(20))) struct WarmAnswersTests {
    private static func origin() throws -> LoopbackOrigin {
        try LoopbackOrigin(routes: [
            "/a": .body(Fixture.bytes("photo.jpg"), [("Cache-Control", "max-age=100")]),
            "/b": .body(Fixture.bytes("clip.mp4")), "/long": .body(Fixture.bytes("long.mp4")),
            "/no-store": .body(Fixture.bytes("photo.jpg"), [("Cache-Control", "no-store")]),
        ])
    }

    @Test func `answers at once what a flight would answer, and nil before`() async throws {
        try await PipelineBench.run(Self.origin()) { bench in
            for target in ["/a", "/b", "/long", "/missing"] {
                #expect(bench.answer(target) == nil)
                _ = await bench.resolve(target)
                let warm = try #require(bench.answer(target))
                #expect(bench.answer(target) == warm)
                #expect(await bench.resolve(target).outcomes == warm)
            }
            #expect(bench.answer("/a")?.first?.media?.cache == .hit)
            #expect(bench.answer("/long")?.first?.failure?.cached == true)
            #expect(bench.origin.requests.count == 4)
        }
    }

    @Test func `answers after a restart as the flight that looked into the index did`() async throws {
        let folder = try TemporaryFolder()
        let origin = try Self.origin()
        try await PipelineBench.run(origin, in: folder) { bench in _ = await bench.resolve("/a") }
        try await PipelineBench.run(origin, in: folder) { bench in
            #expect(bench.answer("/a") == nil)
            let flown = await bench.resolve("/a").outcomes
            #expect(flown.first?.media?.cache == .hit)
            #expect(bench.answer("/a") == flown)
        }
        #expect(origin.requests.count == 1)
    }

    @Test func `answers all references or none`() async throws {
        try await PipelineBench.run(Self.origin()) { bench in
            _ = await bench.resolve("/a", "/missing")
            #expect(bench.answer("/a", "/b") == nil)
            #expect(bench.answer("/b", "/a") == nil)
            #expect(bench.answer()?.isEmpty == true)
            let outcomes = try #require(bench.answer("/a", "ftp://a.example/x", "/missing", "/a#there", ""))
            #expect(outcomes.map { $0.failure?.reason } == [nil, .forbiddenScheme, .httpStatus, nil, .invalidURL])
            #expect(outcomes[0].media == outcomes[3].media)
            let mixed = await bench.resolve("/a", "/b", "/missing")
            #expect(mixed.outcomes.map { $0.media?.cache } == [.hit, .miss, nil])
            #expect(bench.origin.requests.count == 3)
        }
    }

    @Test func `never answers what may not be kept`() async throws {
        try await PipelineBench.run(Self.origin()) { bench in
            _ = await bench.resolve("/no-store")
            #expect(bench.answer("/no-store") == nil)
        }
    }

    @Test func `answers no longer than it is fresh, and counts a failure's seconds down`() async throws {
        let now = Mutex(WallTime.now())
        let clocks = Clocks(monotonic: Clocks.system.monotonic, wall: { now.withLock { $0 } })
        try await PipelineBench.run(Self.origin(), clocks: clocks) { bench in
            _ = await bench.resolve("/b", "/missing")
            #expect(bench.answer("/missing")?.first?.failure?.retryAfter == 60)
            now.withLock { $0 = $0.advanced(bySeconds: 59) }
            #expect(bench.answer("/missing")?.first?.failure?.retryAfter == 1)
            now.withLock { $0 = $0.advanced(bySeconds: 1) }
            #expect(bench.answer("/missing") == nil)
            // Fresh for an hour, less a tenth at most.
            now.withLock { $0 = $0.advanced(bySeconds: 3179) }
            #expect(bench.answer("/b") != nil)
            now.withLock { $0 = $0.advanced(bySeconds: 3600) }
            #expect(bench.answer("/b") == nil)
        }
    }

    @Test func `sends bytes that changed behind its back to a flight, which fetches them again`() async throws {
        try await PipelineBench.run(Self.origin()) { bench in
            _ = await bench.resolve("/a")
            let media = try #require(bench.answer("/a")?.first?.media)
            try #require(unsafe unlink(media.path) == 0)
            #expect(bench.answer("/a") == nil)
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .miss)
            #expect(bench.answer("/a")?.first?.media?.sha256 == media.sha256)
            #expect(try Fixture.readFile(media.path) == Fixture.bytes("photo.jpg"))
        }
    }

    @Test func `answers anew what was purged or replaced, whatever it answered before`() async throws {
        let count = OriginCount()
        let bodies = try [Fixture.bytes("photo.jpg"), Fixture.bytes("picture.png")]
        let origin = try LoopbackOrigin { _ in .body(bodies[(count.next() - 1) % 2]) }
        try await PipelineBench.run(origin) { bench in
            for mime in ["image/jpeg", "image/png", "image/jpeg"] {
                _ = await bench.resolve("/a")
                for _ in 0..<3 { #expect(bench.answer("/a")?.first?.media?.mime == mime) }
                _ = try await bench.cache.purge(.url(origin.url("/a")))
                #expect(bench.answer("/a") == nil)
            }
        }
    }

    @Test func `judges each request by its own policy`() async throws {
        let lenient = JudgingPolicy(MediaPolicy.default.overriding(maxVideoDuration: .seconds(60)))
        let strict = JudgingPolicy(MediaPolicy.default.overriding(maxBytes: 10))
        try await PipelineBench.run(Self.origin()) { bench in
            // A verdict of one policy is none of another's.
            #expect(await bench.resolve("/long").outcomes.first?.failure?.reason == .tooLong)
            #expect(bench.answer("/long")?.first?.failure?.reason == .tooLong)
            #expect(bench.answer("/long", by: lenient) == nil)
            #expect(await bench.resolve("/long", by: lenient).outcomes.first?.media?.cache == .miss)
            for _ in 0..<2 {
                #expect(bench.answer("/long", by: lenient)?.first?.media?.cache == .hit)
                // The bytes are there now: judged by what is known of them.
                #expect(bench.answer("/long")?.first?.failure?.reason == .tooLong)
                #expect(bench.answer("/long")?.first?.failure?.cached == false)
                #expect(bench.answer("/long", by: strict)?.first?.failure?.reason == .tooLarge)
            }
            #expect(await bench.resolve("/long", by: strict).outcomes == bench.answer("/long", by: strict))
            #expect(bench.origin.requests.count == 2)
        }
    }

    @Test func `refuses what the rules forbid, though the cache has it and somebody looked it up`() async throws {
        let origin = try Self.origin()
        let folder = try TemporaryFolder()
        try await PipelineBench.run(origin, in: folder) { bench in _ = await bench.resolve("/a") }
        try await PipelineBench.run(origin, in: folder, fetching: { $0.allowedNetworks = [] }) { bench in
            #expect(await bench.cache.lookUp(origin.url("/a")) != nil)
            #expect(bench.cache.fresh(origin.url("/a"), now: .now()) != nil)
            for _ in 0..<2 { #expect(bench.answer("/a")?.first?.failure?.reason == .forbiddenAddress) }
        }
    }

    /// What the spared parsing rests on.
    @Test(arguments: [
        "https://a.example/x.jpg", "HTTPS://A.Example:443", " https://a.example./x#f ", "https://a.example?q=[1]",
        "https://a.example/caf\u{e9} 1.jpg", "https://a.example/%7e%2F?a=b&&c", "http://0x7f.1/",
        "http://127.1:8080/a//b",
        "http://[0:0::1]:80/x", "https://[::ffff:1.2.3.4]/", "https://xn--bcher-kva.example/?",
        "http://a.example:0080/",
        "https://a.example/a/../b/./c?d#e#f", "https://a.example/'\"<>^`{|}",
    ])
    func `a key is parsed to itself`(_ url: String) throws {
        let rules = try MediaFetcher(configuration: FetchConfiguration()).rules
        func key(_ text: String) -> String? {
            do throws(FetchFailure) {
                return try FetchTarget.parse(text, rules: rules).cacheKey
            } catch {
                return FetchTarget.unjudged(text)?.cacheKey
            }
        }
        let first = try #require(key(url))
        #expect(key(first) == first)
        #expect(first.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `lists flights with their phase, age and waiters, and no secrets`() async throws {
        let gate = try OriginGate()
        let origin = try LoopbackOrigin(routes: [
            "/late?key=secret": .held(try Fixture.bytes("photo.jpg"), until: gate)
        ])
        try await PipelineBench.run(origin) { bench in
            #expect(bench.pipeline.flights().isEmpty)
            let strict = JudgingPolicy(.fcmAndroid)
            async let first = bench.resolve("/late?key=secret")
            await origin.waitForRequests(1)
            async let second = bench.resolve("/late?key=secret")
            while bench.pipeline.waiterCount < 2 { await Task.yield() }
            async let third = bench.resolve("/late?key=secret", by: strict)
            await origin.waitForRequests(2)
            let flights = bench.pipeline.flights()
            #expect(flights.map(\.url) == [origin.url("/late?key=*"), origin.url("/late?key=*")])
            #expect(flights.map(\.policy) == ["default", "fcm-android"])
            #expect(flights.map(\.phase) == [.fetch, .fetch])
            #expect(flights.map(\.waiters) == [2, 1])
            #expect(flights.map(\.age) == flights.map(\.age).sorted(by: >))
            gate.open()
            _ = await (first, second, third)
            while bench.pipeline.flightCount > 0 { await Task.yield() }
            #expect(bench.pipeline.flights().isEmpty)
        }
    }
}

extension PipelineBench {
    /// What is answered without waiting.
    func answer(_ targets: String..., by policy: JudgingPolicy? = nil) -> [Outcome?]? {
        pipeline.answerFromCache(references(targets), policy: policy)
    }

    /// Resolves one target by another policy.
    func resolve(_ target: String, by policy: JudgingPolicy) async -> BestAttempt {
        await pipeline.resolve(references([target]), deadline: .after(.seconds(60), on: .system), policy: policy)
    }
}
