import Glibc
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
        /// The hop failed, and the fetch waits for its next try.
        case again
        /// The wait for the next try is over.
        case due
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

    /// Whether the running hop is to show that its origin is back: what the loop says.
    var isProbe = false
    /// When the next try may begin; nil unless one is waited for.
    private(set) var waitsUntil: ContinuousClock.Instant?
    /// What ended the last try of this hop; nil before the first retry.
    private(set) var lastFailure: FetchFailure?
    /// The rest that the running hop asks for; nil for the whole.
    private var part: ResumePoint?
    /// The version of the bytes in the consumer, if the rest of it could be asked for.
    private var version: ResumePoint?
    /// The head of the answer that the bytes in the consumer began with.
    private var wholeHead: ResponseHead?
    /// Bytes in the consumer, over all tries.
    private var consumed: Int64 = 0
    private var decoder: BodyDecoder?
    private var needsFreshConnection = false

    init(_ job: FetchJob, _ surroundings: Surroundings) {
        self.job = job
        self.surroundings = surroundings
        target = job.request.target
        state = Transfer.freshState(job, target, surroundings.configuration, part: nil)
        facts = CurlFailure(host: target.origin.host)
        requestedAt = surroundings.clocks.wall()
        receivedAt = requestedAt
        account = TransferAccount(begun: surroundings.clocks.monotonic())
    }

    private static func freshState(
        _ job: FetchJob, _ target: FetchTarget, _ configuration: FetchConfiguration, part: ResumePoint?
    ) -> TransferState {
        TransferState(
            host: target.origin.host, maxBytes: job.request.maxBytes ?? configuration.maxBytes,
            isConditional: part == nil && HopRequest.isConditional(job.request.validators), part: part)
    }

    /// The origin whose place the running hop holds; nil while the fetch waits for its turn.
    private(set) var runningOrigin: Origin?

    /// Whether the hop's answer has come, so that its protocol is known.
    var hasAnswer: Bool {
        state.head.isComplete
    }

    /// The status of the hop's answer; nil before it has come.
    var answerStatus: Int? {
        state.head.isComplete ? state.head.status : nil
    }

    /// Makes the hop's handle, for the loop to start beside so many that run.
    func begin(running: Int) throws(CurlError) -> EasyHandle {
        runningOrigin = target.origin
        account.hopBegins(at: surroundings.clocks.monotonic())
        part = version?.advanced(to: consumed)
        decoder = nil
        state = Transfer.freshState(job, target, surroundings.configuration, part: part)
        facts = CurlFailure(host: target.origin.host, isTLS: target.origin.scheme == .https)
        let remaining = job.request.deadline.remaining(at: surroundings.clocks.monotonic())
        let request = HopRequest(
            target: target, validators: job.request.validators, part: part, configuration: surroundings.configuration,
            remaining: remaining, needsFreshConnection: needsFreshConnection, running: running)
        needsFreshConnection = false
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

    /// Tells the log and the observer what became of the fetch, once its last hop has ended; nothing where no origin was
    /// asked because of an earlier failure. Returns the result with its times.
    func report(_ result: Result<FetchAnswer, FetchFailure>) -> Result<FetchAnswer, FetchFailure> {
        if case .failure(let failure) = result, failure.isRemembered, !account.hasHops { return result }
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
        switch result {
        case .success(var answer):
            answer.report = report
            return .success(answer)
        case .failure(var failure):
            failure.report = report
            return .failure(failure)
        }
    }

    /// When the fetch wants to look at the clock.
    var nextCheck: ContinuousClock.Instant {
        let deadline = min(job.request.deadline.instant, waitsUntil ?? job.request.deadline.instant)
        // While it waits for its turn, the state is that of the hop before.
        guard easy != nil, let check = state.nextCheck else { return deadline }
        return min(deadline, check)
    }

    /// Looks at the clock: the step that time alone brings; nil to go on.
    func check(at now: ContinuousClock.Instant) -> Step? {
        if job.request.deadline.hasPassed(at: now) { return .finished(.failure(deadlineFailure())) }
        if let instant = waitsUntil {
            guard now >= instant else { return nil }
            waitsUntil = nil
            return .due
        }
        guard easy != nil, !state.check(at: now) else { return nil }
        return step()
    }

    /// libcurl is done with the hop.
    func completed(_ code: UInt32) -> Step {
        if code == 0 {
            state.bodyEnded(isDecoded: decoder?.isComplete ?? true)
            guard state.verdict != nil else { return failed(facts.failure(code), code: code) }
            return step()
        }
        switch state.verdict {
        case nil, .body:
            facts.isInBody = state.verdict == .body
            facts.isConnected = easy?.isConnected ?? false
            facts.systemError = easy?.systemError ?? 0
            facts.errorText = easy?.errorText ?? ""
            return failed(decorated(facts.failure(code)), code: code)
        case .notModified, .redirect, .failure:
            return step()
        }
    }

    /// What the verdict leads to, once nothing more comes of the hop.
    private func step() -> Step {
        switch state.verdict {
        case .body, .notModified: return .finished(.success(answer()))
        case .failure(let failure): return failed(decorated(failure), code: 0)
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
            version = nil
            lastFailure = nil
            return .redirected
        } catch {
            account.refused(error.rule)
            return .finished(.failure(error))
        }
    }

    /// What becomes of the fetch after a hop that failed with a `CURLcode`, 0 where our own rules ended it.
    private func failed(_ failure: FetchFailure, code: UInt32) -> Step {
        guard let cause = RetryCause(failure, code: code, isForPart: part != nil) else {
            return .finished(.failure(failure))
        }
        let now = surroundings.clocks.monotonic()
        let wait = surroundings.configuration.retries.wait(
            for: cause, retries: account.retries.count, retryAfter: failure.retryAfterSeconds,
            jitter: .random(in: 0..<1), left: now.duration(to: patience))
        guard let wait, !(isProbe && cause.isOfConnection) else {
            // An answer that is no rest of the body says less than what ended the body.
            return .finished(.failure(cause == .otherPart ? lastFailure ?? failure : failure))
        }
        if cause == .otherPart {
            version = nil
        } else {
            lastFailure = failure
        }
        needsFreshConnection = cause == .http2
        account.retries(because: cause)
        waitsUntil = now.advanced(by: wait)
        surroundings.log.event(
            .debug, "a fetch is tried again",
            [
                ("url", job.request.target.redacted), ("cause", cause.rawValue), ("detail", failure.detail),
                ("wait", String(wait.wholeMilliseconds)), ("from", String(version == nil ? 0 : consumed)),
            ])
        return .again
    }

    /// Waits on for a try that may not begin yet; false if nobody would be there any more.
    func wait(until instant: ContinuousClock.Instant) -> Bool {
        guard instant < patience else { return false }
        waitsUntil = instant
        return true
    }

    /// When who asked has gone, or the fetch ends in any case.
    private var patience: ContinuousClock.Instant {
        let deadline = job.request.deadline.instant
        return min(deadline, job.request.urgency.patience ?? deadline)
    }

    private func answer() -> FetchAnswer {
        let head = state.head
        // The rest of a body need not repeat what the whole said (RFC 9110 section 15.3.7).
        let resumed = state.isResumed ? wholeHead : nil
        return FetchAnswer(
            notModified: state.verdict == .notModified, bytes: state.bytes,
            contentType: head.first("content-type") ?? resumed?.first("content-type"),
            freshness: redirectFreshness.reduce(freshness()) { $0.limited(by: $1) },
            validators: Validators(
                etag: head.first("etag") ?? resumed?.first("etag"),
                lastModified: head.first("last-modified") ?? resumed?.first("last-modified")),
            finalURL: target.cacheKey, redirects: redirects,
            isDelimited: state.isResumed || decoder != nil || state.framing?.isDelimited != false)
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
        let wasComplete = state.head.isComplete
        let goesOn = state.receivedHeader(line, at: surroundings.clocks.monotonic())
        guard state.head.isComplete, !wasComplete else { return goesOn }
        receivedAt = surroundings.clocks.wall()
        return goesOn && bodyBegins()
    }

    /// The head is there; whether the consumer is ready for the body. What an earlier try brought of it goes, unless this
    /// is the rest of the same bytes.
    private func bodyBegins() -> Bool {
        guard state.verdict == .body else { return true }
        if state.isResumed {
            account.resumes()
            return true
        }
        decoder = state.framing?.coding.map(BodyDecoder.init)
        version = ResumePoint(state.head, now: receivedAt)
        wholeHead = state.head
        if consumed > 0 {
            consumed = 0
            if let refusal = job.consumer.restart() {
                state.refused(refusal)
                return false
            }
        }
        job.consumer.expect(decoder == nil ? state.framing?.length : nil)
        return true
    }

    func receivedBody(_ bytes: Span<UInt8>) -> Bool {
        switch state.arrived(bytes.count, at: surroundings.clocks.monotonic()) {
        case .discard: return true
        case .stop: return false
        case .consume: break
        }
        guard let decoder else { return consume(bytes) }
        switch decoder.decode(bytes, consume) {
        case .more: return true
        case .stopped: return false
        case .broken:
            state.codingBroke()
            return false
        }
    }

    private func consume(_ bytes: Span<UInt8>) -> Bool {
        guard state.take(bytes.count) else { return false }
        consumed += Int64(bytes.count)
        let refusal = job.consumer.consume(bytes)
        // A list's bytes keep this thread at work without a pause, and a request that comes meanwhile is not to wait for the
        // end of its slice of a processor.
        if job.request.urgency.priority == .batch { sched_yield() }
        guard let refusal else { return true }
        state.refused(refusal)
        return false
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
