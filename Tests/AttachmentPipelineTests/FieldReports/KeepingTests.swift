import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// Half pictures, many who ask at once, failures that pass, and what the key of a URL is: through the whole pipeline.
@Suite(.timeLimit(.minutes(20))) struct KeepingTests {
    private static func halves(of photo: [UInt8]) -> [OriginReply] {
        let half = Array(photo.prefix(20_000))
        let chunks = OriginReply.head(200, [("Transfer-Encoding", "chunked")]) + OriginReply.chunk(half)
        return [
            .lying(length: photo.count, body: half), OriginReply([.bytes(chunks)], closes: true),
            .resetting(after: OriginReply.head(200, [("Content-Length", String(photo.count))]) + half),
            .body(Array(OriginCoding.gzip(photo).prefix(20_000)), [("Content-Encoding", "gzip")]),
        ]
    }

    @Test(arguments: 0..<4)
    func `half a picture never stays: with a retry it is whole at once`(_ form: Int) async throws {
        let photo = try Sample.photo(bytes: 50_000)
        let half = Self.halves(of: photo)[form]
        let count = OriginCount()
        let origin = try LoopbackOrigin { _ in count.next() == 1 ? half : .body(photo) }
        try await PipelineBench.run(origin) { bench in
            let media = try #require(await bench.resolve("/a").outcomes.first?.media)
            #expect(media.bytes == 50_000)
            #expect(try Fixture.readFile(media.path) == photo)
            #expect(bench.origin.requests.count == 2)
            let blobs = try await bench.cache.totals().blobs
            #expect(blobs == 1)
        }
    }

    @Test(arguments: 0..<4)
    func `half a picture never stays: without one the next request brings it`(_ form: Int) async throws {
        let photo = try Sample.photo(bytes: 50_000)
        let half = Self.halves(of: photo)[form]
        let count = OriginCount()
        let clock = MovedClock()
        let origin = try LoopbackOrigin { _ in count.next() == 1 ? half : .body(photo) }
        try await PipelineBench.run(
            origin, fetchClocks: clock.clocks, fetching: { $0.retries.mostRetries = 0 }
        ) { bench in
            let failure = try #require(await bench.resolve("/a").outcomes.first?.failure)
            #expect(failure.reason == (form == 2 ? .transferFailed : .truncated))
            let totals = try await bench.cache.totals()
            #expect(totals.blobs == 0 && totals.entries == 0 && totals.failures == 0)
            clock.move(by: .seconds(1))
            #expect(await bench.resolve("/a").outcomes.first?.media?.bytes == 50_000)
            #expect(bench.origin.requests.count == 2)
        }
    }

    @Test func `a body that ends with its connection is whole only if its container says so`() async throws {
        let photo = try Sample.photo(bytes: 50_000)
        let origin = try LoopbackOrigin(routes: [
            "/half": .untilClose(Array(photo.prefix(45_000))), "/whole": .untilClose(photo),
        ])
        let clock = MovedClock()
        try await PipelineBench.run(origin, clocks: clock.clocks, fetchClocks: clock.clocks) { bench in
            let attempt = await bench.resolve("/half", "/whole")
            #expect(attempt.outcomes.first?.failure?.reason == .truncated)
            #expect(attempt.outcomes.last?.media?.bytes == 50_000)
            let blobs = try await bench.cache.totals().blobs
            #expect(blobs == 1)
            // It may have been the network: half a file is not held against a URL for long.
            #expect(await bench.resolve("/half").outcomes.first?.failure?.cached == true)
            clock.move(by: .seconds(10))
            #expect(await bench.resolve("/half").outcomes.first?.failure?.cached == false)
            #expect(origin.requests.count == 3)
        }
    }

    @Test(arguments: [200, 404]) func `fifty at once are one fetch`(_ status: Int) async throws {
        let gate = try OriginGate()
        let photo = try Sample.photo(bytes: 400_000)
        let origin = try LoopbackOrigin { _ in
            OriginReply([.pass(gate)] + OriginReply.body(photo, status: status).steps)
        }
        try await PipelineBench.run(origin) { bench in
            let outcomes = await withTaskGroup(of: Outcome?.self) { group in
                for _ in 0..<50 { group.addTask { await bench.resolve("/a").outcomes.first ?? nil } }
                while bench.pipeline.waiterCount < 50 { await Task.yield() }
                gate.open()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(origin.requests.count == 1)
            if status == 200 {
                #expect(outcomes.count { $0.media?.bytes == 400_000 } == 50)
                #expect(Set(outcomes.compactMap(\.media?.sha256)).count == 1)
            } else {
                #expect(outcomes.count { $0.failure?.httpStatus == 404 } == 50)
            }
        }
    }

    /// Resolves while the clock goes on, in steps of a tenth of a second.
    private static func resolve(
        _ bench: PipelineBench, _ source: String, _ clock: MovedClock, within time: Duration = .seconds(29)
    ) async -> Outcome? {
        let result = Mutex<[Outcome?]>([])
        let task = Task {
            let outcome = await bench.resolve(source, within: time).outcomes.first ?? nil
            result.withLock { $0 = [outcome] }
        }
        while result.withLock({ $0.isEmpty }) {
            // Time passes only while nothing else happens.
            if bench.fetcher.load.running == 0, bench.fetcher.load.waiting > 0 { clock.move(by: .milliseconds(100)) }
            await bench.fetcher.answer()
            await Task.yield()
        }
        await task.value
        return result.withLock { $0.first ?? nil }
    }

    @Test func `503 for five seconds: not attached, given again without asking, attached at eight`() async throws {
        let clock = MovedClock()
        let photo = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { _ in
            clock.moved < .seconds(5) ? .body([], status: 503) : .body(photo)
        }
        try await PipelineBench.run(origin, clocks: clock.clocks, fetchClocks: clock.clocks) { bench in
            let first = try #require(await Self.resolve(bench, "/a", clock).failure)
            #expect(first.httpStatus == 503 && !first.cached)
            #expect(origin.requests.count == 3)
            #expect(clock.moved < .seconds(5))
            let second = try #require(await Self.resolve(bench, "/a", clock).failure)
            #expect(second.httpStatus == 503 && second.cached && second.retryAfter == 1)
            #expect(origin.requests.count == 3)
            clock.move(by: .seconds(8) - clock.moved)
            #expect(await Self.resolve(bench, "/a", clock).media?.cache == .miss)
            #expect(origin.requests.count == 4)
        }
    }

    @Test(arguments: [429, 503])
    func `Retry-After of five seconds: nobody asks before, and who can wait is attached`(_ status: Int) async throws {
        let clock = MovedClock()
        let photo = try Fixture.bytes("photo.jpg")
        let early = Mutex(0)
        let origin = try LoopbackOrigin { _ in
            guard clock.moved < .seconds(5) else { return .body(photo) }
            early.withLock { $0 += 1 }
            return .body([], status: status, [("Retry-After", "5")])
        }
        for (time, isAttached) in [(Duration.seconds(29), true), (.seconds(4), false)] {
            clock.move(by: .zero - clock.moved)
            early.withLock { $0 = 0 }
            try await PipelineBench.run(origin, clocks: clock.clocks, fetchClocks: clock.clocks) { bench in
                let first = await Self.resolve(bench, "/a", clock, within: time)
                #expect((first.media != nil) == isAttached)
                #expect(early.withLock { $0 } == 1)
                guard !isAttached else { return }
                // At once, with the origin's own words: waiting for the deadline would help nobody.
                #expect(first.failure?.httpStatus == status)
                #expect(first.failure?.retryAfter == 5)
                #expect(clock.moved == .zero)
                let second = try #require(await Self.resolve(bench, "/a", clock, within: time).failure)
                #expect(second.cached && second.httpStatus == status)
                clock.move(by: .seconds(8))
                #expect(await Self.resolve(bench, "/a", clock).media?.cache == .miss)
                #expect(early.withLock { $0 } == 1)
            }
        }
    }

    @Test func `404 for ever: one fetch a minute, however many ask`() async throws {
        let clock = MovedClock()
        let origin = try LoopbackOrigin(routes: [:])
        try await PipelineBench.run(origin, clocks: clock.clocks, fetchClocks: clock.clocks) { bench in
            for number in 0..<100 {
                let failure = try #require(await bench.resolve("/a").outcomes.first?.failure)
                #expect(failure.httpStatus == 404)
                #expect(failure.cached == (number > 0))
                clock.move(by: .milliseconds(30))
            }
            #expect(origin.requests.count == 1)
            clock.move(by: .seconds(60))
            #expect(await bench.resolve("/a").outcomes.first?.failure?.cached == false)
            #expect(origin.requests.count == 2)
        }
    }

    @Test func `refused, then fine`() async throws {
        let clock = MovedClock()
        let photo = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin.closed { _ in .body(photo) }
        try await PipelineBench.run(origin, clocks: clock.clocks, fetchClocks: clock.clocks) { bench in
            #expect(try #require(await Self.resolve(bench, "/a", clock).failure).reason == .connectFailure)
            #expect(await Self.resolve(bench, "/a", clock).failure?.cached == true)
            clock.move(by: .seconds(60))
            try origin.open()
            #expect(await Self.resolve(bench, "/a", clock).media?.cache == .miss)
            #expect(origin.requests.count == 1)
        }
    }

    @Test(arguments: [200, 404])
    func `what came while the clock was far ahead is asked for again once it is right`(status: Int) async throws {
        let ahead = Mutex<Int64>(400 * 86_400)
        let clocks = Clocks(monotonic: { .now }, wall: { .now().advanced(bySeconds: ahead.withLock { $0 }) })
        let photo = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { _ in .body(photo, status: status, [("Cache-Control", "max-age=86400")]) }
        try await PipelineBench.run(
            origin, clocks: clocks, fetchClocks: clocks, fetching: { $0.backOff = .none }
        ) { bench in
            for requests in [1, 1, 2] {
                if requests == 2 { ahead.withLock { $0 = 0 } }
                let outcome = await bench.resolve("/a").outcomes.first
                #expect(outcome?.media != nil || outcome?.failure?.reason == .httpStatus)
                #expect(origin.requests.count == requests)
            }
        }
    }

    @Test func `what a URL is: its query counts, in its order; its fragment does not`() async throws {
        let red = try Fixture.bytes("picture.png")
        let blue = try Sample.photo(bytes: 20_000)
        let origin = try LoopbackOrigin(routes: [
            "/download?token=A": .body(red), "/download?token=B": .body(blue), "/p.jpg": .body(blue),
        ])
        try await PipelineBench.run(origin) { bench in
            let tokens = await bench.resolve("/download?token=A", "/download?token=B").outcomes.compactMap(\.media)
            #expect(tokens.map(\.mime) == ["image/png", "image/jpeg"])
            let signed = await bench.resolve("/p.jpg?X-Sig=1", "/p.jpg?X-Sig=2").outcomes.compactMap(\.media)
            #expect(Set(signed.map(\.path)).count == 1 && signed.count == 2)
            #expect(signed.first?.sha256 == tokens.last?.sha256)
            #expect(origin.requests.count == 4)
            let blobs = try await bench.cache.totals().blobs
            #expect(blobs == 2)
            _ = await bench.resolve("/p.jpg?a=1&b=2", "/p.jpg?b=2&a=1")
            #expect(origin.requests.count == 6)
            let parts = await bench.resolve("/p.jpg?f=1#one", "/p.jpg?f=1#two", "/p.jpg?f=1").outcomes
            #expect(parts.compactMap(\.media).count == 3)
            #expect(origin.requests.count == 7)
            #expect(origin.requests.last?.target == "/p.jpg?f=1")
        }
    }

    @Test func `the limit is on what comes, not on what is declared`() async throws {
        let most = 10_485_760
        let photo = try Sample.photo(bytes: most)
        let origin = try LoopbackOrigin { request in
            switch request.path {
            case "/1": .chunked(Self.pieces(photo))
            case "/2": .chunked(Self.pieces(photo + [0]))
            case "/3": .endlessChunks(of: photo)
            case "/4": OriginReply([.bytes(OriginReply.head(200, [("Content-Length", "200")]) + photo), .silence])
            default: OriginReply([.bytes(OriginReply.head(200, [("Content-Length", "11000000")])), .silence])
            }
        }
        try await PipelineBench.run(origin) { bench in
            let outcomes = await bench.resolve("/1", "/2", "/3", "/4", "/5").outcomes
            #expect(outcomes[0].media?.bytes == Int64(most))
            #expect(outcomes[1].failure?.reason == .tooLarge)
            #expect(outcomes[2].failure?.reason == .tooLarge)
            #expect([.truncated, .corrupt].contains(outcomes[3].failure?.reason))
            #expect(outcomes[4].failure?.reason == .tooLarge)
            let blobs = try await bench.cache.totals().blobs
            #expect(blobs == 1)
        }
    }

    private static func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: 1 << 20).map { Array(bytes[$0..<min($0 + 1 << 20, bytes.count)]) }
    }
}
