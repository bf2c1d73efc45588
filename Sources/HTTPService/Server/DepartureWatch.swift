import Synchronization
import Telemetry

/// Notices clients that leave while their request is suspended, which libmicrohttpd does not.
///
/// One thread waits for a hang-up or a half-close (EPOLLRDHUP) of the suspended connections' sockets, each reported once.
/// Tokens are never used twice, so an event that was fetched before its request was settled finds nobody.
final class DepartureWatch: Sendable {
    private struct Table {
        var requests: [UInt64: any LateWork] = [:]
        var lastToken: UInt64 = 0
        var isClosed = false
    }

    private let table = Mutex(Table())
    private let thread: EventThread
    private let ended = Atomic(false)

    /// Makes the watch; its thread runs from `start` on.
    init() throws(SystemCallError) {
        thread = try EventThread()
    }

    /// Starts the thread.
    func start() throws(SystemCallError) {
        try thread.start(
            named: "departures", tick: { -1 }, event: { [weak self] token in self?.departed(token) }, round: {})
    }

    /// Whether waits end at once: the drain is over.
    var waitsHaveEnded: Bool {
        ended.load(ordering: .acquiring)
    }

    /// How many requests are suspended.
    var count: Int {
        table.withLock { $0.requests.count }
    }

    /// Takes a request into the table; nil once the watch is closed.
    func register(_ request: any LateWork) -> UInt64? {
        table.withLock { table in
            guard !table.isClosed else { return nil }
            table.lastToken += 1
            table.requests[table.lastToken] = request
            return table.lastToken
        }
    }

    /// Begins to watch the socket of a registered request. Should the kernel refuse, a client that leaves is only
    /// noticed when its answer is sent.
    func arm(_ token: UInt64, socket: Int32) {
        try? thread.poll.add(socket, .departure, token: token)
    }

    /// Ends the watch of a socket, before its connection is resumed.
    func disarm(socket: Int32) {
        thread.poll.remove(socket)
    }

    /// Takes a settled request out of the table.
    func forget(_ token: UInt64) {
        table.withLock { _ = $0.requests.removeValue(forKey: token) }
    }

    /// Cancels the work of all suspended requests and of those to come; their answers still go out.
    func endWaits() {
        ended.store(true, ordering: .releasing)
        for request in table.withLock({ Array($0.requests.values) }) { request.endWait() }
    }

    /// Drops all suspended requests and refuses others; on return no connection is suspended.
    func close() {
        let requests = table.withLock { table in
            table.isClosed = true
            return Array(table.requests.values)
        }
        for request in requests { request.depart() }
    }

    /// Ends the thread.
    func stop() async {
        await thread.stop()
    }

    private func departed(_ token: UInt64) {
        table.withLock { $0.requests[token] }?.depart()
    }
}
