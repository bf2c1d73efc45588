import Telemetry

/// The transfers of the loop's thread, and the order in which they start, move on and end. Lives on that thread alone.
final class TransferLoop {
    private let multi: MultiHandle
    private let surroundings: Transfer.Surroundings
    private let load: FetchLoadGauge
    private var queue: OriginQueue
    private var timers = TimerQueue()
    private var transfers: [UInt64: Transfer] = [:]
    private var running: [EasyHandle.Identity: UInt64] = [:]
    private var backOffs: URLBackOffs
    private var circuits: OriginCircuits
    private var withheld = WithheldCounts()
    private var nextTimerRound: ContinuousClock.Instant

    /// The longest wait in milliseconds while no transfer has a timer.
    private static let longestWait: Int32 = 60_000
    /// The longest wait in milliseconds while transfers run. In one of some forty bursts of fifty transfers over a new HTTP/2
    /// connection libcurl 7.88.1 asks for no event and no timer until the one for connecting, ten seconds later, although it
    /// has work to do when it is called.
    private static let longestWaitBusy: Int32 = 50
    /// How often the running transfers are asked when they want to look at the clock: what they watch takes seconds.
    private static let timerPause = Duration.milliseconds(50)

    init(_ multi: MultiHandle, _ surroundings: Transfer.Surroundings, _ load: FetchLoadGauge) {
        self.multi = multi
        self.surroundings = surroundings
        self.load = load
        nextTimerRound = surroundings.clocks.monotonic()
        queue = OriginQueue(
            maxPerOrigin: surroundings.configuration.maxConnectionsPerHost,
            maxTotal: surroundings.configuration.maxConnections)
        backOffs = URLBackOffs(surroundings.configuration.backOff)
        circuits = OriginCircuits(surroundings.configuration.backOff)
    }

    /// Takes a fetch in; one whose URL or origin is left alone ends at once.
    func start(_ job: FetchJob) {
        let transfer = Transfer(job, surroundings)
        transfers[job.id] = transfer
        let now = surroundings.clocks.monotonic()
        if let failure = backOffs.withheld(job.request.target.cacheKey, at: now) {
            withheld.byBackOff += 1
            return finish(transfer, .failure(failure))
        }
        if case .withheld(let failure, _) = circuits.preview(transfer.target.origin, at: now) {
            withheld.byCircuit += 1
            return finish(transfer, .failure(failure))
        }
        queue.add(job.id, transfer.target.origin, job.request.urgency.priority)
        schedule(transfer)
    }

    /// Ends a fetch that nobody wants any more; does nothing if it has ended.
    func cancel(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        finish(transfer, .failure(FetchFailure(.cancelled, "The fetch was cancelled.")))
    }

    /// Looks at a fetch's priority again; does nothing if it does not wait.
    func reorder(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        queue.move(id, to: transfer.job.request.urgency.priority)
    }

    /// Ends every fetch with `failure`.
    func endAll(_ failure: FetchFailure) {
        for transfer in Array(transfers.values) { finish(transfer, .failure(failure)) }
        tellLoad()
    }

    /// Starts what may start, moves everything on, ends what is done or out of time, and waits for more to do.
    func turn() throws(CurlError) {
        startWaiting()
        try multi.perform()
        while let completion = multi.nextCompletion() {
            guard let id = running[completion.handle], let transfer = transfers[id] else { continue }
            take(transfer.completed(completion.code), transfer)
        }
        // After the sockets have been read: bytes that wait in the kernel while this thread is busy are no stall.
        checkTimers()
        startWaiting()
        timers.compact(live: transfers.count) { transfers[$0] != nil }
        tellLoad()
        try multi.wait(milliseconds: waitMilliseconds())
    }

    private func tellLoad() {
        load.set(
            FetchLoad(
                running: running.count, waiting: transfers.count - running.count,
                waitingAsBatch: queue.waitingAsBatch))
        withheld.circuits = circuits.counts
        load.set(withheld)
    }

    private func startWaiting() {
        while let id = queue.next() {
            guard let transfer = transfers[id] else { continue }
            let admission = circuits.admit(transfer.target.origin, id, at: surroundings.clocks.monotonic())
            if case .withheld(let failure, let until) = admission {
                queue.finished(transfer.target.origin)
                holdBack(transfer, failure, until: until)
                continue
            }
            transfer.isProbe = admission == .probe
            do throws(CurlError) {
                let easy = try transfer.begin(running: running.count)
                try multi.add(easy)
                running[easy.identity] = id
            } catch {
                surroundings.log.event(.error, "a transfer could not start", [("error", "\(error)")])
                finish(transfer, .failure(FetchFailure(.transferFailed, "The transfer could not be started.")))
            }
        }
    }

