import Telemetry

/// One fetch on the loop's thread: its hops, each an easy handle with a state machine, until there is a result.
final class Transfer: EasyHandleEvents {
    /// What all transfers of a fetcher share.
    struct Surroundings {
        let configuration: FetchConfiguration
        let addressGuard: AddressGuard
        let clocks: Clocks
        let log: Log
    }

    /// What becomes of the fetch after a hop.
    enum Step {
        case finished(Result<FetchAnswer, FetchFailure>)
        case redirected
    }

    let job: FetchJob
    /// The URL of the running hop.
    private(set) var target: FetchTarget
    /// The running hop; nil while the fetch waits for its turn.
    private(set) var easy: EasyHandle?
    /// The earliest entry in the timer queue; nil if there is none.
    var scheduledCheck: ContinuousClock.Instant?

    private let surroundings: Surroundings
    private var redirects = 0
    private var state: TransferState
    private var facts: CurlFailure
    private var requestedAt: WallTime
    private var receivedAt: WallTime
    /// How long the redirects that led here may be reused.
    private var redirectFreshness: [Freshness] = []
    private var account: TransferAccount

    init(_ job: FetchJob, _ surroundings: Surroundings) {
        self.job = job
        self.surroundings = surroundings
        target = job.request.target
        state = Transfer.freshState(job, target, surroundings.configuration)
        facts = CurlFailure(host: target.origin.host)
        requestedAt = surroundings.clocks.wall()
        receivedAt = requestedAt
        account = TransferAccount(begun: surroundings.clocks.monotonic())
    }

    private static func freshState(
        _ job: FetchJob, _ target: FetchTarget, _ configuration: FetchConfiguration
    ) -> TransferState {
        TransferState(
            host: target.origin.host, maxBytes: job.request.maxBytes ?? configuration.maxBytes,
            isConditional: HopRequest.isConditional(job.request.validators))
    }

    /// The origin whose place the running hop holds; nil while the fetch waits for its turn.
    private(set) var runningOrigin: Origin?

    /// Whether the hop's answer has come, so that its protocol is known.
    var hasAnswer: Bool {
        state.head.isComplete
    }

    /// Makes the hop's handle, for the loop to start.
    func begin() throws(CurlError) -> EasyHandle {
        runningOrigin = target.origin
        account.hopBegins(at: surroundings.clocks.monotonic())
        state = Transfer.freshState(job, target, surroundings.configuration)
        facts = CurlFailure(host: target.origin.host, isTLS: target.origin.scheme == .https)
        let remaining = job.request.deadline.remaining(at: surroundings.clocks.monotonic())
        let request = HopRequest(
            target: target, validators: job.request.validators, configuration: surroundings.configuration,
            remaining: remaining)
        let easy = try EasyHandle(request, events: self)
        self.easy = easy
        return easy
    }

    /// Lets go of the hop's handle, which the loop has taken from libcurl.
    func end() {
        if let easy { account.hopEnds(HopPhases(easy.stamps), at: surroundings.clocks.monotonic()) }
        easy = nil
        runningOrigin = nil
    }

    /// Tells the log and the observer what became of the fetch, once its last hop has ended.
    func report(_ result: Result<FetchAnswer, FetchFailure>) {
        let report = account.report(result, bytes: state.bytes, at: surroundings.clocks.monotonic())
        if case .failure(let failure) = result {
            surroundings.log.event(
                failure.reason == .cancelled ? .debug : .info, "a fetch failed",
                [
                    ("url", job.request.target.redacted), ("reason", failure.reason.rawValue),
                    ("detail", failure.detail), ("refusals", report.refusals.joined(separator: " ")),
                    ("ms", String(report.total.wholeMilliseconds)),
                ])
        }
        surroundings.configuration.onTransferEnd(report)
    }

    /// When the fetch wants to look at the clock.
    var nextCheck: ContinuousClock.Instant {
        let deadline = job.request.deadline.instant
        // While it waits for its turn, the state is that of the hop before.
        guard easy != nil, let check = state.nextCheck else { return deadline }
        return min(deadline, check)
    }

    /// Looks at the clock: the step that time alone brings; nil to go on.
    func check(at now: ContinuousClock.Instant) -> Step? {
        if job.request.deadline.hasPassed(at: now) { return .finished(.failure(deadlineFailure())) }
        guard easy != nil, !state.check(at: now) else { return nil }
        return step()
    }

