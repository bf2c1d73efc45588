import Synchronization
import Telemetry

/// The way to the loop's thread: an inbox of commands, and the thread itself, started with the first of them.
///
/// Lock order: the inbox is held for a few instructions only, and nothing else is locked under it.
final class FetchLoop: Sendable {
    private enum Command: Sendable {
        case start(FetchJob)
        case cancel(UInt64)
        case reorder(UInt64)
        case answer(CheckedContinuation<Void, Never>)
    }

    private struct Inbox {
        var commands: [Command] = []
        var isRunning = false
        var isClosed = false
        var lastID: UInt64 = 0
    }

    /// What the thread has to do, as it last told.
    let load = FetchLoadGauge()

    private let inbox = Mutex(Inbox())
    private let multi: MultiHandle
    private let configuration: FetchConfiguration
    private let addressGuard: AddressGuard
    private let clocks: Clocks
    private let log: Log

    /// A loop whose thread does not run yet.
    init(_ configuration: FetchConfiguration, _ addressGuard: AddressGuard, _ clocks: Clocks, _ log: Log)
        throws(CurlError)
    {
        multi = try MultiHandle(
            maxConnectionsPerHost: configuration.maxConnectionsPerHost, maxConnections: configuration.maxConnections)
        self.configuration = configuration
        self.addressGuard = addressGuard
        self.clocks = clocks
        self.log = log
    }

    /// A number for a fetch.
    func nextID() -> UInt64 {
        inbox.withLock { inbox in
            inbox.lastID += 1
            return inbox.lastID
        }
    }

    /// Hands a fetch over; its completion is called in any case.
    func start(_ job: FetchJob) {
        let (isTaken, needsThread) = inbox.withLock { inbox -> (Bool, Bool) in
            guard !inbox.isClosed else { return (false, false) }
            inbox.commands.append(.start(job))
            defer { inbox.isRunning = true }
            return (true, !inbox.isRunning)
        }
        guard isTaken else {
            job.completion(.failure(FetchFailure(.cancelled, "The fetcher has been shut down.")))
            return
        }
        if needsThread { startThread() } else { multi.wakeUp() }
    }

    /// Ends a fetch with `cancelled`; does nothing if it has ended or has not been handed over.
    func cancel(_ id: UInt64) {
        inbox.withLock { $0.commands.append(.cancel(id)) }
        multi.wakeUp()
    }

    /// Takes note of a fetch's new priority; does nothing if it does not wait for its turn.
    func reorder(_ id: UInt64) {
        inbox.withLock { $0.commands.append(.reorder(id)) }
        multi.wakeUp()
    }

    /// Returns once the thread has come round to it, or at once while there is no thread.
    func answer() async {
        await withCheckedContinuation { continuation in
            let isWaiting = inbox.withLock { inbox in
                guard inbox.isRunning, !inbox.isClosed else { return false }
                inbox.commands.append(.answer(continuation))
                return true
            }
            if isWaiting { multi.wakeUp() } else { continuation.resume() }
        }
    }

    /// Ends every fetch with `cancelled`, and the thread; does not wait for it.
    func close() {
        inbox.withLock { $0.isClosed = true }
        multi.wakeUp()
    }

    private func startThread() {
        do throws(SystemCallError) {
            try startOwnedThread(named: "attachd-fetch") { self.run() }
        } catch {
            log.event(.error, "the fetch thread could not start", [("error", error.description)])
            let commands = inbox.withLock { inbox in
                inbox.isRunning = false
                return FetchLoop.drain(&inbox)
            }
            for command in commands {
                switch command {
                case .start(let job):
                    job.completion(.failure(FetchFailure(.transferFailed, "The fetcher has no thread to work on.")))
                case .answer(let continuation): continuation.resume()
                case .cancel, .reorder: break
                }
            }
        }
    }

    private func run() {
        MultiHandle.blockBrokenPipeSignal()
        let loop = TransferLoop(
            multi,
            Transfer.Surroundings(
                configuration: configuration, addressGuard: addressGuard, clocks: clocks, log: log), load)
        while true {
            let (commands, isClosed) = inbox.withLock { (FetchLoop.drain(&$0), $0.isClosed) }
            for command in commands {
                switch command {
                case .start(let job): loop.start(job)
                case .cancel(let id): loop.cancel(id)
                case .reorder(let id): loop.reorder(id)
                case .answer(let continuation): continuation.resume()
                }
            }
            if isClosed {
                loop.endAll(FetchFailure(.cancelled, "The fetcher has been shut down."))
                return
            }
            do throws(CurlError) {
                try loop.turn()
            } catch {
                // Only memory or a broken handle can be the cause; nothing on this handle would come to an end.
                log.event(.error, "libcurl gave up", [("error", "\(error)")])
                loop.endAll(FetchFailure(.transferFailed, "The fetcher broke down."))
                close()
            }
        }
    }

    private static func drain(_ inbox: inout Inbox) -> [Command] {
        let commands = inbox.commands
        inbox.commands = []
        return commands
    }
}
