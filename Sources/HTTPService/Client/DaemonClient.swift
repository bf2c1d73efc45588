import NotificationContent
import Synchronization
package import Telemetry

/// Asks a running daemon over its Unix socket; one connection serves request after request.
///
/// The socket is used on a thread of its own, which blocks, at most until the deadline.
package final class DaemonClient: Sendable {
    /// The most bytes of one answer: a page of 1,000 cache entries with long URLs is the largest.
    private static let answerLimit = 32 << 20

    /// How long after its own deadline a daemon's answer is still waited for.
    static let margin: Duration = .seconds(5)

    /// The socket's path.
    package let path: String
    private let clocks: Clocks
    private let threads: OwnedThreads
    /// The connection while nobody uses it. Taken out for each request, so that no lock is held while it waits.
    private let idle = Mutex<UnixConnection?>(nil)

    /// Makes a client; it connects with its first request.
    ///
    /// - Throws: `SystemCallError` where no thread can be started.
    package init(path: String, clocks: Clocks) throws(SystemCallError) {
        self.path = path
        self.clocks = clocks
        threads = try OwnedThreads(count: 1, name: "daemon-client")
    }

    /// Connects, if there is no connection yet.
    ///
    /// - Throws: `DaemonFailure.unreachable`.
    package func connect(by deadline: Deadline) async throws(DaemonFailure) {
        try await threads.run { [self] () throws(DaemonFailure) in
            guard idle.withLock({ $0 == nil }) else { return }
            let connection = try UnixConnection(path: path, by: deadline, clocks: clocks)
            idle.withLock { $0 = connection }
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// A connection that the daemon closed since the last answer is replaced once; every request may be repeated.
    ///
    /// - Returns: the body of a 200.
    /// - Throws: `DaemonFailure`.
    package func send(_ request: DaemonRequest, by deadline: Deadline) async throws(DaemonFailure) -> [UInt8] {
        let answer = try await threads.run { [self] () throws(DaemonFailure) in
            try exchange(request.bytes, by: deadline)
        }
        guard answer.status == 200 else { throw DaemonClient.problem(answer) }
        return answer.body
    }

    /// Sends a request and takes its answer as it comes; a connection is never used twice for this.
    ///
    /// Ends early, with `interrupted`, when the task is cancelled: the daemon sees its client leave.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - limit: the longest wait for the next bytes.
    ///   - quiet: how long nothing may come before `event` is told.
    ///   - event: called on the client's thread with the next bytes of a 200's body, or with none after a quiet time.
    /// - Throws: `DaemonFailure`.
    func stream(
        _ request: DaemonRequest, within limit: Duration, quiet: Duration,
        _ event: @escaping @Sendable ([UInt8]) -> Void
    ) async throws(DaemonFailure) {
        let stop = StreamStop()
        let result: Result<WireAnswer, DaemonFailure> = await withTaskCancellationHandler {
            await threads.run { [self] in
                Result { () throws(DaemonFailure) in
                    try stream(request.bytes, within: limit, quiet: quiet, stop, event)
                }
            }
        } onCancel: {
            stop.stop()
        }
        let answer = try result.get()
        guard answer.status == 200 else { throw DaemonClient.problem(answer) }
    }

    private func stream(
        _ request: [UInt8], within limit: Duration, quiet: Duration, _ stop: StreamStop,
        _ event: ([UInt8]) -> Void
    ) throws(DaemonFailure) -> WireAnswer {
        var deadline = Deadline.after(limit, on: clocks)
        let connection = try UnixConnection(path: path, by: deadline, clocks: clocks)
        guard stop.mayUse(connection) else { throw .interrupted }
        try connection.send(request, by: deadline)
        var reader = AnswerReader(bodyLimit: DaemonClient.answerLimit)
        while true {
            let bytes: [UInt8]
            do throws(DaemonFailure) {
                bytes = try connection.receive(by: min(deadline, .after(quiet, on: clocks)))
            } catch .late where !deadline.hasPassed(at: clocks.monotonic()) {
                event([])
                continue
            }
            deadline = .after(limit, on: clocks)
            guard !bytes.isEmpty else {
                try reader.end()
                guard let answer = reader.answer else { throw .interrupted }
                return answer
            }
            let wasStreamed = reader.isStreamed
            try reader.add(bytes)
            if wasStreamed || reader.isStreamed || reader.answer?.status == 200 {
                let body = reader.takeBody()
                if !body.isEmpty { event(body) }
            }
            if let answer = reader.answer { return answer }
        }
    }

    private func exchange(_ request: [UInt8], by deadline: Deadline) throws(DaemonFailure) -> WireAnswer {
        let used = take()
        if let used, let answer = try exchange(request, on: used, by: deadline) { return answer }
        let connection: UnixConnection
        do throws(DaemonFailure) {
            connection = try UnixConnection(path: path, by: deadline, clocks: clocks)
        } catch .unreachable where used != nil {
            // It was there a moment ago: what ended is this request, not a wrong path.
            throw .interrupted
        }
        guard let answer = try exchange(request, on: connection, by: deadline) else { throw .interrupted }
        return answer
    }

    /// One exchange; nil where the connection ended before the first byte of an answer.
    private func exchange(
        _ request: [UInt8], on connection: UnixConnection, by deadline: Deadline
    ) throws(DaemonFailure) -> WireAnswer? {
        var reader = AnswerReader(bodyLimit: DaemonClient.answerLimit)
        do throws(DaemonFailure) {
            try connection.send(request, by: deadline)
        } catch .interrupted {
            return nil
        }
        while true {
            if let answer = reader.answer {
                if answer.keepsConnection { idle.withLock { $0 = connection } }
                return answer
            }
            let bytes = try connection.receive(by: deadline)
            if !bytes.isEmpty {
                try reader.add(bytes)
            } else if reader.isUntouched {
                return nil
            } else {
                try reader.end()
            }
        }
    }

    private func take() -> UnixConnection? {
        idle.withLock { idle in
            defer { idle = nil }
            return idle
        }
    }

    /// What problem details (RFC 9457) say, or what the status alone does.
    private static func problem(_ answer: WireAnswer) -> DaemonFailure {
        var detail = "status \(answer.status)"
        if let tokens = try? JSONTokens(answer.body), let token = tokens.member("detail", of: 0),
            let text = tokens.text(token)
        {
            detail = text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        return .problem(status: answer.status, detail: detail, retryAfter: answer.retryAfter)
    }
}
