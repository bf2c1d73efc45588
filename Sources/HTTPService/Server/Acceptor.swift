import Synchronization
import Telemetry

/// Accepts connections on one thread for all listeners, hands each to the HTTP thread with the fewest, and ends the
/// connections whose time is over.
final class Acceptor: Sendable {
    /// Connections taken from one listener before the others get their turn.
    private static let batch = 16
    /// More than a listening socket's queue can hold.
    private static let longestQueue = 65_536

    private let listeners: [ListeningSocket]
    private let workers: [MicroHTTPDaemon]
    private let thread: EventThread
    private let ledger: ConnectionLedger
    private let clock: ServerClock
    private let connectionLimit: Int
    private let tick: Int64
    private let isOpen = Atomic(true)
    /// Whether the listeners are out of the event set, for want of room or descriptors. Written by the thread alone.
    private let isPaused = Atomic(false)
    /// Whether the queues of our own listeners have been emptied after the closing. Used by the thread alone.
    private let isSwept = Atomic(false)

    /// An acceptor on `thread`, which has not been started; `workers` must not be empty.
    init(
        listeners: [ListeningSocket], workers: [MicroHTTPDaemon], thread: EventThread, ledger: ConnectionLedger,
        clock: ServerClock, configuration: HTTPServerConfiguration
    ) {
        self.listeners = listeners
        self.workers = workers
        self.thread = thread
        self.ledger = ledger
        self.clock = clock
        connectionLimit = max(configuration.connectionLimit, 1)
        tick = min(max(configuration.checkInterval.milliseconds, 1), 60_000)
    }

    /// Starts accepting.
    func start() throws(SystemCallError) {
        for (index, listener) in listeners.enumerated() {
            try thread.poll.add(listener.descriptor.number, .readable, token: UInt64(index))
        }
        try thread.start(
            named: "http-accept", tick: { [self] in nextTick }, event: { [self] in accept(from: $0) },
            round: { [self] in lookAround() })
    }

    /// Takes no more connections. Those in the queue of a socket that was passed in stay there for the next instance;
    /// those in the queues of our own are still served.
    func close() {
        guard isOpen.exchange(false, ordering: .sequentiallyConsistent) else { return }
        for listener in listeners { thread.poll.remove(listener.descriptor.number) }
        thread.poll.wake()
    }

    /// Ends the thread.
    func stop() async {
        close()
        await thread.stop()
        ledger.settle(at: ServerClock.never, mayGrow: false)
    }

    private var nextTick: Int32 {
        let next = ledger.nextDeadline
        guard next != ServerClock.never || ledger.count > 0 || isPaused.load(ordering: .relaxed) else { return -1 }
        let (wait, overflow) = next.subtractingReportingOverflow(clock.now())
        return Int32(clamping: min(max(overflow ? tick : wait, 1), tick))
    }

    private func accept(from token: UInt64) {
        guard token < UInt64(listeners.count) else { return }
        for _ in 0..<Acceptor.batch {
            guard isOpen.load(ordering: .sequentiallyConsistent), acceptOne(from: listeners[Int(token)]) else { return }
        }
    }

    /// Whether there may be more to accept.
    private func acceptOne(from listener: ListeningSocket) -> Bool {
        guard ledger.count < connectionLimit,
            let worker = workers.min(by: { $0.context.connectionCount < $1.context.connectionCount })
        else {
            pause()
            return false
        }
        switch worker.accept(from: listener.descriptor.number) {
        case .accepted, .gone: return true
        case .nothing: return false
        case .exhausted:
            pause()
            return false
        }
    }

    private func pause() {
        guard !isPaused.exchange(true, ordering: .sequentiallyConsistent) else { return }
        for listener in listeners { thread.poll.remove(listener.descriptor.number) }
        ledger.wantRoom(true)
    }

    private func lookAround() {
        let now = clock.now()
        let wantsMore = isOpen.load(ordering: .sequentiallyConsistent)
        // Before anybody hears that no connection is left.
        if !wantsMore { sweep() }
        for worker in workers { worker.context.check(at: now) }
        ledger.settle(at: now, mayGrow: wantsMore)
        if wantsMore, isPaused.load(ordering: .relaxed), ledger.count < connectionLimit { proceed() }
    }

    /// Listens again after a pause.
    private func proceed() {
        ledger.wantRoom(false)
        isPaused.store(false, ordering: .sequentiallyConsistent)
        for (index, listener) in listeners.enumerated() {
            // Refused by the kernel, a listener is tried again after the next pause; the others go on.
            try? thread.poll.add(listener.descriptor.number, .readable, token: UInt64(index))
        }
        guard !isOpen.load(ordering: .sequentiallyConsistent) else { return }
        for listener in listeners { thread.poll.remove(listener.descriptor.number) }
    }

    private func sweep() {
        guard !isSwept.exchange(true, ordering: .relaxed) else { return }
        for listener in listeners where listener.isOurs {
            for _ in 0..<Acceptor.longestQueue {
                guard acceptOne(from: listener) else { break }
            }
        }
    }
}
