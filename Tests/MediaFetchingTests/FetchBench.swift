import LoopbackOrigin
import MediaFetching
import Synchronization
import Telemetry

/// A fetcher that may reach one origin on the loopback, and the origin.
struct FetchBench {
    let origin: LoopbackOrigin
    let fetcher: MediaFetcher
    let clocks: Clocks

    /// A bench over an origin; `configure` changes the configuration, which allows the origin's port alone.
    init(
        _ origin: LoopbackOrigin, clocks: Clocks = .system,
        _ configure: (inout FetchConfiguration) throws -> Void = { _ in }
    ) throws {
        var configuration = FetchConfiguration()
        configuration.allowedNetworks = [.init("127.0.0.1/32:\(origin.port)")]
        try configure(&configuration)
        self.origin = origin
        fetcher = try MediaFetcher(configuration: configuration, clocks: clocks, log: FetchBench.quiet)
        self.clocks = clocks
    }

    /// A bench over an origin with routes.
    init(routes: [String: OriginReply], _ configure: (inout FetchConfiguration) throws -> Void = { _ in }) throws {
        try self.init(LoopbackOrigin(routes: routes), configure)
    }

    /// A log that keeps standard error clean.
    static let quiet = Log.silent

    /// Fetches a request target of the origin.
    func fetch(
        _ target: String, validators: Validators? = nil, within duration: Duration = .seconds(60),
        urgency: FetchUrgency = FetchUrgency(), into consumer: CollectingConsumer = CollectingConsumer()
    ) async -> FetchOutcome {
        await fetch(
            url: origin.url(target), validators: validators, within: duration, urgency: urgency, into: consumer)
    }

    /// Fetches a URL; one that the rules refuse is a failure like any other.
    func fetch(
        url: String, validators: Validators? = nil, within duration: Duration = .seconds(60),
        urgency: FetchUrgency = FetchUrgency(), into consumer: CollectingConsumer = CollectingConsumer()
    ) async -> FetchOutcome {
        let target: FetchTarget
        do throws(FetchFailure) {
            target = try FetchTarget.parse(url, rules: fetcher.rules)
        } catch {
            return FetchOutcome(result: .failure(error), body: [])
        }
        let request = FetchRequest(
            target: target, deadline: .after(duration, on: clocks), validators: validators, urgency: urgency)
        let result = await fetcher.fetch(request, into: consumer)
        return FetchOutcome(result: result, body: consumer.bytes)
    }
}

/// What a fetch came to.
struct FetchOutcome: Sendable {
    let result: Result<FetchAnswer, FetchFailure>
    let body: [UInt8]

    var answer: FetchAnswer? {
        guard case .success(let answer) = result else { return nil }
        return answer
    }

    var failure: FetchFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }
}

/// Keeps a body's bytes; refuses them once there are more than it wants.
final class CollectingConsumer: BodyConsumer {
    private let state = Mutex<[UInt8]>([])
    private let expectations = Mutex<[Int64?]>([])
    private let limit: Int
    private let refusal: BodyRefusal?
    private let restartRefusal: BodyRefusal?

    /// Takes everything, or refuses with `refusal` what goes beyond `limit`, and to begin again if it is told so.
    init(refusing refusal: BodyRefusal? = nil, beyond limit: Int = .max, restarting restartRefusal: BodyRefusal? = nil)
    {
        self.restartRefusal = restartRefusal
        self.refusal = refusal
        self.limit = limit
    }

    var bytes: [UInt8] {
        state.withLock { $0 }
    }

    /// The lengths that were told, one for each body that began.
    var expected: [Int64?] {
        expectations.withLock { $0 }
    }

    func expect(_ bytes: Int64?) {
        expectations.withLock { $0.append(bytes) }
    }

    func consume(_ bytes: Span<UInt8>) -> BodyRefusal? {
        state.withLock { kept in
            for index in bytes.indices { kept.append(bytes[index]) }
            return kept.count > limit ? refusal : nil
        }
    }

    func restart() -> BodyRefusal? {
        state.withLock { $0 = [] }
        return restartRefusal
    }
}
