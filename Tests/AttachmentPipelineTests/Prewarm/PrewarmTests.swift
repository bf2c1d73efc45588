import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// A list through a real pipeline.
@Suite(.timeLimit(.minutes(20))) struct PrewarmTests {
    /// Hands out a list in parts of `size` wishes.
    private static func source(_ urls: [String], parts size: Int = 3) -> Prewarm<PipelineBackend>.Source {
        let rest = Mutex(urls.enumerated().map { PrewarmWish(PrewarmPlace(line: $0 + 1), .url($1)) }[...])
        return {
            rest.withLock { rest in
                let part = rest.prefix(size)
                rest = rest.dropFirst(size)
                return part.isEmpty ? nil : Array(part)
            }
        }
    }

    private static func backend(
        _ bench: PipelineBench, timeout: Duration = .seconds(60), pin: @escaping PipelineBackend.Pin = { _ in }
    ) -> PipelineBackend {
        PipelineBackend(bench.pipeline, policy: nil, timeout: timeout, clocks: bench.clocks, pin: pin)
    }

    private static func origin() throws -> LoopbackOrigin {
        let media = try Fixture.bytes("photo.jpg")
        return try LoopbackOrigin { request in
            request.path.hasPrefix("/media") ? .body(media, [("Cache-Control", "max-age=600")]) : .body([], status: 404)
        }
    }

    @Test func `fetches what is missing once, pins what it attached, and finds everything the second time`()
        async throws
    {
        let pinned = Mutex<[Digest]>([])
        try await PipelineBench.run(Self.origin()) { bench in
            let urls = (0..<40).map { bench.origin.url("/media/\($0 % 20)") } + [bench.origin.url("/none"), "ftp://x"]
            for round in 1...2 {
                var results: [PrewarmResult] = []
                let backend = Self.backend(bench) { digests in pinned.withLock { $0 += digests } }
                let isComplete = await Prewarm(backend, room: PrewarmRoom(), clocks: .system)
                    .run(Self.source(urls)) { part in
                        results += part
                        return true
                    }
                #expect(isComplete)
                #expect(results.map(\.place.line).sorted() == Array(1...42))
                #expect(results.count { $0.isRepeat } == 20)
                let caches = results.compactMap { result -> CacheResult? in
                    guard case .attached(_, _, let cache, _) = result.verdict else { return nil }
                    return cache
                }
                #expect(caches.count { $0 == (round == 1 ? .miss : .hit) } == 20)
                #expect(caches.count { $0 == .joined } == 20)
                // All of them are the same picture.
                #expect(pinned.withLock { $0.count } == round)
            }
            #expect(bench.origin.requests.count == 21)
        }
    }

    @Test func `ends at once, without results for what is open, when its task is cancelled`() async throws {
        try await PipelineBench.run(LoopbackOrigin { _ in .silent }) { bench in
            let urls = (0..<10).map { bench.origin.url("/\($0)") }
            let work = Task {
                await Prewarm(Self.backend(bench), room: PrewarmRoom(), clocks: .system)
                    .run(Self.source(urls)) { _ in
                        Issue.record("there is no result")
                        return true
                    }
            }
            await bench.origin.waitForRequests(1)
            work.cancel()
            #expect(await work.value == false)
        }
    }

    @Test func `ends when its results are not wanted any more`() async throws {
        try await PipelineBench.run(Self.origin()) { bench in
            let urls = (0..<50).map { "ftp://x/\($0)" }
            var told = 0
            let isComplete = await Prewarm(Self.backend(bench), room: PrewarmRoom(), clocks: .system)
                .run(Self.source(urls)) { part in
                    told += part.count
                    return false
                }
            #expect(!isComplete)
            #expect(told == 3)
        }
    }

    @Test func `a host that hangs keeps no other one waiting`() async throws {
        let silent = try LoopbackOrigin { _ in .silent }
        // Time stands still until the last line of the other host is answered: whoever waited for a deadline of the silent
        // one would wait for ever.
        let clock = MovedClock()
        let (othersDone, tell) = AsyncStream.makeStream(of: Void.self)
        try await PipelineBench.run(Self.origin(), clocks: clock.clocks) { bench in
            // Many more lines of the silent host than it may have in flight, before and between the others.
            let urls = (0..<200).flatMap {
                [silent.url("/\($0)"), silent.url("/x\($0)"), bench.origin.url("/media/\($0)")]
            }
            var limits = PrewarmLimits()
            limits.inFlightPerOrigin = 4
            let prewarm = Prewarm(
                Self.backend(bench, timeout: .seconds(10)), room: PrewarmRoom(eachList: limits), clocks: clock.clocks)
            var isOfSilent: [Bool] = []
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in othersDone { break }
                    while !Task.isCancelled {
                        clock.move(by: .seconds(1))
                        await bench.fetcher.answer()
                    }
                }
                _ = await prewarm.run(Self.source(urls, parts: 64)) { part in
                    isOfSilent += part.map { $0.url?.contains(silent.authority) == true }
                    if isOfSilent.count(where: { !$0 }) == 200 { tell.yield() }
                    return true
                }
                group.cancelAll()
            }
            #expect(isOfSilent.count == 600)
            #expect(isOfSilent.prefix(200).allSatisfy { !$0 })
            #expect(silent.requests.count <= 9)
        }
    }
}
