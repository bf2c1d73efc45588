import Synchronization
import Telemetry

/// An HTTP/1.1 server on any number of listeners.
///
/// Life: `init` starts the HTTP threads; `start` accepts; `run` works on the replies that come later, until `stop`;
/// `drain` lets go of the clients. After `stop`, which must be called, nothing can be started again.
///
/// One thread accepts for all listeners, each HTTP thread serves its own connections and shares no lock with another,
/// and one thread watches suspended connections. A client that closes its sending half while it waits for a reply counts
/// as gone: its reply's task is cancelled and its connection closed.
package final class HTTPServer: Sendable {
    /// How long answers may take to go out after the end of a drain.
    private static let lastWords: Duration = .seconds(2)

    /// Servers that this process has had.
    private static let servers = Atomic<UInt64>(0)

    /// The version of libmicrohttpd that runs, which need not be the one that this program was built with.
    package static var libraryVersion: String {
        MicroHTTPDaemon.libraryVersion
    }

    /// What the server listens on.
    package let listeners: [ListeningSocket]
    private let clock: ServerClock
    private let watch: DepartureWatch
    private let ledger: ConnectionLedger
    private let workers: [MicroHTTPDaemon]
    private let acceptor: Acceptor
    private let orders: AsyncStream<any LateWork>
    private let orderSource: AsyncStream<any LateWork>.Continuation
    /// Probes and in the end joins the HTTP threads, which blocks; one thread, so that no probe comes after the end.
    private let stopper: OwnedThreads
    private let hasStopped = Atomic(false)

    /// Starts the HTTP threads; connections are only accepted after `start`.
    ///
    /// - Throws: `ListenFailure.system` and `.noWorker`.
    package init(
        listeners: [ListeningSocket], handler: any HTTPHandler,
        configuration: HTTPServerConfiguration = HTTPServerConfiguration()
    ) throws(ListenFailure) {
        let clock = ServerClock()
        let (orders, orderSource) = AsyncStream.makeStream(of: (any LateWork).self)
        let (thread, watch, stopper) = try HTTPServer.makeThreads()
        let ledger = ConnectionLedger(wake: { thread.poll.wake() })
        let server = HTTPServer.servers.add(1, ordering: .relaxed).newValue
        var workers: [MicroHTTPDaemon] = []
        for number in 0..<max(configuration.threads, 1) {
            let context = WorkerContext(
                server: server, number: number, handler: handler, configuration: configuration, clock: clock,
                watch: watch, ledger: ledger,
                orders: orderSource)
            guard let worker = MicroHTTPDaemon(context: context) else {
                for worker in workers { worker.stop() }
                throw .noWorker
            }
            workers.append(worker)
        }
        self.listeners = listeners
        self.clock = clock
        self.watch = watch
        self.ledger = ledger
        self.workers = workers
        self.orders = orders
        self.orderSource = orderSource
        self.stopper = stopper
        acceptor = Acceptor(
            listeners: listeners, workers: workers, thread: thread, ledger: ledger, clock: clock,
            configuration: configuration)
    }

    /// Starts accepting. If it throws, `stop` must not be called and the process is expected to end.
    package func start() throws(ListenFailure) {
        do {
            try watch.start()
            try acceptor.start()
        } catch {
            throw .system(error)
        }
    }

    /// Works on the replies that come later, each in a child task; returns after `stop`, once all those have ended.
    ///
    /// Cancelling the calling task cancels them and refuses later ones with 503.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders {
                group.addTask { await order.serve() }
            }
        }
        watch.close()
    }

    /// Connections accepted and not yet closed.
    package var connectionCount: Int { ledger.count }
    /// Requests whose request line has come and whose answer is not out yet.
    package var requestCount: Int { workers.reduce(0) { $0 + $1.context.requestCount } }
    /// Requests whose reply is being worked on.
    package var waitingCount: Int { watch.count }

    /// Whether each HTTP thread really answers a request within `limit`, for the service manager's watchdog.
    package func answers(within limit: Duration) async -> Bool {
        let milliseconds = Int32(clamping: limit.milliseconds)
        return await stopper.run { [self] in
            !hasStopped.load(ordering: .relaxed) && workers.allSatisfy { $0.answers(withinMilliseconds: milliseconds) }
        }
    }

    /// Takes no more connections, lets idle ones go at the second check, and ends each other one with its answer.
    ///
    /// A listening socket that was passed in stays as it is; the file of a Unix socket of our own is removed.
    package func stopAccepting() {
        for worker in workers { worker.context.drain() }
        for listener in listeners { listener.removeFile() }
        acceptor.close()
    }

    /// Cancels the replies being worked on and those to come; what they answer still goes out.
    package func endWaits() {
        watch.endWaits()
    }

    /// Stops accepting and waits until every client has its answer; after `limit` ends all waits and gives the answers
    /// two more seconds to go out. Returns whether no connection is left.
    @discardableResult
    package func drain(within limit: Duration) async -> Bool {
        stopAccepting()
        if await ledger.waitUntilEmpty(until: ServerClock.time(clock.now(), plus: limit)) { return true }
        endWaits()
        return await ledger.waitUntilEmpty(until: ServerClock.time(clock.now(), plus: HTTPServer.lastWords))
    }

    /// Closes every connection and ends all threads. Only once, and only after `start`.
    package func stop() async {
        stopAccepting()
        await hangUp()
        await acceptor.stop()
        watch.close()
        await stopper.run { [self] in
            hasStopped.store(true, ordering: .relaxed)
            for worker in workers { worker.stop() }
        }
        await watch.stop()
        orderSource.finish()
    }

    /// Ends every connection and waits until the library has closed it, for two seconds at most.
    ///
    /// libmicrohttpd 0.9.75 dies of a request that it is about to refuse by itself while it is being stopped: `MHD_queue_response`
    /// then says that the answer is queued and drops it, and the header is made of none. Without a connection there is no request.
    private func hangUp() async {
        for _ in 0..<20 {
            for worker in workers { worker.context.registry.endAll() }
            // Those that were accepted just now are in the next round.
            if await ledger.waitUntilEmpty(until: ServerClock.time(clock.now(), plus: .milliseconds(100))) { return }
        }
    }

    private static func makeThreads() throws(ListenFailure) -> (EventThread, DepartureWatch, OwnedThreads) {
        do {
            return (try EventThread(), try DepartureWatch(), try OwnedThreads(count: 1, name: "http-stop"))
        } catch {
            throw .system(error)
        }
    }
}
