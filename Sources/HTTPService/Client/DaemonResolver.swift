package import NotificationContent
package import Telemetry

/// What a daemon answered for one payload.
package struct DaemonResolution: Sendable {
    /// The descriptor.
    package let descriptor: any DescriptorDocument
    /// What became of each reference, in the payload's order.
    package let outcomes: [(reference: MediaReference, outcome: Outcome)]
}

/// Has payloads and URLs resolved by a daemon; the answers are the descriptors that this process would have made.
package struct DaemonResolver: Sendable {
    /// The most bytes of a payload that the daemon takes.
    private static let payloadLimit = 65_536
    /// The longest that the daemon lets a request wait.
    private static let longestTimeout: Duration = .seconds(60)

    private let client: DaemonClient
    private let timeout: Duration
    private let dialect: DialectName?
    private let policy: String?
    private let clocks: Clocks

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - client: the way to the daemon.
    ///   - timeout: when the daemon is to send its best attempt; it holds this to 0.05-60 s.
    ///   - dialect: as what to read every payload; nil lets the daemon recognise it.
    ///   - policy: the name of the policy that judges; nil for the daemon's own.
    ///   - clocks: for the deadline, which is the client's own.
    package init(_ client: DaemonClient, timeout: Duration, dialect: DialectName?, policy: String?, clocks: Clocks) {
        self.client = client
        self.timeout = min(timeout, DaemonResolver.longestTimeout)
        self.dialect = dialect
        self.policy = policy
        self.clocks = clocks
    }

    /// Posts a payload to `/v1/content`.
    ///
    /// - Parameters:
    ///   - payload: the payload as read here.
    ///   - document: its bytes.
    /// - Returns: the daemon's descriptor.
    /// - Throws: `DaemonFailure`.
    package func resolve(_ payload: Payload, document: [UInt8]) async throws(DaemonFailure) -> DaemonResolution {
        guard document.count <= DaemonResolver.payloadLimit else {
            throw .problem(
                status: Int(HTTPStatus.contentTooLarge.rawValue),
                detail: "the payload is larger than \(DaemonResolver.payloadLimit) bytes", retryAfter: nil)
        }
        let request = DaemonRequest.post(
            "/v1/content", query: [("timeout", seconds), ("policy", policy), ("dialect", dialect?.text)], body: document
        )
        let descriptor = try await answer(to: request) { bytes throws(AnswerDefect) in try AnsweredDescriptor(bytes) }
        return DaemonResolution(descriptor: descriptor, outcomes: descriptor.outcomes(of: payload))
    }

    /// Posts a URL in the form of a payload to `/v1/attachments`.
    ///
    /// - Throws: `DaemonFailure`.
    package func resolve(url payload: Payload) async throws(DaemonFailure) -> DaemonResolution {
        guard let reference = payload.references.first else { throw .malformed("there is no URL") }
        let request = DaemonRequest.post(
            "/v1/attachments", query: [("timeout", seconds), ("policy", policy)],
            json: AttachmentQuestion(url: reference.source))
        let answer = try await answer(to: request) { bytes throws(AnswerDefect) in try AnsweredAttachment(bytes) }
        return DaemonResolution(
            descriptor: answer.descriptor(of: payload), outcomes: [(reference, answer.outcome)])
    }

    private func answer<Answer: Sendable>(
        to request: DaemonRequest, _ read: (([UInt8]) throws(AnswerDefect) -> Answer)
    ) async throws(DaemonFailure) -> Answer {
        let deadline = Deadline.after(timeout + DaemonClient.margin, on: clocks)
        let bytes = try await client.send(request, by: deadline)
        do throws(AnswerDefect) {
            return try read(bytes)
        } catch {
            throw .malformed(error.detail)
        }
    }

    /// The time-out as the query writes it.
    private var seconds: String {
        let milliseconds = UInt64(max(1, timeout.milliseconds))
        var writer = JSONWriter()
        writer.value(Seconds(milliseconds: milliseconds))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// The body of a request for one attachment.
private struct AttachmentQuestion: JSONValue {
    let url: String

    func write(to writer: inout JSONWriter) {
        writer.object { $0.member("url", url) }
    }
}
