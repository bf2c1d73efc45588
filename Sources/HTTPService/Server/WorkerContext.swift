import Synchronization

/// What the connections of one HTTP thread share; a request touches nothing of it that another HTTP thread writes.
final class WorkerContext: Sendable {
    /// The number of the server, one of its own in this process.
    let server: UInt64
    /// The thread's place among the server's HTTP threads, from 0 on.
    let number: Int
    let handler: any HTTPHandler
    let configuration: HTTPServerConfiguration
    let clock: ServerClock
    let watch: DepartureWatch
    let ledger: ConnectionLedger
    let registry = ConnectionRegistry()
    /// Orders for the tasks of `HTTPServer.run()`.
    let orders: AsyncStream<any LateWork>.Continuation
    private let connections = Atomic(0)
    private let requests = Atomic(0)
    private let draining = Atomic(false)

    init(
        server: UInt64, number: Int, handler: any HTTPHandler, configuration: HTTPServerConfiguration,
        clock: ServerClock, watch: DepartureWatch,
        ledger: ConnectionLedger, orders: AsyncStream<any LateWork>.Continuation
    ) {
        self.server = server
        self.number = number
        self.handler = handler
        self.configuration = configuration
        self.clock = clock
        self.watch = watch
        self.ledger = ledger
        self.orders = orders
    }

    /// Connections handed to this thread and not yet closed.
    var connectionCount: Int { connections.load(ordering: .relaxed) }
    /// Requests begun and not yet answered.
    var requestCount: Int { requests.load(ordering: .relaxed) }
    /// Whether each answer ends its connection.
    var isDraining: Bool { draining.load(ordering: .sequentiallyConsistent) }

    /// One more connection, counted by the accepting thread.
    func connectionOpened() {
        connections.add(1, ordering: .relaxed)
        ledger.opened()
    }

    /// One connection less.
    func connectionClosed() {
        connections.subtract(1, ordering: .relaxed)
        ledger.closed()
    }

    /// One more request.
    func requestBegan() {
        requests.add(1, ordering: .relaxed)
    }

    /// One request less.
    func requestEnded() {
        requests.subtract(1, ordering: .relaxed)
    }

    /// From now on each answer ends its connection, and connections that stay idle are ended by `check`.
    func drain() {
        draining.store(true, ordering: .sequentiallyConsistent)
    }

    /// A look at all connections, at the server's time `now`.
    func check(at now: Int64) {
        registry.check(at: now)
        if isDraining { registry.endReadingOnIdle() }
    }
}
