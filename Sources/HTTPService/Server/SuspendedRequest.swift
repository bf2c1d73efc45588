import Synchronization

/// A request whose answer a task works out while its connection is suspended.
///
/// Exactly one event settles it, the answer or the client's leaving, and that event gives the connection back. Lock
/// order: this object's lock, then the watch's. The connection is suspended and resumed under this object's lock, so
/// whoever finds the request settled knows that the library may have the connection again.
final class SuspendedRequest: LateWork {
    /// How far the request is.
    enum Outcome: Sendable {
        /// Its task is at work.
        case waiting
        /// Its answer goes out.
        case answered(HTTPResponse)
        /// Its client has left, or the server stops: nothing goes out.
        case departed
    }

    /// The connection's socket, open as long as the outcome is `waiting`.
    let socket: Int32
    private let connection: ConnectionHandle
    private let watch: DepartureWatch
    private let work: @Sendable () async -> HTTPResponse
    private let state = Mutex(Outcome.waiting)
    private let token = Atomic<UInt64>(0)
    private let end = Gate()

    /// A request of `connection`.
    init(
        connection: ConnectionHandle, socket: Int32, watch: DepartureWatch,
        work: @escaping @Sendable () async -> HTTPResponse
    ) {
        self.connection = connection
        self.socket = socket
        self.watch = watch
        self.work = work
    }

    /// What has become of it.
    var outcome: Outcome {
        state.withLock { $0 }
    }

    /// Suspends the connection; false if the server is stopping and will not wait. Only on the HTTP thread.
    func begin() -> Bool {
        state.withLock { _ in
            guard let token = watch.register(self) else { return false }
            self.token.store(token, ordering: .relaxed)
            connection.suspend()
            watch.arm(token, socket: socket)
            return true
        }
    }

    func serve() async {
        guard case .waiting = outcome else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in answer(await work()) }
            if !watch.waitsHaveEnded { await end.wait() }
            group.cancelAll()
        }
    }

    func endWait() {
        end.open()
    }

    func depart() {
        settle(.departed)
    }

    private func answer(_ response: HTTPResponse) {
        settle(.answered(response))
    }

    private func settle(_ outcome: Outcome) {
        state.withLock { state in
            guard case .waiting = state else { return }
            state = outcome
            watch.disarm(socket: socket)
            connection.resume()
            // Last: `DepartureWatch.close` takes an absent request to be out of the library's suspended list.
            watch.forget(token.load(ordering: .relaxed))
        }
        end.open()
    }
}
