/// One request and its answer as a state machine: what has come in, and what becomes of it. Pure.
///
/// Its owner reports header lines, body bytes and the passing of time, does what is returned, and asks for the verdict
/// when libcurl is done with the transfer.
struct TransferState: Sendable {
    /// What the answer amounts to, once its head is there or a rule is broken.
    enum Verdict: Sendable, Equatable {
        /// Status 200, or 206 with the rest that was asked for: the body is being consumed; good if it came whole.
        case body
        /// Status 304 to our own condition.
        case notModified
        /// A redirect; the Location header's value.
        case redirect(String)
        /// Nothing usable, whatever comes after.
        case failure(FetchFailure)
    }

    /// What to do with body bytes.
    enum BodyStep: Sendable, Equatable {
        /// Hand them to the consumer.
        case consume
        /// Drop them: an answer without use ends on its own soon, which keeps the connection.
        case discard
        /// End the transfer.
        case stop
    }

    /// The most bytes of a useless body that are waited for, and for how long.
    static let mostDiscardedBytes: Int64 = 65_536
    static let longestDiscard = Duration.seconds(1)

    /// The host, for words to people.
    private let host: String
    private let maxBytes: Int64
    private let isConditional: Bool
    private let part: ResumePoint?
    private var stall = StallWatch()
    private var discardUntil: ContinuousClock.Instant?
    private var discarded: Int64 = 0

    /// The head as far as it has come.
    private(set) var head = ResponseHead()
    /// Decoded bytes handed to the consumer, those of an earlier try that this one goes on with included.
    private(set) var bytes: Int64 = 0
    /// Whether the answer goes on with the body of an earlier try.
    private(set) var isResumed = false
    /// How the body is bounded and coded; nil before its head is whole.
    private(set) var framing: BodyFraming?
    /// The verdict; nil before the head is whole.
    private(set) var verdict: Verdict?

    /// A request that has not been answered.
    ///
    /// - Parameters:
    ///   - host: Named in failures.
    ///   - maxBytes: The most decoded bytes of a body.
    ///   - isConditional: Whether the request carries validators, so that 304 is an answer to it.
    ///   - part: The rest that the request asks for; nil for the whole.
    init(host: String, maxBytes: Int64, isConditional: Bool, part: ResumePoint? = nil) {
        self.host = host
        self.maxBytes = maxBytes
        self.isConditional = isConditional
        self.part = part
    }

    /// Takes a header line; whether the transfer goes on.
    mutating func receivedHeader(_ line: Span<UInt8>, at now: ContinuousClock.Instant) -> Bool {
        stall.received(line.count, at: now)
        switch head.read(line) {
        case .more:
            // Early hints may come long before the answer.
            if (100..<200).contains(head.status) { stall.reset() }
            return true
        case .complete:
            return judgeHead(at: now)
        case .refused(let fault):
            fail(.transferFailed, "\(host) cannot be understood: \(fault).")
            return false
        }
    }

    /// Takes note of body bytes as they came, coded or not; to consume them, each piece is `take`n once it is decoded.
    mutating func arrived(_ count: Int, at now: ContinuousClock.Instant) -> BodyStep {
        stall.received(count, at: now)
        guard verdict == .body else {
            discarded += Int64(count)
            return verdict == nil || discarded > TransferState.mostDiscardedBytes ? .stop : .discard
        }
        return .consume
    }

    /// Takes note of decoded bytes before they are consumed; whether they may be.
    mutating func take(_ count: Int) -> Bool {
        let count = Int64(count)
        guard count <= maxBytes - bytes else {
            failTooLarge()
            return false
        }
        // Without a length of its own a part could bring more than its range said.
        if isResumed, let part, count > part.total - bytes {
            fail(.transferFailed, "\(host) sent more than the range that it named.")
            return false
        }
        bytes += count
        return true
    }

    /// Takes note that the coding is broken; the transfer ends with it.
    mutating func codingBroke() {
        fail(.badEncoding, "The body from \(host) has a coding that is broken.")
    }

    /// The body has ended as its framing says; `isDecoded` tells whether its coding has too.
    mutating func bodyEnded(isDecoded: Bool) {
        guard verdict == .body else { return }
        if !isDecoded || isResumed && bytes != part?.total {
            fail(.truncated, "The body from \(host) ended before it was whole.")
        }
    }

    /// Takes the consumer's refusal; the transfer ends with it.
    mutating func refused(_ refusal: BodyRefusal) {
        fail(refusal.reason, refusal.detail)
    }

    /// When time alone may change the verdict next; nil if never.
    var nextCheck: ContinuousClock.Instant? {
        guard let discardUntil else { return stall.nextCheck }
        return min(discardUntil, stall.nextCheck ?? discardUntil)
    }

    /// Looks at the clock; whether the transfer goes on.
    mutating func check(at now: ContinuousClock.Instant) -> Bool {
        if let discardUntil, now >= discardUntil { return false }
        guard stall.hasStalled(at: now) else { return true }
        if verdict == nil || verdict == .body {
            fail(.stalled, "\(host) sent less than 1 KiB a second for 5 seconds.")
        }
        return false
    }

    private mutating func judgeHead(at now: ContinuousClock.Instant) -> Bool {
        let framing: BodyFraming
        do {
            framing = try BodyFraming(head)
        } catch {
            switch error {
            case .length: fail(.transferFailed, "\(host) sent contradicting or malformed Content-Length headers.")
            case .coding(let coding) where head.status == 200:
                fail(.badEncoding, "\(host) sent the body in the coding '\(TransferState.shown(coding))'.")
            case .coding: judgeStatus(nil)
            }
            return false
        }
        judgeStatus(framing)
        guard verdict != .body else {
            self.framing = framing
            guard framing.coding != nil || (framing.length ?? 0) <= maxBytes - bytes else {
                failTooLarge()
                return false
            }
            return true
        }
        guard (framing.length ?? 0) <= TransferState.mostDiscardedBytes else { return false }
        discardUntil = now.advanced(by: TransferState.longestDiscard)
        return true
    }

    private mutating func judgeStatus(_ framing: BodyFraming?) {
        switch head.status {
        case 200:
            verdict = .body
        case 206 where part.flatMap { part in framing.map { part.isContinued(by: head, $0) } } == true:
            verdict = .body
            isResumed = true
            bytes = part?.offset ?? 0
        case 304 where isConditional:
            verdict = .notModified
        case 301, 302, 303, 307, 308:
            guard let location = head.first("location"), !location.isEmpty else { fallthrough }
            verdict = .redirect(location)
        default:
            fail(.httpStatus, "\(host) answered with status \(head.status).", httpStatus: head.status)
        }
    }

    private mutating func failTooLarge() {
        fail(.tooLarge, "The body from \(host) is larger than \(maxBytes) bytes.")
    }

    private mutating func fail(_ reason: FetchFailure.Reason, _ detail: String, httpStatus: Int? = nil) {
        verdict = .failure(FetchFailure(reason, detail, httpStatus: httpStatus))
    }

    /// A header's value for people: printable and short.
    private static func shown(_ text: String) -> String {
        String(text.unicodeScalars.prefix(40).map { 0x20..<0x7f ~= $0.value ? Character($0) : "?" })
    }
}