    /// libcurl is done with the hop.
    func completed(_ code: UInt32) -> Step {
        if code == 0 {
            guard state.verdict != nil else { return .finished(.failure(decorated(facts.failure(code)))) }
            return step()
        }
        switch state.verdict {
        case nil, .body:
            facts.isInBody = state.verdict == .body
            facts.isConnected = easy?.isConnected ?? false
            facts.systemError = easy?.systemError ?? 0
            facts.errorText = easy?.errorText ?? ""
            return .finished(.failure(decorated(facts.failure(code))))
        case .notModified, .redirect, .failure:
            return step()
        }
    }

    /// What the verdict leads to, once nothing more comes of the hop.
    private func step() -> Step {
        switch state.verdict {
        case .body, .notModified: return .finished(.success(answer()))
        case .failure(let failure): return .finished(.failure(decorated(failure)))
        case .redirect(let location): return follow(location)
        case nil: return .finished(.failure(facts.failure(0)))
        }
    }

    private func follow(_ location: String) -> Step {
        do {
            let next = try RedirectRules.next(
                location, from: target, followed: redirects, limit: surroundings.configuration.maxRedirects,
                rules: surroundings.addressGuard.rules)
            redirectFreshness.append(freshness())
            redirects += 1
            target = next
            return .redirected
        } catch {
            account.refused(error.rule)
            return .finished(.failure(error))
        }
    }

    private func answer() -> FetchAnswer {
        let head = state.head
        return FetchAnswer(
            notModified: state.verdict == .notModified, bytes: state.bytes, contentType: head.first("content-type"),
            freshness: redirectFreshness.reduce(freshness()) { $0.limited(by: $1) },
            validators: Validators(etag: head.first("etag"), lastModified: head.first("last-modified")),
            finalURL: target.cacheKey, redirects: redirects)
    }

    private func freshness() -> Freshness {
        Freshness(CacheHeaders(state.head, now: receivedAt), requested: requestedAt, received: receivedAt)
    }

    /// The failure with what the response's head says about remembering it.
    private func decorated(_ failure: FetchFailure) -> FetchFailure {
        guard state.head.isComplete else { return failure }
        var failure = failure
        let freshness = freshness()
        if freshness.isExplicit { failure.freshUntil = freshness.noStore ? receivedAt : freshness.freshUntil }
        if failure.reason == .httpStatus {
            failure.retryAfterSeconds = state.head.first("retry-after").flatMap {
                RetryAfter.seconds($0, now: receivedAt)
            }
        }
        return failure
    }

    private func deadlineFailure() -> FetchFailure {
        let host = target.origin.host
        if easy == nil { return FetchFailure(.deadline, "The time was over before a connection to \(host) was free.") }
        if state.head.isComplete {
            return FetchFailure(.deadline, "The time was over before \(host) had sent the body.")
        }
        if facts.isSent { return FetchFailure(.deadline, "The time was over before \(host) had answered.") }
        return FetchFailure(.deadline, "The time was over before a connection to \(host) was made.")
    }

    func receivedHeader(_ line: Span<UInt8>) -> Bool {
        let goesOn = state.receivedHeader(line, at: surroundings.clocks.monotonic())
        if state.head.isComplete { receivedAt = surroundings.clocks.wall() }
        return goesOn
    }

    func receivedBody(_ bytes: Span<UInt8>) -> Bool {
        switch state.receivedBody(bytes.count, at: surroundings.clocks.monotonic()) {
        case .discard: return true
        case .stop: return false
        case .consume:
            guard let refusal = job.consumer.consume(bytes) else { return true }
            state.refused(refusal)
            return false
        }
    }

    func mayConnect(to endpoint: SocketAddress?) -> Bool {
        guard permits(endpoint) else { return false }
        facts.connectionsTried += 1
        return true
    }

    func maySend(to endpoint: SocketAddress?) -> Bool {
        guard permits(endpoint) else { return false }
        facts.isSent = true
        requestedAt = surroundings.clocks.wall()
        return true
    }

    private func permits(_ endpoint: SocketAddress?) -> Bool {
        let verdict =
            endpoint.map { surroundings.addressGuard.rules.addresses.verdict(on: $0) }
            ?? .forbiddenAddress("unknown-family")
        if verdict == .allowed { return true }
        facts.refusal = facts.refusal ?? verdict
        account.refused(verdict.name)
        surroundings.log.event(
            .info, "an address was refused", [("url", target.redacted), ("verdict", verdict.name ?? "")])
        return false
    }
}
