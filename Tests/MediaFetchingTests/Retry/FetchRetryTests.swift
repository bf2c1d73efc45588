import Fixtures
import LoopbackOrigin
import MediaFetching
import Synchronization
import Telemetry
import Testing

/// Tries again, goes on where a body broke off, and never mixes two versions of it, against a real origin.
@Suite(.timeLimit(.minutes(20)))
struct FetchRetryTests {
    static let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    static let other = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ 5) }
    static let fields = [("ETag", "\"v1\""), ("Accept-Ranges", "bytes"), ("Content-Type", "image/jpeg")]

    /// A bench whose origin gives one reply after another, the last one for good.
    static func bench(
        clocks: Clocks = .system, _ replies: [@Sendable (OriginRequest) -> OriginReply],
        _ configure: (inout FetchConfiguration) -> Void = { _ in }
    ) throws -> FetchBench {
        let count = Mutex(0)
        let origin = try LoopbackOrigin { request in
            let index = count.withLock { count in
                count += 1
                return min(count, replies.count) - 1
            }
            return replies[index](request)
        }
        return try FetchBench(origin, clocks: clocks) {
            $0.retries = .withoutWaits
            $0.backOff = .none
            configure(&$0)
        }
    }

    /// The first `count` bytes of a body under its true length, then the connection's end or its reset.
    static func part(
        _ count: Int, of body: [UInt8] = body, _ fields: [(String, String)] = fields, resets: Bool = false
    ) -> @Sendable (OriginRequest) -> OriginReply {
        { _ in
            let bytes =
                OriginReply.head(200, fields + [("Content-Length", String(body.count))]) + body.prefix(count)
            return resets ? .resetting(after: bytes) : OriginReply([.bytes(bytes)], closes: true)
        }
    }

    /// A whole body, or the rest of it where a range is asked for under the version's tag.
    static func whole(
        _ body: [UInt8] = body, tag: String = "\"v1\""
    ) -> @Sendable (OriginRequest) -> OriginReply {
        { request in
            let fields = [("ETag", tag), ("Accept-Ranges", "bytes")]
            guard request.header("If-Range") == tag, let start = FetchRetryTests.start(of: request) else {
                return .body(body, fields)
            }
            let range = ("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)")
            return .body(Array(body[start...]), status: 206, fields + [range])
        }
    }

    static func start(of request: OriginRequest) -> Int? {
        guard let text = request.header("Range"), text.hasPrefix("bytes="), text.hasSuffix("-") else { return nil }
        return Int(text.dropFirst(6).dropLast())
    }

    static let passing: [(String, @Sendable (OriginRequest) -> OriginReply)] = [
        ("500", { _ in .body([1], status: 500) }), ("502", { _ in .body([1], status: 502) }),
        ("503", { _ in .body([1], status: 503) }), ("504", { _ in .body([1], status: 504) }),
        ("429", { _ in .body([1], status: 429) }), ("no answer", { _ in .closing }),
        ("a reset before the answer", { _ in .resetting() }),
        ("a reset in the body", part(20_000, resets: true)), ("a body cut short", part(20_000)),
        ("a body cut before its first byte", part(0)),
        (
            "chunks cut short",
            { _ in
                OriginReply(
                    [.bytes(OriginReply.head(200, [("Transfer-Encoding", "chunked")]) + OriginReply.chunk([1, 2]))],
                    closes: true)
            }
        ),
    ]

    @Test(arguments: passing, [1, 2])
    func `what passes is tried again, twice at most`(
        _ fault: (name: String, reply: @Sendable (OriginRequest) -> OriginReply), _ count: Int
    ) async throws {
        let bench = try FetchRetryTests.bench(Array(repeating: fault.reply, count: count) + [FetchRetryTests.whole()])
        let outcome = await bench.fetch("/")
        #expect(outcome.body == FetchRetryTests.body)
        #expect(outcome.answer?.bytes == 50_000)
        #expect(bench.origin.requests.count == count + 1)
        let worse = try FetchRetryTests.bench(Array(repeating: fault.reply, count: 3) + [FetchRetryTests.whole()])
        #expect(await worse.fetch("/").failure != nil)
        #expect(worse.origin.requests.count == 3)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 501, 505])
    func `what does not pass is not`(_ status: Int) async throws {
        let bench = try FetchRetryTests.bench([{ _ in .body([1], status: status) }, FetchRetryTests.whole()])
        #expect(await bench.fetch("/").failure?.httpStatus == status)
        #expect(bench.origin.requests.count == 1)
    }

    @Test func `goes on where the body broke off, again and again`() async throws {
        let bench = try FetchRetryTests.bench([
            FetchRetryTests.part(20_000),
            { _ in
                let range = ("Content-Range", "bytes 20000-49999/50000")
                let head = OriginReply.head(206, FetchRetryTests.fields + [range, ("Content-Length", "30000")])
                return OriginReply([.bytes(head + FetchRetryTests.body[20_000..<35_000])], closes: true)
            }, FetchRetryTests.whole(),
        ])
        let outcome = await bench.fetch("/")
        #expect(outcome.body == FetchRetryTests.body)
        #expect(outcome.answer?.bytes == 50_000)
        #expect(outcome.answer?.validators.etag == "\"v1\"")
        #expect(outcome.answer?.contentType == "image/jpeg")
        #expect(bench.origin.requests.map { $0.header("Range") } == [nil, "bytes=20000-", "bytes=35000-"])
        #expect(bench.origin.requests.map { $0.header("If-Range") } == [nil, "\"v1\"", "\"v1\""])
    }

    static let wholeOnly: [[(String, String)]] = [
        [], [("ETag", "\"v1\"")], [("Accept-Ranges", "bytes")], [("ETag", "W/\"v1\""), ("Accept-Ranges", "bytes")],
        [("ETag", "\"v1\""), ("Accept-Ranges", "none")],
    ]

    @Test(arguments: wholeOnly)
    func `without ranges or a strong validator it begins again`(_ fields: [(String, String)]) async throws {
        let bench = try FetchRetryTests.bench([FetchRetryTests.part(20_000, fields), FetchRetryTests.whole()])
        #expect(await bench.fetch("/").body == FetchRetryTests.body)
        #expect(bench.origin.requests.map { $0.header("Range") } == [nil, nil])
    }

    @Test func `a new version comes whole, and nothing of the old one stays`() async throws {
        let bench = try FetchRetryTests.bench([
            FetchRetryTests.part(20_000), FetchRetryTests.whole(FetchRetryTests.other, tag: "\"v2\""),
        ])
        let outcome = await bench.fetch("/")
        #expect(outcome.body == FetchRetryTests.other)
        #expect(outcome.answer?.validators.etag == "\"v2\"")
        #expect(outcome.answer?.bytes == 50_000)
        #expect(bench.origin.requests.last?.header("If-Range") == "\"v1\"")
    }

    /// Answers to a request for the rest that are no rest of the same bytes.
    static let lies: [(String, [(String, String)], Int)] = [
        ("another version", [("ETag", "\"v2\""), ("Content-Range", "bytes 20000-49999/50000")], 206),
        ("no version", [("Content-Range", "bytes 20000-49999/50000")], 206),
        ("another start", [("ETag", "\"v1\""), ("Content-Range", "bytes 0-49999/50000")], 206),
        ("another total", [("ETag", "\"v1\""), ("Content-Range", "bytes 20000-49999/60000")], 206),
        ("an early end", [("ETag", "\"v1\""), ("Content-Range", "bytes 20000-29999/50000")], 206),
        ("no range", [("ETag", "\"v1\"")], 206),
        ("parts", [("ETag", "\"v1\""), ("Content-Type", "multipart/byteranges; boundary=b")], 206),
        ("none left", [("Content-Range", "bytes */50000")], 416),
    ]

    @Test(arguments: lies)
    func `a rest that is not of the same bytes is thrown away`(
        _ name: String, _ fields: [(String, String)], _ status: Int
    ) async throws {
        let lie: @Sendable (OriginRequest) -> OriginReply = { _ in
            .body(Array(FetchRetryTests.other.suffix(30_000)), status: status, fields)
        }
        let bench = try FetchRetryTests.bench([FetchRetryTests.part(20_000), lie, FetchRetryTests.whole()])
        #expect(await bench.fetch("/").body == FetchRetryTests.body)
        #expect(bench.origin.requests.map { $0.header("Range") } == [nil, "bytes=20000-", nil])
        // Where it is the last try, what ended the body is the reason.
        let last = try FetchRetryTests.bench([FetchRetryTests.part(20_000), lie, FetchRetryTests.part(20_000), lie])
        #expect(await last.fetch("/").failure?.reason == .truncated)
        #expect(last.origin.requests.count == 3)
    }

    @Test func `a rest without a length of its own must end where its range says`() async throws {
        for (count, isWhole) in [(30_000, true), (29_999, false), (30_001, false)] {
            let rest: @Sendable (OriginRequest) -> OriginReply = { _ in
                let range = ("Content-Range", "bytes 20000-49999/50000")
                let bytes = FetchRetryTests.body[20_000...] + [9, 9]
                return .untilCloseOf(206, Array(bytes.prefix(count)), FetchRetryTests.fields + [range])
            }
            let bench = try FetchRetryTests.bench([FetchRetryTests.part(20_000), rest, FetchRetryTests.part(1, [])])
            let outcome = await bench.fetch("/")
            #expect((outcome.answer != nil) == isWhole, "\(count)")
            if isWhole { #expect(outcome.body == FetchRetryTests.body) }
        }
    }

    @Test func `a conditional request stays one, and its 304 stands, until a body has begun`() async throws {
        let bench = try FetchRetryTests.bench([{ _ in .body([], status: 503) }, { _ in .empty(304) }])
        let outcome = await bench.fetch("/", validators: Validators(etag: "\"v0\""))
        #expect(outcome.answer?.notModified == true)
        #expect(bench.origin.requests.map { $0.header("If-None-Match") } == ["\"v0\"", "\"v0\""])
        let rest = try FetchRetryTests.bench([FetchRetryTests.part(20_000), FetchRetryTests.whole()])
        #expect(await rest.fetch("/", validators: Validators(etag: "\"v0\"")).body == FetchRetryTests.body)
        #expect(rest.origin.requests.map { $0.header("If-None-Match") } == ["\"v0\"", nil])
    }

    @Test func `a consumer that cannot begin again ends the fetch`() async throws {
        let bench = try FetchRetryTests.bench([FetchRetryTests.part(20_000, []), FetchRetryTests.whole()])
        let outcome = await bench.fetch("/", into: CollectingConsumer(restarting: BodyRefusal(.storageError, "No.")))
        #expect(outcome.failure?.reason == .storageError)
        #expect(bench.origin.requests.count == 2)
    }

    @Test func `the hop that failed is tried again, not the redirects before it`() async throws {
        let bench = try FetchRetryTests.bench([
            { _ in .redirect(302, to: "/b") }, FetchRetryTests.part(20_000), FetchRetryTests.whole(),
        ])
        let outcome = await bench.fetch("/a")
        #expect(outcome.body == FetchRetryTests.body)
        #expect(outcome.answer?.redirects == 1)
        #expect(bench.origin.requests.map(\.target) == ["/a", "/b", "/b"])
    }

    @Test func `a body that broke off is nothing to a redirect's target`() async throws {
        let bench = try FetchRetryTests.bench([
            FetchRetryTests.part(20_000), { _ in .redirect(302, to: "/b") },
            FetchRetryTests.whole(FetchRetryTests.other),
        ])
        let outcome = await bench.fetch("/a")
        #expect(outcome.body == FetchRetryTests.other)
        #expect(bench.origin.requests.map { $0.header("Range") } == [nil, "bytes=20000-", nil])
    }

    @Test(arguments: [503, 429]) func `Retry-After is waited for where it fits, to the second`(_ status: Int)
        async throws
    {
        let clock = MovedClock()
        let times = Mutex<[Duration]>([])
        let note: @Sendable () -> Void = { times.withLock { $0.append(clock.moved) } }
        let bench = try FetchRetryTests.bench(
            clocks: clock.clocks,
            [
                { _ in
                    note()
                    return .body([], status: status, [("Retry-After", "5")])
                },
                { request in
                    note()
                    return FetchRetryTests.whole()(request)
                },
            ]
        ) { $0.backOff = BackOffRules() }
        let fetch = Task { await bench.fetch("/") }
        await bench.origin.waitForRequests(1)
        while bench.origin.requests.count < 2 {
            // Time passes only while nothing else happens.
            let load = bench.fetcher.load
            if load.running == 0, load.waiting == 1 { clock.move(by: .milliseconds(100)) }
            await bench.fetcher.answer()
        }
        #expect(await fetch.value.body == FetchRetryTests.body)
        let waited = times.withLock { $0[1] - $0[0] }
        #expect(waited >= .seconds(5) && waited <= .seconds(7))
    }

    @Test(
        arguments: [
            ("60", .seconds(59)), ("6", .seconds(6)), ("Sun, 06 Nov 2094 08:49:37 GMT", .seconds(50)),
        ] as [(String, Duration)])
    func `Retry-After that does not fit ends the fetch at once`(_ value: String, _ left: Duration) async throws {
        let clock = MovedClock()
        let bench = try FetchRetryTests.bench(
            clocks: clock.clocks, [{ _ in .body([], status: 503, [("Retry-After", value)]) }])
        let failure = try #require(await bench.fetch("/", within: left).failure)
        #expect(failure.httpStatus == 503)
        #expect(try #require(failure.retryAfterSeconds) >= 6)
        #expect(bench.origin.requests.count == 1)
    }

    @Test func `nobody's patience is overrun: who waits longest counts`() async throws {
        let clock = MovedClock()
        for (longer, requests) in [(nil, 1), (Duration.seconds(1), 1), (.seconds(20), 2)] as [(Duration?, Int)] {
            let bench = try FetchRetryTests.bench(
                clocks: clock.clocks,
                [{ _ in .body([], status: 503, [("Retry-After", "10")]) }, FetchRetryTests.whole()])
            let urgency = FetchUrgency(.interactive, patience: .after(.seconds(5), on: clock.clocks))
            if let longer { urgency.extend(to: .after(longer, on: clock.clocks)) }
            let fetch = Task { await bench.fetch("/", urgency: urgency) }
            await bench.origin.waitForRequests(1)
            while bench.fetcher.load.running > 0 { await bench.fetcher.answer() }
            clock.move(by: .seconds(11))
            await bench.fetcher.answer()
            let outcome = await fetch.value
            #expect((outcome.answer != nil) == (requests == 2))
            #expect(bench.origin.requests.count == requests)
        }
    }

    @Test func `a fetch that waits for its next try ends with its task, and holds no connection`() async throws {
        let clock = MovedClock()
        let bench = try FetchRetryTests.bench(
            clocks: clock.clocks, [{ _ in .body([], status: 503, [("Retry-After", "10")]) }, FetchRetryTests.whole()]
        ) { $0.maxConnectionsPerHost = 1 }
        let fetch = Task { await bench.fetch("/a") }
        await bench.origin.waitForRequests(1)
        #expect(await bench.fetch("/b").body == FetchRetryTests.body)
        fetch.cancel()
        #expect(await fetch.value.failure?.reason == .cancelled)
        #expect(bench.fetcher.load.running == 0)
    }

    @Test func `an answer tells whether its end was marked`() async throws {
        let body = FetchRetryTests.body
        let cases: [(OriginReply, Bool)] = [
            (.body(body), true), (.chunked([body]), true), (.untilClose(body), false),
            (.untilClose(OriginCoding.gzip(body), [("Content-Encoding", "gzip")]), true),
        ]
        for (reply, isDelimited) in cases {
            let bench = try FetchRetryTests.bench([{ _ in reply }])
            let outcome = await bench.fetch("/")
            #expect(outcome.body == body)
            #expect(outcome.answer?.isDelimited == isDelimited)
        }
    }

    @Test func `retries and resumes are reported`() async throws {
        let reports = Mutex<[TransferReport]>([])
        let bench = try FetchRetryTests.bench([
            FetchRetryTests.part(20_000), { _ in .body([], status: 503) }, FetchRetryTests.whole(),
        ]) { configuration in configuration.onTransferEnd = { report in reports.withLock { $0.append(report) } } }
        #expect(await bench.fetch("/").body == FetchRetryTests.body)
        let report = try #require(reports.withLock { $0.first })
        #expect(report.retries == [.truncated, .status])
        #expect(report.resumed == 1)
        #expect(report.hops.count == 3)
    }
}

extension OriginReply {
    /// A body of any status that ends with the connection.
    fileprivate static func untilCloseOf(
        _ status: Int, _ body: [UInt8], _ fields: [(String, String)]
    ) -> OriginReply {
        OriginReply([.bytes(head(status, fields) + body)], closes: true)
    }
}
