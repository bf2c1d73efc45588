import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// The field reports about asking, keeping and sharing, from end to end.
@Suite(.timeLimit(.minutes(20))) struct FieldReportFetchTests {
    /// What an origin does with HEAD.
    static let heads: [OriginReply] = [.body([], status: 403), .body([], status: 405), .closing]

    @Test(arguments: 0..<3) func `FR-11: a link signed for GET only is fetched with one GET`(_ index: Int) async throws
    {
        let photo = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { $0.method == "GET" ? .body(photo) : Self.heads[index] }
        try await PipelineBench.run(origin) { bench in
            #expect(await bench.resolve("/signed?X-Sig=1").outcomes.first?.media?.type == "public.jpeg")
            #expect(origin.requests.map(\.method) == ["GET"])
        }
    }

    static let targets = [
        "/o/users%2Fabc%2Fimages%2F1.jpg?alt=media&token=t-1", "/a/10%2B2.jpg?Signature=%2BtahbT%2FhZU%3D&Expires=1",
        "/a/10+2.jpg?Signature=+tahbT/hZU=&Expires=1", "/a/100%25.png", "/a/b%20c.png",
    ]

    @Test func `FR-12: escapes reach the origin as they are in the payload, and tell keys apart`() async throws {
        let photo = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin { Self.targets.contains($0.target) ? .body(photo) : .body([], status: 403) }
        try await PipelineBench.run(origin) { bench in
            for target in Self.targets {
                #expect(await bench.resolve(target).outcomes.first?.media != nil, "\(target)")
                #expect(origin.requests.last?.target == target)
            }
            // One escape less is another URL, which the origin does not know.
            #expect(await bench.resolve("/a/100%.png").outcomes.first?.failure?.httpStatus == 403)
            let totals = try await bench.cache.totals()
            #expect(totals.entries == Int64(Self.targets.count))
        }
    }

    @Test
    func `FR-13: an origin that negotiates sends JPEG, one that does not is refused, one that will not is told of`()
        async throws
    {
        let (photo, other) = (try Fixture.bytes("photo.jpg"), try Fixture.bytes("photo.webp"))
        let fields = [("Vary", "Accept"), ("Content-Type", "image/jpeg")]
        let origin = try LoopbackOrigin { request in
            let accept = request.header("Accept") ?? "*/*"
            let isTempted = ["*/*", "image/*", "webp", "avif"].contains { accept.contains($0) }
            switch request.path {
            case "/p.jpg": return .body(isTempted ? other : photo, fields)
            case "/always.jpg": return .body(other, fields)
            default: return .body([], status: 406)
            }
        }
        try await PipelineBench.run(origin) { bench in
            #expect(await bench.resolve("/p.jpg").outcomes.first?.media?.type == "public.jpeg")
            let refused = await bench.resolve("/always.jpg").outcomes.first?.failure
            #expect(refused?.reason == .unsupportedType)
            #expect(refused?.detail.contains("image/webp") == true || refused?.detail.contains("WebP") == true)
            #expect(await bench.resolve("/406").outcomes.first?.failure?.httpStatus == 406)
            #expect(origin.requests.count == 3)
        }
    }

    @Test(arguments: [200, 404]) func `FR-18: fifty at once are one fetch and fifty equal answers`(_ status: Int)
        async throws
    {
        let gate = try OriginGate()
        let photo = status == 200 ? try Fixture.bytes("photo.jpg") : []
        let head = OriginReply.head(status, [("Content-Length", String(photo.count))])
        let origin = try LoopbackOrigin { _ in OriginReply([.pass(gate), .bytes(head + photo)]) }
        try await PipelineBench.run(origin) { bench in
            let outcomes = await withTaskGroup(of: Outcome?.self) { group in
                for _ in 0..<50 { group.addTask { await bench.resolve("/cold").outcomes.first ?? nil } }
                while bench.pipeline.waiterCount < 50 { await Task.yield() }
                gate.open()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == 50)
            if status == 200 {
                #expect(Set(outcomes.map { $0.media?.sha256 }).count == 1)
                #expect(outcomes.allSatisfy { $0.media?.bytes == Int64(photo.count) })
            } else {
                #expect(outcomes.allSatisfy { $0.failure?.reason == .httpStatus && $0.failure?.httpStatus == 404 })
            }
            #expect(origin.requests.count == 1)
            let totals = try await bench.cache.totals()
            #expect(totals.blobs == (status == 200 ? 1 : 0))
        }
    }

    /// How an origin tells versions apart, and what it says of lifetimes.
    struct Replacement: Sendable {
        let first: [(String, String)]
        let second: [(String, String)]
        /// The header and value that must come back.
        let condition: (String, String)?
        /// When the first picture is asked for again, and the origin's requests by then.
        let steps: [(second: Int64, requests: Int, result: CacheResult)]
        /// When the replaced picture must be seen.
        let seenAt: Int64
    }

    private static let short = ("Cache-Control", "max-age=2")
    private static let before = "Mon, 30 Nov 2026 10:00:00 GMT"

    static let replacements = [
        Replacement(
            first: [short, ("ETag", "\"v1\"")], second: [short, ("ETag", "\"v2\"")],
            condition: ("If-None-Match", "\"v1\""),
            steps: [(1, 1, .hit), (3, 2, .revalidated)], seenAt: 6),
        Replacement(
            first: [short, ("ETag", "W/\"v1\"")], second: [short, ("ETag", "W/\"v2\"")],
            condition: ("If-None-Match", "W/\"v1\""), steps: [(1, 1, .hit), (3, 2, .revalidated)], seenAt: 6),
        Replacement(
            first: [short, ("Last-Modified", before)],
            second: [short, ("Last-Modified", "Mon, 30 Nov 2026 11:00:00 GMT")],
            condition: ("If-Modified-Since", before), steps: [(1, 1, .hit), (3, 2, .revalidated)], seenAt: 6),
        Replacement(first: [short], second: [short], condition: nil, steps: [(1, 1, .hit), (3, 2, .miss)], seenAt: 6),
        Replacement(
            first: [("Cache-Control", "no-store")], second: [("Cache-Control", "no-store")], condition: nil,
            steps: [(1, 2, .miss), (3, 3, .miss)], seenAt: 3),
        Replacement(
            first: [("Cache-Control", "max-age=31536000"), ("ETag", "\"v1\"")],
            second: [("Cache-Control", "max-age=31536000"), ("ETag", "\"v2\"")], condition: nil,
            steps: [(1, 1, .hit), (70_000, 1, .hit)], seenAt: 86_400),
        Replacement(
            first: [("ETag", "\"v1\"")], second: [("ETag", "\"v2\"")], condition: nil,
            steps: [(1, 1, .hit), (3000, 1, .hit)], seenAt: 3600),
    ]

    @Test(arguments: 0..<7) func `FR-19: a picture replaced under its name is seen in time, and the old file stays`(
        _ index: Int
    )
        async throws
    {
        let item = Self.replacements[index]
        let clock = FrozenClock()
        let (old, new) = (try Fixture.bytes("picture.png"), try Fixture.bytes("photo.jpg"))
        let isReplaced = Mutex(false)
        let origin = try LoopbackOrigin { request in
            if isReplaced.withLock({ $0 }) { return .body(new, item.second) }
            if let condition = item.condition, request.header(condition.0) == condition.1 {
                return .empty(304, item.first)
            }
            return .body(old, item.first)
        }
        try await PipelineBench.run(origin, clocks: clock.clocks) { bench in
            let first = try #require(await bench.resolve("/hero.jpg").outcomes.first?.media)
            var elapsed: Int64 = 0
            for step in item.steps {
                clock.advance(bySeconds: step.second - elapsed)
                elapsed = step.second
                let media = try #require(await bench.resolve("/hero.jpg").outcomes.first?.media)
                #expect(media.cache == step.result)
                #expect(media.sha256 == first.sha256)
                #expect(origin.requests.count == step.requests)
            }
            isReplaced.withLock { $0 = true }
            clock.advance(bySeconds: item.seenAt - elapsed)
            let asked = origin.requests.count
            let second = try #require(await bench.resolve("/hero.jpg").outcomes.first?.media)
            #expect(second.cache == .miss)
            #expect(second.sha256 != first.sha256)
            #expect(origin.requests.count == asked + 1)
            #expect(try Fixture.readFile(first.path) == old)
            #expect(try Fixture.readFile(second.path) == new)
        }
    }

    @Test func `FR-21: the whole URL but its fragment is the key, and equal bytes are one file`() async throws {
        let (red, blue) = (try Fixture.bytes("picture.png"), try Fixture.bytes("photo.jpg"))
        let origin = try LoopbackOrigin { .body($0.target.hasSuffix("token=B") ? blue : red) }
        try await PipelineBench.run(origin) { bench in
            let tokens = await bench.resolve("/download?token=A", "/download?token=B").outcomes.map { $0.media?.sha256 }
            #expect(Set(tokens).count == 2)
            let signed = await bench.resolve("/p.jpg?X-Sig=1", "/p.jpg?X-Sig=2", "/p.jpg?a=1&b=2", "/p.jpg?b=2&a=1")
            #expect(Set(signed.outcomes.map { $0.media?.path }).count == 1)
            #expect(origin.requests.count == 6)
            let fragments = await bench.resolve("/p.jpg?X-Sig=1#one", "/p.jpg?X-Sig=1#two")
            #expect(fragments.outcomes.allSatisfy { $0.media?.cache == .hit })
            #expect(origin.requests.count == 6)
            #expect(origin.requests.allSatisfy { !$0.target.contains("#") })
            let totals = try await bench.cache.totals()
            #expect(totals.blobs == 2)
        }
    }
}
