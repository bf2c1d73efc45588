package import AttachmentCache
package import AttachmentPipeline
package import MediaFetching
package import NotificationContent
import Synchronization
package import Telemetry

/// A pre-warm by a daemon: URLs go to `POST /v1/prewarm` in batches, over a few connections.
package final class DaemonPrewarm: PrewarmBackend {
    private typealias Wait = CheckedContinuation<PrewarmVerdict, Never>

    /// What the daemon is told with each batch.
    package struct Order: Sendable {
        /// How long one URL may take.
        package var timeout: Duration
        /// The name of the policy that judges; nil for the daemon's own.
        package var policy: String?
        /// How long blobs are kept.
        package var pin: Duration

        /// An order.
        package init(timeout: Duration, policy: String?, pin: Duration) {
            self.timeout = timeout
            self.policy = policy
            self.pin = pin
        }
    }

    private struct State {
        var lanes = PrewarmLanes<UInt64>()
        var waits: [UInt64: Wait] = [:]
        var lastWait: UInt64 = 0
        var failure: DaemonFailure?
        var clients: [DaemonClient] = []
    }

    /// How long a batch may bring nothing before it counts as waiting for slow hosts.
    private static let quiet: Duration = .milliseconds(300)

    /// How often a batch is offered to a daemon that has too much to do.
    private static let patience = 60

    private let path: String
    private let order: Order
    private let clocks: Clocks
    /// The rules of nobody in particular; nil cannot be, for they name no network.
    private let rules: URLRules?
    private let state = Mutex(State())
    private let batches: AsyncStream<Void>
    private let batchInput: AsyncStream<Void>.Continuation

    /// A backend over the socket of `client`, which is used first.
    package init(_ client: DaemonClient, _ order: Order, clocks: Clocks) {
        path = client.path
        self.order = order
        self.clocks = clocks
        rules = try? URLRules(FetchConfiguration(), ownAddresses: [])
        state.withLock { $0.clients = [client] }
        (batches, batchInput) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Why the daemon answers no more; nil while it does.
    package var failure: DaemonFailure? {
        state.withLock { $0.failure }
    }

    /// How much to have in the air: enough for every connection to be busy.
    package static var limits: PrewarmLimits {
        var limits = PrewarmLimits()
        limits.inFlightPerOrigin = 1_000
        limits.inFlight = 8_000
        return limits
    }

    /// Runs `body` with batches going out beside it. Works once.
    package func whileRunning<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.run() }
            let value = await body()
            group.cancelAll()
            return value
        }
    }

    package func target(of url: String) throws(AttachmentFailure) -> FetchTarget {
        if let target = FetchTarget.unjudged(url), target.cacheKey.utf8.count <= URLRules.longestURL { return target }
        guard let rules else { throw AttachmentFailure(.invalidURL, "The URL cannot be used.") }
        // What has no host is refused for its form, which no setting of the daemon changes.
        do throws(FetchFailure) {
            return try FetchTarget.parse(url, rules: rules)
        } catch {
            throw AttachmentFailure(error)
        }
    }

    package func known(_ targets: [FetchTarget]) async -> [PrewarmVerdict?] {
        []
    }

    package func warm(_ target: FetchTarget) async -> PrewarmVerdict {
        let number = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    if Task.isCancelled || state.failure != nil { return true }
                    state.waits[number] = continuation
                    state.lanes.add(PrewarmLanes.Item(url: target.cacheKey, waiter: number))
                    return false
                }
                if isOver { continuation.resume(returning: DaemonPrewarm.cancelled) } else { batchInput.yield() }
            }
        } onCancel: {
            state.withLock { $0.waits.removeValue(forKey: number) }?.resume(returning: DaemonPrewarm.cancelled)
        }
    }

    package func pin(_ digests: [Digest]) async {}

    private func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in batches {
                while let batch = state.withLock({ $0.lanes.nextBatch() }) {
                    group.addTask { await self.send(batch.items, batch.number) }
                }
            }
            group.cancelAll()
        }
    }

    private func send(_ items: [PrewarmLanes<UInt64>.Item], _ number: Int) async {
        let batch = Mutex(PrewarmBatch(items))
        do throws(DaemonFailure) {
            let client = try takeClient()
            try await stream(batch.withLock { $0.body }, number, over: client) { bytes in
                batch.withLock { $0.add(bytes) }
            }
            state.withLock { $0.clients.append(client) }
        } catch {
            fail(error)
        }
        let open = batch.withLock { $0.takeOpen() }
        settle(open.map { ($0, DaemonPrewarm.cancelled) })
        state.withLock { $0.lanes.finished(number) }
        batchInput.yield()
    }

    /// Sends a batch, again and again while the daemon has too much to do.
    private func stream(
        _ lines: [UInt8], _ number: Int, over client: DaemonClient,
        _ read: @escaping @Sendable ([UInt8]) -> [(UInt64, PrewarmVerdict)]
    ) async throws(DaemonFailure) {
        for _ in 0..<DaemonPrewarm.patience {
            do throws(DaemonFailure) {
                return try await client.stream(
                    request(lines), within: order.timeout + .seconds(60), quiet: DaemonPrewarm.quiet
                ) { [self] bytes in
                    guard !bytes.isEmpty else {
                        if state.withLock({ $0.lanes.noteQuiet(number) }) { batchInput.yield() }
                        return
                    }
                    settle(read(bytes))
                }
            } catch {
                guard case .problem(let status, _, let seconds?) = error, status == 429 || status == 503 else {
                    throw error
                }
                let wait = Duration.seconds(min(max(1, seconds), 60))
                guard (try? await clocks.wait(clocks.monotonic().advanced(by: wait))) != nil else { throw error }
            }
        }
        throw .late
    }

    private func takeClient() throws(DaemonFailure) -> DaemonClient {
        if let client = state.withLock({ $0.clients.popLast() }) { return client }
        do throws(SystemCallError) {
            return try DaemonClient(path: path, clocks: clocks)
        } catch {
            throw .unreachable(error)
        }
    }

    private func request(_ lines: [UInt8]) -> DaemonRequest {
        .post(
            "/v1/prewarm",
            query: [
                ("timeout", Seconds.query(order.timeout)), ("policy", order.policy), ("pin", Seconds.query(order.pin)),
            ], lines: lines)
    }

    /// Nobody gets an answer any more.
    private func fail(_ failure: DaemonFailure) {
        guard !Task.isCancelled else { return }
        let items = state.withLock { state in
            state.failure = state.failure ?? failure
            return state.lanes.takeAll()
        }
        settle(items.map { ($0.waiter, DaemonPrewarm.cancelled) })
    }

    private func settle(_ verdicts: [(UInt64, PrewarmVerdict)]) {
        let waits = state.withLock { state in
            verdicts.compactMap { number, verdict in state.waits.removeValue(forKey: number).map { ($0, verdict) } }
        }
        for (wait, verdict) in waits { wait.resume(returning: verdict) }
    }

    private static let cancelled = PrewarmVerdict(
        AttachmentFailure(.cancelled, "the daemon ended before it came to this URL"))
}

extension Seconds {
    /// A duration as a query writes it.
    fileprivate static func query(_ duration: Duration) -> String {
        var writer = JSONWriter()
        writer.value(Seconds(milliseconds: UInt64(max(0, duration.milliseconds))))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