    /// Ends a fetch whose origin is left alone. One that waits to try again, perhaps for this very origin's 429, waits on
    /// for as long as it may.
    private func holdBack(_ transfer: Transfer, _ failure: FetchFailure, until: ContinuousClock.Instant) {
        guard let last = transfer.lastFailure else {
            withheld.byCircuit += 1
            return finish(transfer, .failure(failure))
        }
        let spread = RetryRules.retryAfterSpread * Double.random(in: 0..<1)
        if transfer.wait(until: until.advanced(by: spread)) {
            schedule(transfer)
        } else {
            finish(transfer, .failure(last))
        }
    }

    private func checkTimers() {
        let now = surroundings.clocks.monotonic()
        if now >= nextTimerRound {
            nextTimerRound = now.advanced(by: TransferLoop.timerPause)
            for id in running.values {
                if let transfer = transfers[id] { schedule(transfer) }
            }
        }
        while let id = timers.popDue(at: now) {
            guard let transfer = transfers[id] else { continue }
            transfer.scheduledCheck = nil
            if let step = transfer.check(at: now) { take(step, transfer) } else { schedule(transfer) }
        }
    }

    /// Makes sure that the timer queue holds an entry no later than the transfer's next look at the clock.
    private func schedule(_ transfer: Transfer) {
        let next = transfer.nextCheck
        if let scheduled = transfer.scheduledCheck, scheduled <= next { return }
        transfer.scheduledCheck = next
        timers.schedule(transfer.job.id, at: next)
    }

    private func take(_ step: Transfer.Step, _ transfer: Transfer) {
        noteOrigin(step, transfer)
        switch step {
        case .finished(let result): finish(transfer, result)
        case .again:
            release(transfer)
            schedule(transfer)
        case .redirected, .due:
            if case .redirected = step { release(transfer) }
            queue.add(transfer.job.id, transfer.target.origin, transfer.job.request.urgency.priority)
            schedule(transfer)
        }
    }

    /// Tells the circuit of the hop's origin what the hop showed of it.
    private func noteOrigin(_ step: Transfer.Step, _ transfer: Transfer) {
        guard let origin = transfer.runningOrigin else { return }
        let id = transfer.job.id
        let now = surroundings.clocks.monotonic()
        var ended: FetchFailure?
        if case .finished(.failure(let failure)) = step { ended = failure }
        if let ended, OriginCircuits.counts(ended.reason) {
            circuits.failed(origin, id, ended, at: now)
        } else if transfer.answerStatus == 429 {
            let failure = ended ?? transfer.lastFailure
            if let failure { circuits.limited(origin, id, failure, at: now) }
        } else if transfer.hasAnswer {
            circuits.answered(origin, id)
        } else if let ended {
            circuits.failed(origin, id, ended, at: now)
        }
    }

    private func finish(_ transfer: Transfer, _ result: Result<FetchAnswer, FetchFailure>) {
        if let origin = transfer.runningOrigin { circuits.released(origin, transfer.job.id) }
        if case .failure(let failure) = result, failure.isRemembered {
            // What is only given again must not count again.
        } else {
            backOffs.ended(transfer.job.request.target.cacheKey, result, at: surroundings.clocks.monotonic())
        }
        release(transfer)
        transfers[transfer.job.id] = nil
        transfer.job.completion(transfer.report(result))
    }

    /// Gives back the hop's handle and its place, or its place in the line.
    private func release(_ transfer: Transfer) {
        guard let origin = transfer.runningOrigin else {
            queue.withdraw(transfer.job.id)
            return
        }
        if let easy = transfer.easy {
            running[easy.identity] = nil
            multi.remove(easy)
            if transfer.hasAnswer { queue.learn(origin, isMultiplexed: easy.isMultiplexed) }
        }
        transfer.end()
        queue.finished(origin)
    }

    private func waitMilliseconds() -> Int32 {
        let most = running.isEmpty ? TransferLoop.longestWait : TransferLoop.longestWaitBusy
        guard let next = timers.next else { return most }
        let left = surroundings.clocks.monotonic().duration(to: next).wholeMilliseconds
        return Int32(truncatingIfNeeded: min(max(left, 0), Int(most)))
    }
}
