import Synchronization
package import Telemetry

/// A real HTTP/1.1 origin on 127.0.0.1, scripted by replies, with one thread a connection.
///
/// It stops, and its threads end, when it is shut down or its last reference goes.
package final class LoopbackOrigin: Sendable {
    /// The port it listens on.
    package let port: UInt16

    private let record = OriginRecord()
    private let stopper: Mutex<DescriptorHandle?>
    /// What begins to listen; nil once it has.
    private let opening: Mutex<(@Sendable () throws(SystemCallError) -> Void)?>

    /// Starts an origin that asks `handler` for each reply, on the connection's thread; on a free port unless one is given.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package convenience init(
        port: UInt16 = 0, _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
    ) throws(SystemCallError) {
        try self.init(gate: nil, port: port, handler)
    }

    /// Starts an origin on another address of loopback, in host order, such as 0x7f00_0002.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package convenience init(
        address: UInt32, port: UInt16, _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
    ) throws(SystemCallError) {
        try self.init(gate: nil, address: address, port: port, handler)
    }

    /// Starts an origin that accepts connections and says nothing, not even that it cannot read what comes, until `gate`
    /// lets it; then it closes.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package convenience init(greeting gate: OriginGate) throws(SystemCallError) {
        try self.init(gate: gate) { _ in .closing }
    }

    /// Prepares an origin on a port of its own where nobody listens before `open`: till then connections are refused, and
    /// nobody else can take the port, as somebody may take that of an origin that was shut down.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package static func closed(
        _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
    ) throws(SystemCallError) -> LoopbackOrigin {
        try LoopbackOrigin(gate: nil, isClosed: true, handler)
    }

    private init(
        gate: OriginGate?, isClosed: Bool = false, address: UInt32 = 0x7f00_0001, port: UInt16 = 0,
        _ handler: @escaping @Sendable (OriginRequest) -> OriginReply
    ) throws(SystemCallError) {
        let (listener, port) = try OriginSocket.bound(address: address, port: port)
        let (stop, stopper) = try OriginSocket.pipe()
        self.port = port
        self.stopper = Mutex(stopper)
        opening = Mutex(nil)
        let begin: @Sendable () throws(SystemCallError) -> Void = { [record] () throws(SystemCallError) in
            try OriginSocket.listen(listener)
            try startOwnedThread(named: "origin-accept") {
                while OriginSocket.wait(listener.number, stop: stop) == .ready {
                    guard let socket = OriginSocket.accept(listener) else { continue }
                    let connection = OriginConnection(
                        socket: socket, number: record.opened(), stop: stop, record: record, gate: gate,
                        handler: handler)
                    do {
                        try startOwnedThread(named: "origin") { connection.run() }
                    } catch {
                        // The client sees its connection close.
                        record.closed()
                    }
                }
            }
        }
        // The listening socket is the accepting thread's alone, and goes with it.
        if isClosed {
            opening.withLock { $0 = begin }
        } else {
            try begin()
        }
    }

    /// Begins to listen, where that has not been done.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package func open() throws(SystemCallError) {
        let begin = opening.withLock { opening in
            defer { opening = nil }
            return opening
        }
        try begin?()
    }

    /// Starts an origin with a reply for each request target, or path; 404 for any other.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    package convenience init(routes: [String: OriginReply]) throws(SystemCallError) {
        try self.init { request in
            routes[request.target] ?? routes[request.path] ?? .body(Array("no such thing\n".utf8), status: 404)
        }
    }

    deinit {
        shutDown()
    }

    /// Ends the origin: it accepts nothing more, and every thread of it ends at its next wait.
    package func shutDown() {
        stopper.withLock { $0 = nil }
    }

    /// `127.0.0.1:PORT`.
    package var authority: String {
        "127.0.0.1:\(port)"
    }

    /// The URL of a request target that starts with a slash.
    package func url(_ target: String) -> String {
        "http://" + authority + target
    }

    /// What the origin has seen so far.
    package var tally: OriginTally {
        record.tally
    }

    /// The requests so far.
    package var requests: [OriginRequest] {
        record.tally.requests
    }

    /// Suspends until so many requests have come, in all.
    @discardableResult
    package func waitForRequests(_ count: Int) async -> OriginTally {
        await record.wait { $0.requests.count >= count }
    }

    /// Suspends until no connection is open any more.
    @discardableResult
    package func waitUntilDisconnected() async -> OriginTally {
        await record.wait { $0.openConnections == 0 }
    }

    /// Suspends until the tally meets a condition.
    @discardableResult
    package func wait(until condition: @escaping @Sendable (OriginTally) -> Bool) async -> OriginTally {
        await record.wait(until: condition)
    }
}
