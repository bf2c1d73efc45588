package import AttachmentCache
package import MediaFetching
package import MediaInspection
package import NotificationContent
import Synchronization
package import Telemetry

/// From media references to outcomes: one flight a URL, joined by all who ask, and the best attempt at the deadline.
///
/// Requests wait for flights and for nothing else, so that nothing slow (a disk, a name server, an origin, an inspector)
/// can hold an answer past its deadline. Flights run in `run()`, which whoever makes a pipeline keeps running.
///
/// Lock order: `state` alone, held for table work only; continuations are resumed after it is released.
package final class AttachmentPipeline: Sendable {
    private typealias Wait = CheckedContinuation<Outcome, Never>

    private struct State {
        var table = FlightTable()
        var continuations: [FlightTable.WaiterID: Wait] = [:]
    }

    private struct FlightOrder: Sendable {
        let key: FlightKey
        let target: FetchTarget
    }

    private let configuration: PipelineConfiguration
    private let runner: FlightRunner
    private let rules: URLRules
    private let clocks: Clocks
    private let metrics: PipelineMetrics
    private let state = Mutex(State())
    private let orders: AsyncStream<FlightOrder>
    private let orderInput: AsyncStream<FlightOrder>.Continuation

    /// Wires a pipeline; nothing runs before `run()`. Without `metrics` what it counts is shown nowhere.
    package init(
        _ configuration: PipelineConfiguration, fetcher: MediaFetcher, inspectors: InspectorPool,
        cache: AttachmentCache, clocks: Clocks, log: Log, metrics: PipelineMetrics = PipelineMetrics()
    ) {
        self.configuration = configuration
        self.metrics = metrics
        rules = fetcher.rules
        self.clocks = clocks
        runner = FlightRunner(
            configuration: configuration, fetcher: fetcher, inspectors: inspectors, cache: cache, clocks: clocks,
            log: log)
        (orders, orderInput) = AsyncStream.makeStream(of: FlightOrder.self)
    }

    /// Runs flights until the surrounding task is cancelled, which also ends those in the air. Runs once: a pipeline that
    /// has ended starts no more flights.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders {
                group.addTask { await self.fly(order) }
            }
            group.cancelAll()
        }
    }

    /// Runs `body` with flights running beside it; flights that are still in the air at its end are ended. Works once.
    package func whileRunning<Value: Sendable, Failure: Error>(
        _ body: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.run() }
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            group.cancelAll()
            return result
        }
        return try result.get()
    }

    /// Resolves all references of one payload side by side.
    ///
    /// Returns when each has an outcome, at the deadline, or as soon as the surrounding task is cancelled, whichever is
    /// first; what is not ready then fails with `deadline` or `cancelled`. Flights go on into the cache.
    package func resolve(_ references: [MediaReference], deadline: Deadline) async -> BestAttempt {
        let request = state.withLock { $0.table.open() }
        defer { state.withLock { $0.table.close(request) } }
        return await withTaskCancellationHandler {
            await withTaskGroup(of: (Int, Outcome)?.self) { group in
                for (index, reference) in references.enumerated() {
                    group.addTask { (index, await self.outcome(of: reference.source, for: request)) }
                }
                group.addTask {
                    // Cancelled once all outcomes are there, so its error says nothing.
                    guard (try? await self.clocks.wait(deadline.instant)) != nil else { return nil }
                    self.end(request, .deadline)
                    return nil
                }
                var outcomes = [Outcome?](repeating: nil, count: references.count)
                var missing = references.count
                while missing > 0, let event = await group.next() {
                    guard let (index, outcome) = event else { continue }
                    outcomes[index] = outcome
                    missing -= 1
                }
                group.cancelAll()
                return self.counted(outcomes.compactMap { $0 }, deadline)
            }
        } onCancel: {
            end(request, .cancelled)
        }
    }

    /// How many flights are in the air.
    package var flightCount: Int {
        state.withLock { $0.table.flightCount }
    }

    /// How many waits are open.
    package var waiterCount: Int {
        state.withLock { $0.table.waiterCount }
    }

    private func outcome(of source: String, for request: FlightTable.RequestID) async -> Outcome {
        let target: FetchTarget
        do throws(FetchFailure) {
            target = try FetchTarget.parse(source, rules: rules)
        } catch {
            runner.noteRefusal(of: source, error)
            return .failed(AttachmentFailure(error))
        }
        let key = FlightKey(url: target.cacheKey, policy: configuration.policyFingerprint)
        return await withCheckedContinuation { continuation in
            let decision = state.withLock { state in
                let decision = state.table.wait(request, for: key)
                switch decision {
                case .ended: break
                case .start(let waiter), .join(let waiter): state.continuations[waiter] = continuation
                }
                return decision
            }
            switch decision {
            case .ended(let reason): continuation.resume(returning: reason.outcome)
            case .start: orderInput.yield(FlightOrder(key: key, target: target))
            case .join: break
            }
        }
    }

    private func counted(_ outcomes: [Outcome], _ deadline: Deadline) -> BestAttempt {
        metrics.count(outcomes, lateness: deadline.instant.duration(to: clocks.monotonic()))
        return BestAttempt(outcomes: outcomes)
    }

    private func end(_ request: FlightTable.RequestID, _ reason: FlightTable.EndReason) {
        let released = state.withLock { state in
            state.table.end(request, reason).compactMap { state.continuations.removeValue(forKey: $0) }
        }
        for continuation in released { continuation.resume(returning: reason.outcome) }
    }

    private func fly(_ order: FlightOrder) async {
        let deadline = Deadline.after(configuration.flightLimit, on: clocks)
        let result = await runner.fly(to: order.target, deadline: deadline)
        let released = state.withLock { state in
            state.table.land(order.key).compactMap { released in
                state.continuations.removeValue(forKey: released.waiter).map { ($0, released.joined) }
            }
        }
        for (continuation, joined) in released { continuation.resume(returning: result.outcome(joined: joined)) }
    }
}

extension FlightTable.EndReason {
    /// The outcome of a wait that ended for this reason.
    fileprivate var outcome: Outcome {
        switch self {
        case .deadline:
            .failed(AttachmentFailure(.deadline, "the media were not ready when the notification had to go out"))
        case .cancelled:
            .failed(AttachmentFailure(.cancelled, "who asked for the media has gone"))
        }
    }
}
