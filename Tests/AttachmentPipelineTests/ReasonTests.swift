import AttachmentCache
import AttachmentPipeline
import Fixtures
import LoopbackOrigin
import MediaFetching
import MediaInspection
import NotificationContent
import Testing

/// Every reason that an attachment can fail for, brought about for real, from the project's own samples alone.
@Suite(.timeLimit(.minutes(20))) struct ReasonTests {
    /// A way to fail: what the reference names, and what the origin does about it.
    struct Case: Sendable, CustomTestStringConvertible {
        let reason: FailureReason
        /// A request target, or a whole URL.
        var source = "/x"
        var reply: @Sendable () throws -> OriginReply = { .body([]) }
        var within = Duration.seconds(60)

        var testDescription: String { reason.rawValue }
    }

    private static let cases: [Case] = [
        Case(reason: .deadline, reply: { .silent }, within: .milliseconds(200)),
        Case(reason: .unsupportedType, reply: { .body(try Fixture.bytes("photo.webp")) }),
        Case(reason: .tooLarge, reply: { .lying(length: 10_485_761, body: []) }),
        Case(reason: .tooLong, reply: { .body(try Fixture.bytes("long.mp4")) }),
        Case(reason: .tooManyPixels, reply: { .body(try Sample.hugeGIF()) }),
        Case(reason: .empty),
        Case(reason: .truncated, reply: { .body(Array(try Fixture.bytes("photo.jpg").prefix(5000))) }),
        Case(
            reason: .truncated,
            reply: { .lying(length: 13_078, body: Array(try Fixture.bytes("photo.jpg").prefix(5000))) }),
        Case(reason: .corrupt, reply: { .body(try Sample.flatJPEG()) }),
        Case(reason: .polyglot, reply: { .body(try Fixture.bytes("photo.jpg") + Sample.archive) }),
        Case(reason: .encrypted, reply: { .body(try Sample.film(replacing: "avc1", by: "encv")) }),
        Case(reason: .externalReference, reply: { .body(Sample.referenceMovie) }),
        Case(reason: .invalidURL, source: "http://"), Case(reason: .forbiddenScheme, source: "ftp://a.example/x"),
        Case(reason: .forbiddenAddress, source: "http://10.0.0.1/x"),
        Case(reason: .tooManyRedirects, reply: { .redirect(302, to: "/x") }),
        Case(reason: .dnsFailure, source: "http://no-such-name.invalid/x"),
        Case(reason: .httpStatus, reply: { .body([], status: 404) }),
        Case(
            reason: .stalled, reply: { .stalling(try Fixture.bytes("photo.jpg"), after: 100, until: try OriginGate()) }),
        Case(reason: .transferFailed, reply: { .raw("220 mail.example ready\r\n") }),
        Case(reason: .badEncoding, reply: { .body([1, 2, 3], [("Content-Encoding", "br")]) }),
    ]

    /// Reasons with a test of their own: below, in `AttachmentPipelineTests`, and for the ones that need TLS redirects, in
    /// the fetcher's `RedirectRules` tests.
    private static let elsewhere: Set<FailureReason> = [
        .forbiddenPort, .connectFailure, .tlsFailure, .inspectionFailed, .storageFull, .storageError, .cancelled,
        .insecureRedirect,
    ]

    /// Reasons of parts that do not exist yet: shedding load, and the batch command.
    private static let later: Set<FailureReason> = [.overloaded, .malformedLine]

    @Test func `none is left out`() {
        let covered = Set(Self.cases.map(\.reason))
        #expect(covered.union(Self.elsewhere).union(Self.later) == Set(FailureReason.allCases))
        #expect(covered.isDisjoint(with: Self.elsewhere) && covered.isDisjoint(with: Self.later))
    }

    @Test(arguments: cases) func `is told by its name, in a sentence`(_ case: Case) async throws {
        let origin = try LoopbackOrigin(routes: ["/x": try `case`.reply()])
        try await PipelineBench.run(origin) { bench in
            let failure = try #require(
                await bench.resolve(`case`.source, within: `case`.within).outcomes.first?.failure)
            #expect(failure.reason == `case`.reason, "\(failure.detail)")
            #expect(failure.detail.count > 10)
            #expect(try await bench.cache.totals().blobs == 0)
        }
    }

    @Test func `a port is refused before anything is looked up`() async throws {
        let origin = try LoopbackOrigin(routes: [:])
        try await PipelineBench.run(origin, fetching: { $0.allowedNetworks = [] }) { bench in
            let attempt = await bench.resolve("http://a.example:22/x")
            #expect(attempt.outcomes.map { $0.failure?.reason } == [.forbiddenPort])
        }
    }

    @Test func `a closed port is a connection that failed, and plain text no TLS`() async throws {
        let origin = try LoopbackOrigin(routes: [:])
        try await PipelineBench.run(origin) { bench in
            let attempt = await bench.resolve("http://127.0.0.1:1/x", "https://\(origin.authority)/x")
            #expect(attempt.outcomes.map { $0.failure?.reason } == [.connectFailure, .tlsFailure])
        }
    }

    @Test func `an inspector that cannot work is no verdict on the file`() async throws {
        let origin = try LoopbackOrigin(routes: ["/x": .body(try Fixture.bytes("photo.jpg"))])
        try await PipelineBench.run(origin, inspector: "/bin/false") { bench in
            for _ in 0..<2 {
                let failure = try #require(await bench.resolve("/x").outcomes.first?.failure)
                #expect(failure.reason == .inspectionFailed)
                #expect(!failure.cached)
            }
        }
    }

    @Test func `a cache without room, or without its folder, fails the attachment alone`() async throws {
        let origin = try LoopbackOrigin(routes: ["/x": .body(try Fixture.bytes("photo.jpg"))])
        try await PipelineBench.run(origin, caching: { $0.maxBytes = 4096 }) { bench in
            #expect(await bench.resolve("/x").outcomes.first?.failure?.reason == .storageFull)
        }
        try await PipelineBench.run(origin) { bench in
            try bench.folder.remove("cache/tmp")
            #expect(await bench.resolve("/x").outcomes.first?.failure?.reason == .storageError)
        }
    }

    @Test func `small pictures that come at once take the room of their lengths, not that of large ones`() async throws
    {
        let photo = try Fixture.bytes("photo.jpg")
        let gate = try OriginGate()
        let origin = try LoopbackOrigin { _ in .stalling(photo, after: 200, until: gate) }
        let paths = (0..<12).map { "/\($0)" }
        try await PipelineBench.run(
            origin, fetchClocks: MovedClock().clocks, fetching: { $0.maxConnectionsPerHost = 12 },
            caching: { $0.maxBytes = 8 << 20 }
        ) { bench in
            async let outcomes = withTaskGroup(of: FailureReason?.self) { group in
                for path in paths {
                    group.addTask { await bench.resolve(path).outcomes.first?.failure?.reason }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            while origin.requests.count < paths.count { await Task.yield() }
            gate.open()
            #expect(await outcomes == Array(repeating: nil, count: paths.count))
        }
    }
}
