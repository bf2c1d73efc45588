import Glibc

/// One connection's requests, one after the other, on the HTTP thread that owns it.
///
/// The library calls in this order: `begin` with the target, `headerArrived`, `bodyArrived` for each part, `complete`;
/// `complete` again after a suspension; `end`. Any of them may be the last but `end`.
final class Exchange {
    /// What the library is told to do.
    enum Step {
        /// Go on.
        case proceed
        /// Close the connection without an answer.
        case close
    }

    private enum Phase {
        case idle
        case begun
        case receiving(limit: Int)
        case discarding(HTTPResponse, left: Int)
        case suspended(SuspendedRequest)
        case answered

        /// Whether a request has begun.
        var isActive: Bool {
            if case .idle = self { false } else { true }
        }
    }

    /// Bytes of the longest target that is remembered for the connection's next request.
    private static let rememberedTarget = 256

    let connection: ConnectionHandle
    private let context: WorkerContext
    private let record: ConnectionRecord
    private let peer: PeerKind
    private var phase = Phase.idle
    private var identifiers = RequestIdentifier.Source()
    private var arrival: ContinuousClock.Instant
    private var arrivalMilliseconds: Int64
    private var request: HTTPRequest?
    private var identifier: RequestIdentifier?
    private var traceParent: String?
    private var wasSuspended = false
    private var readingHasEnded = false
    private var lastTarget: (bytes: [UInt8], parsed: RequestTarget)?
    /// The target of the present request as it was sent.
    var target: [UInt8] = []
    /// The body so far.
    var body: [UInt8] = []

    /// A connection that has just been accepted.
    init(connection: ConnectionHandle, context: WorkerContext) {
        self.connection = connection
        self.context = context
        arrival = ContinuousClock.now
        arrivalMilliseconds = context.clock.milliseconds(at: arrival)
        peer = connection.isUnixSocket ? .unixSocket : .network
        record = ConnectionRecord(
            connection: connection,
            deadline: ServerClock.time(arrivalMilliseconds, plus: context.configuration.idleLimit))
        context.registry.add(record)
    }

    /// The connection is about to be closed; the library forgets to end a request that it has refused twice.
    func close() {
        end()
        context.registry.remove(record)
        context.connectionClosed()
    }

    /// A request line has come; `target` holds what stands between method and version.
    func begin() {
        arrival = ContinuousClock.now
        arrivalMilliseconds = context.clock.milliseconds(at: arrival)
        let ended = record.beginRequest(
            until: ServerClock.time(arrivalMilliseconds, plus: context.configuration.receiveLimit))
        if ended { readingHasEnded = true }
        context.requestBegan()
        phase = .begun
    }

    /// The header has come; `rules` has seen all of it.
    func headerArrived(method: HTTPMethod, headers: HTTPHeaders, rules: RequestRules) -> Step {
        let identifier = headers.first("x-request-id").flatMap(RequestIdentifier.init(given:)) ?? identifiers.make()
        self.identifier = identifier
        if let refusal = rules.verdict { return refuse(.badRequest, refusal.rawValue) }
        let target: RequestTarget
        do {
            target = try parsedTarget()
        } catch {
            return refuse(.badRequest, "The request target is \(error == .tooMany ? "too long" : "malformed").")
        }
        let request = HTTPRequest(
            method, target, headers: headers, peer: peer, arrival: arrival, id: identifier)
        traceParent = request.traceParent?.text
        self.request = request
        phase = .receiving(limit: Int.max)
        guard rules.hasBody else { return .proceed }
        let limit = context.handler.bodyLimit(for: request)
        phase = .receiving(limit: limit)
        if rules.isChunked { record.isReceivingChunks = true }
        guard let announced = rules.contentLength else { return .proceed }
        guard announced > limit else {
            body.reserveCapacity(Int(announced))
            return .proceed
        }
        if rules.expectsContinue || announced > context.configuration.discardLimit {
            return answer(tooLarge(limit))
        }
        discard(answering: tooLarge(limit))
        return .proceed
    }

    /// The present target, split and decoded; clients that keep their connection often ask for the same again.
    private func parsedTarget() throws(RequestTarget.Refusal) -> RequestTarget {
        if let lastTarget, lastTarget.bytes == target { return lastTarget.parsed }
        let parsed = try RequestTarget(slice: target[...])
        lastTarget = target.count <= Exchange.rememberedTarget ? (target, parsed) : nil
        return parsed
    }

