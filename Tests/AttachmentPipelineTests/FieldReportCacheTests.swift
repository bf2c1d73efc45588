import AttachmentCache
import AttachmentPipeline
import Fixtures
import Glibc
import LoopbackOrigin
import NotificationContent
import Synchronization
import Telemetry
import Testing

/// The field reports that are about what is kept: FR-17, FR-18, FR-19 and FR-23, and blobs that somebody tampers with.
@Suite(.timeLimit(.minutes(20))) struct FieldReportCacheTests {
    /// What is in the cache's folder below `blobs` and `tmp`.
    private func files(_ bench: PipelineBench) throws -> (blobs: Int, temporary: Int) {
        (
            try names(bench.cache.directory + "/blobs/sha256", depth: 2),
            try names(bench.cache.directory + "/tmp", depth: 1)
        )
    }

    private func names(_ folder: String, depth: Int) throws -> Int {
        guard let stream = unsafe opendir(folder) else { throw FixtureError.unreadable(folder, errno) }
        defer { unsafe closedir(stream) }
        var count = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            count += depth > 1 ? try names(folder + "/" + name, depth: depth - 1) : 1
        }
        return count
    }

    /// FR-17: how the first answer breaks off.
    @Test(arguments: ["length", "chunked"])
    func `keeps nothing of a picture that broke off`(_ form: String) async throws {
        let body = try Fixture.bytes("picture.png")
        let half = Array(body.prefix(body.count / 2))
        let count = OriginCount()
        let origin = try LoopbackOrigin { _ in
            // The retry inside the first request's deadline breaks off too.
            guard count.next() <= 2 else { return .body(body) }
            guard form == "chunked" else { return .lying(length: body.count, body: half) }
            let head = OriginReply.head(200, [("Transfer-Encoding", "chunked")])
            return OriginReply([.bytes(head + OriginReply.chunk(half))], closes: true)
        }
        try await PipelineBench.run(origin) { bench in
            let first = await bench.resolve("/a").outcomes.first ?? nil
            if let media = first.media {
                // More retries than two: then it is whole.
                #expect(try Fixture.readFile(media.path) == body)
                return
            }
            let failure = try #require(first.failure)
            #expect(failure.reason == .truncated || failure.reason == .transferFailed)
            let files1 = try files(bench)
            #expect(files1 == (0, 0))
            #expect(try await bench.cache.totals().blobs == 0)
            var second: Outcome?
            // The URL's back-off is a second or a few.
            while second.media == nil { second = await bench.resolve("/a").outcomes.first ?? nil }
            let media = try #require(second.media)
            #expect(try Fixture.readFile(media.path) == body)
        }
    }

    /// FR-18, with bytes and with a 404.
    @Test(arguments: [true, false])
    func `asks once for what fifty want, and stores it once`(_ isThere: Bool) async throws {
        let body = try Fixture.bytes("photo.jpg")
        let gate = try OriginGate()
        let origin = try LoopbackOrigin { _ in
            isThere
                ? .held(body, until: gate) : .held([], status: 404, until: gate)
        }
        try await PipelineBench.run(origin) { bench in
            let outcomes = await withTaskGroup(of: Outcome?.self) { group in
                for _ in 0..<50 { group.addTask { await bench.resolve("/a").outcomes.first ?? nil } }
                while bench.pipeline.waiterCount < 50 { await Task.yield() }
                gate.open()
                var outcomes: [Outcome?] = []
                for await outcome in group { outcomes.append(outcome) }
                return outcomes
            }
            #expect(outcomes.count == 50)
            #expect(origin.requests.count == 1)
            if isThere {
                #expect(Set(outcomes.compactMap(\.media?.sha256)).count == 1)
                #expect(outcomes.allSatisfy { $0.media?.bytes == Int64(body.count) })
                let files2 = try files(bench)
                #expect(files2 == (1, 0))
            } else {
                #expect(outcomes.allSatisfy { $0.failure?.httpStatus == 404 })
                let files3 = try files(bench)
                #expect(files3 == (0, 0))
            }
        }
    }

    /// Runs a body with what resolves `/hero.jpg` so many seconds after the beginning.
    private static func run(
        _ origin: LoopbackOrigin,
        _ body: @Sendable (PipelineBench, @Sendable (Int64) async throws -> AttachedMedia) async throws -> Void
    ) async throws {
        let offset = Mutex<Int64>(0)
        let clocks = Clocks(
            monotonic: { ContinuousClock.now },
            wall: { WallTime(seconds: 1_800_000_000).advanced(bySeconds: offset.withLock { $0 }) })
        try await PipelineBench.run(origin, clocks: clocks, fetchClocks: clocks) { bench in
            try await body(bench) { seconds in
                offset.withLock { $0 = seconds }
                return try #require(await bench.resolve("/hero.jpg").outcomes.first?.media)
            }
        }
    }

    /// FR-19, with strong and weak tags and with a date alone.
    @Test(arguments: [("ETag", "\"v1\""), ("ETag", "W/\"v1\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")])
    func `sees that the picture behind a URL changed, and keeps the old file for who has its descriptor`(
        _ name: String, _ value: String
    ) async throws {
        let (old, new) = (try Fixture.bytes("photo.jpg"), try Fixture.bytes("picture.png"))
        let isReplaced = Mutex(false)
        let origin = try LoopbackOrigin { request in
            if isReplaced.withLock({ $0 }) { return .body(new, [("Cache-Control", "max-age=2"), (name, "\"v2\"")]) }
            let condition = request.header("If-None-Match") ?? request.header("If-Modified-Since")
            let fields = [("Cache-Control", "max-age=2"), (name, value)]
            return condition == value ? .empty(304, fields) : .body(old, fields)
        }
        try await Self.run(origin) { bench, at in
            let first = try await at(0)
            #expect(first.cache == .miss)
            #expect(try await at(1).cache == .hit)
            #expect(try await at(3).cache == .revalidated)
            #expect(origin.requests.count == 2)
            isReplaced.withLock { $0 = true }
            let changed = try await at(6)
            #expect(changed.cache == .miss)
            #expect(changed.sha256 != first.sha256)
            #expect(origin.requests.count == 3)
            #expect(try Fixture.readFile(first.path) == old)
            #expect(try Fixture.readFile(changed.path) == new)
        }
    }

    /// FR-19, with the three ways in which an origin says too little or too much.
    @Test(arguments: [("no-store", 2), ("max-age=31536000", 86_401), (nil, 3601)] as [(String?, Int64)])
    func `trusts a picture no longer than a day, an hour where nothing is said, never where keeping is forbidden`(
        _ control: String?, _ later: Int64
    ) async throws {
        let (old, new) = (try Fixture.bytes("photo.jpg"), try Fixture.bytes("picture.png"))
        let isReplaced = Mutex(false)
        let fields = control.map { [("Cache-Control", $0)] } ?? []
        let origin = try LoopbackOrigin { _ in .body(isReplaced.withLock { $0 } ? new : old, fields) }
        try await Self.run(origin) { bench, at in
            let first = try await at(0)
            #expect(try Fixture.readFile(first.path) == old)
            #expect(try await at(1).cache == (control == "no-store" ? .miss : .hit))
            let before = origin.requests.count
            #expect(before == (control == "no-store" ? 2 : 1))
            isReplaced.withLock { $0 = true }
            let changed = try await at(later)
            #expect(origin.requests.count == before + 1)
            #expect(try Fixture.readFile(changed.path) == new)
            #expect(try Fixture.readFile(first.path) == old)
        }
    }

    /// FR-23.
    @Test func `does not download again for a notification that comes back, and stores equal bytes once`() async throws
    {
        let body = try Fixture.bytes("picture.png")
        let gate = try OriginGate()
        let origin = try LoopbackOrigin { request in
            switch request.path {
            case "/slow": .stalling(body, after: 100, until: gate)
            case "/gone": .body([], status: 404)
            case "/broken": .lying(length: body.count, body: Array(body.prefix(200)))
            case "/large": .lying(length: 20_000_000, body: body)
            default: .body(body, [("Cache-Control", "max-age=3600")])
            }
        }
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            try await PipelineBench.run(origin, in: folder) { bench in
                for _ in 0..<100 { #expect(await bench.resolve("/one").outcomes.first?.media != nil) }
                let files4 = try files(bench)
                #expect(files4 == (1, 0))
            }
        }
        #expect(origin.requests.count == 1)
        try await PipelineBench.run(origin, in: folder) { bench in
            for number in 0..<50 { #expect(await bench.resolve("/\(number)").outcomes.first?.media != nil) }
            #expect(origin.requests.count == 51)
            let totals = try await bench.cache.totals()
            #expect(totals.blobs == 1)
            for _ in 0..<20 {
                #expect(
                    await bench.resolve("/gone", "/broken", within: .seconds(5)).outcomes.allSatisfy {
                        $0.failure != nil
                    })
            }
            #expect(await bench.resolve("/large").outcomes.first?.failure?.reason == .tooLarge)
            for _ in 0..<20 {
                #expect(
                    await bench.resolve("/large", "/slow", within: .milliseconds(100)).outcomes.allSatisfy {
                        $0.failure != nil
                    })
            }
            gate.open()
            let files5 = try files(bench)
            #expect(files5 == (1, 0))
        }
    }

    /// What somebody does to a blob's file.
    enum Tampering: String, CaseIterable, Sendable {
        case overwritten, truncated, deleted, swapped

        func apply(to path: String, other: String) throws {
            let result: Int32
            switch self {
            case .deleted: result = unsafe unlink(path)
            case .swapped: result = unsafe rename(other, path)
            case .truncated: result = unsafe chmod(path, 0o640) == 0 ? unsafe truncate(path, 1000) : -1
            case .overwritten:
                _ = unsafe chmod(path, 0o640)
                let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
                let byte: [UInt8] = [0xff]
                result = unsafe pwrite(file, byte, 1, 500) == 1 ? 0 : -1
                close(file)
            }
            guard result == 0 else { throw FixtureError.unreadable(path, errno) }
        }
    }

    @Test(arguments: Tampering.allCases)
    func `heals a blob that somebody tampered with by one fetch`(_ tampering: Tampering) async throws {
        let body = try Fixture.bytes("photo.jpg")
        let origin = try LoopbackOrigin(routes: ["/a": .body(body), "/b": .body(try Fixture.bytes("picture.png"))])
        try await PipelineBench.run(origin) { bench in
            let media = try #require(await bench.resolve("/a").outcomes.first?.media)
            let other = try #require(await bench.resolve("/b").outcomes.first?.media)
            try tampering.apply(to: media.path, other: other.path)
            let healed = try #require(await bench.resolve("/a").outcomes.first?.media)
            #expect(healed.cache == .miss)
            #expect(try Fixture.readFile(healed.path) == body)
            #expect(origin.requests.count { $0.path == "/a" } == 2)
            #expect(await bench.resolve("/a").outcomes.first?.media?.cache == .hit)
            #expect(origin.requests.count { $0.path == "/a" } == 2)
            #expect(try files(bench).temporary == 0)
        }
    }
}
