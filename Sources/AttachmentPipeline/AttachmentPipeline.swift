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
/// Lock order: `state`, then a flight's urgency; held for table work only. Continuations are resumed, and the fetcher is
/// told of changed priorities, after it is released.
package final class AttachmentPipeline: Sendable {
    private typealias Wait = CheckedContinuation<Told, Never>

    /// What a wait brings. An object, so that who waits has a reference in the frame (see `FlightNotes`).
    private final class Told: Sendable {
        let outcome: Outcome

        init(_ outcome: Outcome) {
            self.outcome = outcome
        }
    }

    /// How a request begins.
    private enum Beginning {
        /// Nothing of it needs a flight.
        case known(BestAttempt)
        case open(Wishes)
    }

    private struct State {
        var table = FlightTable()
        var continuations: [FlightTable.WaiterID: Wait] = [:]
        var flights: [FlightKey: Flight] = [:]
        /// What flights in the air have for whoever comes, while they ask the origin for something newer.
        var early: [FlightKey: FlightResult] = [:]
        /// When which request ends. One task waits for all of them: a wait of each request's own would stay with the
        /// runtime until its time comes, long after the request has been answered.
        var deadlines = TimerQueue()
        var landings = LandingCount()
        /// The earliest instant that a task waits for.
        var alarm: ContinuousClock.Instant?

        /// Passes what has changed in the table on to the flights' urgencies.
        ///
        /// - Returns: those that the fetcher must be told of.
        mutating func takeShifted() -> [FetchUrgency] {
            table.takeShifts().compactMap { shift in
                let urgency = flights[shift.key]?.urgency
                urgency?.set(shift.priority)
                return urgency
            }
        }
    }

    /// What `run()` works on.
    private enum Order: Sendable {
        case flight(Flight)
        case alarm(ContinuousClock.Instant)
    }

    let configuration: PipelineConfiguration
    private let runner: FlightRunner
    let warm: WarmAnswers
    let cache: AttachmentCache
    let clocks: Clocks
    let metrics: PipelineMetrics
    private let state = Mutex(State())
    private let orders: AsyncStream<Order>
    private let orderInput: AsyncStream<Order>.Continuation

    /// Wires a pipeline; nothing runs before `run()`. Without `metrics` what it counts is shown nowhere.
    package init(
        _ configuration: PipelineConfiguration, fetcher: MediaFetcher, inspectors: InspectorPool,
        cache: AttachmentCache, clocks: Clocks, log: Log, metrics: PipelineMetrics = PipelineMetrics()
    ) {
        self.configuration = configuration
        self.metrics = metrics
        self.cache = cache
        warm = WarmAnswers(cache: cache, rules: fetcher.rules, version: inspectors.version, clocks: clocks)
        self.clocks = clocks
        runner = FlightRunner(
            fetcher: fetcher, inspectors: inspectors, cache: cache, clocks: clocks, log: log)
        (orders, orderInput) = AsyncStream.makeStream(of: Order.self)
    }

    /// Runs flights until the surrounding task is cancelled, which also ends those in the air. Runs once: a pipeline that
    /// has ended starts no more flights.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders {
                group.addTask {
                    switch order {
                    case .flight(let flight): await self.fly(flight)
                    case .alarm(let instant): await self.sound(instant)
                    }
                }
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

    /// The outcomes of all references (nil for a fallback not needed), if none of them needs a flight: fresh in the cache and looked up or stored lately,
    /// remembered as failed, or refused by the rules. Nil otherwise.
    ///
    /// Callable from any thread; waits for nothing but one `lstat` a blob. `policy` judges in place of the configured one.
    package func answerFromCache(_ references: [MediaReference], policy: JudgingPolicy? = nil) -> [Outcome?]? {
        guard let outcomes = warm.all(references, policy ?? configuration.judging) else { return nil }
        noteRefusals(references, outcomes)
        metrics.count(outcomes.compactMap { $0 }, lateness: .zero)
        return outcomes
    }

    /// Resolves the references of one payload side by side, a fallback only when the one before it fails; `policy` judges in place of the configured one.
    ///
    /// While connections are short, what is fetched for an `interactive` request goes before all else, whoever began it.
    /// Returns when each has an outcome, at the deadline, or as soon as the surrounding task is cancelled, whichever is
    /// first; what is not ready then fails with `deadline` or `cancelled`. Flights go on into the cache.
    package func resolve(
        _ references: [MediaReference], deadline: Deadline, priority: FetchPriority = .interactive,
        policy: JudgingPolicy? = nil
    ) async -> BestAttempt {
        switch begin(references, deadline, priority, policy) {
        case .known(let attempt):
            return attempt
        case .open(let wishes):
            defer { state.withLock { $0.table.close(wishes.request) } }
            await withTaskCancellationHandler {
                await tryAll(wishes)
            } onCancel: {
                end(wishes.request, .cancelled)
            }
            return attempt(of: wishes)
        }
    }

    @inline(never)
    private func begin(
        _ references: [MediaReference], _ deadline: Deadline, _ priority: FetchPriority, _ policy: JudgingPolicy?
    ) -> Beginning {
        let policy = policy ?? configuration.judging
        if let known = warm.all(references, policy) { return .known(counted(known, references, deadline)) }
        return .open(Wishes(references, policy, open(until: deadline, priority), priority, deadline))
    }

    @inline(never)
    private func attempt(of wishes: Wishes) -> BestAttempt {
        counted(wishes.outcomes, wishes.references, wishes.deadline)
    }

    /// Tries the chains side by side; one alone, which is the rule, needs no task of its own.
    private func tryAll(_ wishes: Wishes) async {
        let chains = FallbackChains.of(wishes.references)
        guard chains.count > 1 else {
            if let chain = chains.first { await tryChain(chain, of: wishes) }
            return
        }
        await withDiscardingTaskGroup { group in
            for chain in chains { group.addTask { await self.tryChain(chain, of: wishes) } }
        }
    }

    /// Tries the references of a chain until one is attached; what stands behind it is not asked for.
    private func tryChain(_ chain: Range<Int>, of wishes: Wishes) async {
        for index in chain {
            if let flight = beginTry(index, of: wishes) {
                note(await withCheckedContinuation { wait(for: flight, of: wishes, $0) }, of: index, in: wishes)
            }
            if wishes.isAttached(index) { break }
        }
    }

    /// The flight that a reference needs; nil where its outcome is known without one, and noted.
    @inline(never)
    private func beginTry(_ index: Int, of wishes: Wishes) -> Flight? {
        let reference = wishes.references[index]
        if let known = warm.one(reference, wishes.policy) {
            wishes.note(known, of: index)
            return nil
        }
        do throws(FetchFailure) {
            return Flight(
                to: try FetchTarget.parse(reference.source, rules: warm.rules), judgedBy: wishes.policy,
                began: clocks.monotonic(), wishes.priority, wantedUntil: wishes.deadline)
        } catch {
            wishes.note(.failed(AttachmentFailure(error)), of: index)
            return nil
        }
    }

    @inline(never)
    private func note(_ told: Told, of index: Int, in wishes: Wishes) {
        wishes.note(told.outcome, of: index)
    }

    /// Opens a request that ends at `deadline`.
    private func open(until deadline: Deadline, _ priority: FetchPriority) -> FlightTable.RequestID {
        let (request, alarm) = state.withLock { state -> (FlightTable.RequestID, ContinuousClock.Instant?) in
            let request = state.table.open(priority)
            let table = state.table
            state.deadlines.compact(live: table.requestCount) { table.isOpen(FlightTable.RequestID(number: $0)) }
            state.deadlines.schedule(request.number, at: deadline.instant)
            if let alarm = state.alarm, alarm <= deadline.instant { return (request, nil) }
            state.alarm = deadline.instant
            return (request, deadline.instant)
        }
        if let alarm { orderInput.yield(.alarm(alarm)) }
        return request
    }

    /// Waits for an instant, ends the requests whose deadline it is, and goes on to the next deadline, unless another task
    /// waits for an earlier one.
    private func sound(_ instant: ContinuousClock.Instant) async {
        var instant = instant
        while (try? await clocks.wait(instant)) != nil {
            let (due, next) = state.withLock { state -> ([FlightTable.RequestID], ContinuousClock.Instant?) in
                var due: [FlightTable.RequestID] = []
                while let number = state.deadlines.popDue(at: instant) {
                    due.append(FlightTable.RequestID(number: number))
                }
                guard state.alarm == instant else { return (due, nil) }
                state.alarm = state.deadlines.next
                return (due, state.alarm)
            }
            for request in due { end(request, .deadline) }
            guard let next else { return }
            instant = next
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

    /// The flights in the air, the oldest first.
    package func flights() -> [FlightSummary] {
        let now = clocks.monotonic()
        let airborne = state.withLock { state in
            state.flights.map { (flight: $0.value, waiters: state.table.waiterCount(of: $0.key) ?? 0) }
        }
        return airborne.sorted { $0.flight.began < $1.flight.began }
            .map { $0.flight.summary(waiters: $0.waiters, now: now) }
    }

    /// Puts a wait into the table: joins the flight in the air, or lets this one start.
    @inline(never)
    private func wait(for flight: Flight, of wishes: Wishes, _ continuation: Wait) {
        let (early, decision, shifted) = state.withLock { state in
            let early = state.early[flight.key]
            let decision = early == nil ? state.table.wait(wishes.request, for: flight.key) : nil
            switch decision {
            case nil: break
            case .ended: break
            case .join(let waiter):
                state.continuations[waiter] = continuation
                state.flights[flight.key]?.urgency.extend(to: wishes.deadline)
            case .start(let waiter):
                state.continuations[waiter] = continuation
                state.flights[flight.key] = flight
            }
            return (early, decision, state.takeShifted())
        }
        shifted.forEach(runner.fetcher.reorder)
        if let early { continuation.resume(returning: Told(early.outcome(joined: false))) }
        switch decision {
        case nil: break
        case .ended(let reason): continuation.resume(returning: Told(reason.outcome))
        case .start: orderInput.yield(.flight(flight))
        case .join: break
        }
    }

    private func counted(
        _ outcomes: [Outcome?], _ references: [MediaReference], _ deadline: Deadline
    ) -> BestAttempt {
        noteRefusals(references, outcomes)
        metrics.count(outcomes.compactMap { $0 }, lateness: deadline.instant.duration(to: clocks.monotonic()))
        return BestAttempt(outcomes: outcomes)
    }

    private func end(_ request: FlightTable.RequestID, _ reason: FlightTable.EndReason) {
        let (released, shifted) = state.withLock { state in
            let waiters = state.table.end(request, reason)
            return (waiters.compactMap { state.continuations.removeValue(forKey: $0) }, state.takeShifted())
        }
        shifted.forEach(runner.fetcher.reorder)
        for continuation in released { continuation.resume(returning: Told(reason.outcome)) }
    }

    private func fly(_ flight: Flight) async {
        let deadline = Deadline.after(configuration.flightLimit, on: clocks)
        land(flight, await runner.fly(flight, deadline: deadline) { self.answerEarly(flight, $0) })
    }

    @inline(never)
    private func land(_ flight: Flight, _ notes: FlightNotes) {
        let result = notes.outcome
        let (released, isQuiet) = state.withLock { state in
            state.flights[flight.key] = nil
            state.early[flight.key] = nil
            let released = AttachmentPipeline.waits(of: state.table.land(flight.key), in: &state)
            return (released, state.landings.add(isLast: state.table.flightCount == 0))
        }
        for (continuation, joined) in released { continuation.resume(returning: Told(result.outcome(joined: joined))) }
        if isQuiet { configuration.onQuiet() }
    }

    /// Answers whoever waits for a flight, and whoever comes until it lands, with what it has already.
    private func answerEarly(_ flight: Flight, _ result: FlightResult) {
        let (released, shifted) = state.withLock { state in
            state.early[flight.key] = result
            let released = AttachmentPipeline.waits(of: state.table.release(flight.key), in: &state)
            return (released, state.takeShifted())
        }
        shifted.forEach(runner.fetcher.reorder)
        for (continuation, joined) in released { continuation.resume(returning: Told(result.outcome(joined: joined))) }
    }

    private static func waits(
        of released: [FlightTable.Released], in state: inout State
    ) -> [(wait: Wait, joined: Bool)] {
        released.compactMap { released in
            state.continuations.removeValue(forKey: released.waiter).map { ($0, released.joined) }
        }
    }

    /// Counts and logs which rules refuse the URLs of references, which the asker is not told.
    private func noteRefusals(_ references: [MediaReference], _ outcomes: [Outcome?]) {
        for (reference, outcome) in zip(references, outcomes) {
            guard case .failed(let failure) = outcome, !failure.cached,
                failure.reason == .forbiddenAddress || failure.reason == .forbiddenPort,
                let refusal = FetchTarget.refusal(of: reference.source, rules: warm.rules), let rule = refusal.rule
            else { continue }
            metrics.countRefusal(by: rule)
            runner.log.event(.info, "a URL was refused", [("detail", refusal.detail), ("verdict", rule)])
        }
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