    /// How many of `count` arriving bytes belong into `body`; nil if the connection must be closed instead.
    func accept(bodyBytes count: Int) -> Int? {
        switch phase {
        case .receiving(let limit):
            guard count > limit || body.count > limit - count else { return count }
            body = []
            discard(answering: tooLarge(limit))
            return accept(bodyBytes: count)
        case .discarding(let response, let left):
            guard count <= left else { return nil }
            phase = .discarding(response, left: left - count)
            return 0
        case .idle, .begun, .suspended, .answered: return nil
        }
    }

    /// The request is complete, or its suspension has ended.
    func complete() -> Step {
        switch phase {
        case .receiving: return respond()
        case .discarding(let response, _): return answer(response)
        case .suspended(let suspended):
            switch suspended.outcome {
            case .waiting: return .proceed
            case .answered(let response): return answer(response)
            case .departed: return .close
            }
        case .idle, .begun, .answered: return .close
        }
    }

    /// The answer has gone out, or the connection has failed.
    func end() {
        guard phase.isActive else { return }
        // An answer that was given at once has taken no time worth another look at the clock.
        let from = wasSuspended ? context.clock.now() : arrivalMilliseconds
        wasSuspended = false
        phase = .idle
        request = nil
        identifier = nil
        traceParent = nil
        body = []
        if target.capacity > 4_096 { target = [] }
        context.requestEnded()
        record.endRequest(until: ServerClock.time(from, plus: context.configuration.idleLimit))
    }

    /// Whether the header of the present request has not been seen yet.
    var awaitsHeader: Bool {
        if case .begun = phase { true } else { false }
    }

    private func respond() -> Step {
        record.endReceiving()
        guard var request = self.request.take() else { return .close }
        request.body = body
        body = []
        switch context.handler.respond(to: request) {
        case .now(let response): return answer(response)
        case .streamed(let response, let work): return stream(response, work)
        case .later(let work):
            let suspended = SuspendedRequest(
                connection: connection, socket: record.socket, watch: context.watch, work: work)
            // The library reads again before it sends a late answer, and closes where reading has ended.
            guard !readingHasEnded, suspended.begin() else {
                return answer(
                    ProblemDetails.overloaded("The server is stopping.", retryAfter: 1).response(closes: true))
            }
            phase = .suspended(suspended)
            wasSuspended = true
            context.orders.yield(suspended)
            return .proceed
        }
    }

    private func stream(
        _ response: HTTPResponse, _ work: @escaping @Sendable (StreamWriter) async -> Void
    ) -> Step {
        let answer = StreamedAnswer(
            connection: connection, socket: record.socket, watch: context.watch, work: work)
        guard !readingHasEnded, answer.begin() else {
            return self.answer(
                ProblemDetails.overloaded("The server is stopping.", retryAfter: 1).response(closes: true))
        }
        guard let made = ResponseHandle(response, closes: response.closes || context.isDraining, body: answer) else {
            answer.close()
            return .close
        }
        wasSuspended = true
        guard queue(made, response.status) == .proceed else { return .close }
        context.orders.yield(answer)
        return .proceed
    }

    private func refuse(_ status: HTTPStatus, _ detail: String) -> Step {
        answer(ProblemDetails(status, detail).response(closes: true))
    }

    private func tooLarge(_ limit: Int) -> HTTPResponse {
        ProblemDetails(.contentTooLarge, "The body has more than \(limit) bytes.").response(closes: true)
    }

    private func discard(answering response: HTTPResponse) {
        phase = .discarding(response, left: context.configuration.discardLimit)
    }

    private func answer(_ response: HTTPResponse) -> Step {
        record.endReceiving()
        var response = response
        if context.isDraining { response.closes = true }
        if let queued = queueKept(response) { return queued }
        guard let made = ResponseHandle(response) else { return .close }
        return queue(made, response.status)
    }

    /// Queues the answer that is kept for a blob, but for one that is asked for with more than can be changed in it.
    private func queueKept(_ response: HTTPResponse) -> Step? {
        guard case .kept(let content) = response.body, response.status == .ok, !response.closes, traceParent == nil,
            let identifier, let kept = KeptAnswers.of(content, in: context)
        else { return nil }
        phase = .answered
        return kept.use(
            on: context.number, for: response, identifier: identifier.text
        ) { connection.queue($0, status: response.status) ? .proceed : .close }
    }

    private func queue(_ made: borrowing ResponseHandle, _ status: HTTPStatus) -> Step {
        phase = .answered
        if let identifier { made.add(KeptAnswers.identifierField, identifier.text) }
        if let traceParent { made.add("traceparent", traceParent) }
        return connection.queue(made, status: status) ? .proceed : .close
    }
}
