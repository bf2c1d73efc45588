import CLinux
import Glibc
import Synchronization

/// An answer whose body a task writes while it goes out.
///
/// The HTTP thread takes what has been written; where there is nothing, it suspends the connection, and the next write
/// resumes it. Lock order: this object's lock, then the watch's. The connection is suspended and resumed under this
/// object's lock; the writer's continuation is resumed outside of it.
final class StreamedAnswer: LateWork {
    /// What the HTTP thread is told.
    enum Taken {
        /// Bytes to send.
        case bytes([UInt8])
        /// Nothing yet: the connection has been suspended.
        case suspended
        /// The body is complete.
        case ended
        /// The connection is to be closed in the middle of the body; its socket has been shut down.
        case broken
    }

    /// Bytes that wait to be sent, beyond which the writer waits.
    static let roomInBytes = 65_536

    private struct State {
        var written: [UInt8] = []
        var head = 0
        var isFinished = false
        /// Nobody takes any more.
        var isClosed = false
        var isSuspended = false
        var writer: CheckedContinuation<Bool, Never>?

        var waiting: Int { written.count - head }
    }

    private let connection: ConnectionHandle
    private let socket: Int32
    private let watch: DepartureWatch
    private let work: @Sendable (StreamWriter) async -> Void
    private let state = Mutex(State())
    private let token = Atomic<UInt64>(0)
    private let end = Gate()

    /// An answer on `connection`.
    init(
        connection: ConnectionHandle, socket: Int32, watch: DepartureWatch,
        work: @escaping @Sendable (StreamWriter) async -> Void
    ) {
        self.connection = connection
        self.socket = socket
        self.watch = watch
        self.work = work
    }

    /// Takes the answer into the watch's care; false if the server is stopping. Only on the HTTP thread.
    func begin() -> Bool {
        guard let token = watch.register(self) else { return false }
        self.token.store(token, ordering: .relaxed)
        return true
    }

    func serve() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                await work(StreamWriter(self))
                finish()
            }
            if !watch.waitsHaveEnded { await end.wait() }
            group.cancelAll()
        }
    }

    func endWait() {
        end.open()
    }

    func depart() {
        close()
    }

    /// Takes at most `limit` bytes. Only on the HTTP thread.
    func take(atMost limit: Int) -> Taken {
        let (taken, writer) = state.withLock { state -> (Taken, CheckedContinuation<Bool, Never>?) in
            if state.isClosed {
                shutdown(socket, Int32(SHUT_RDWR))
                return (.broken, nil)
            }
            guard state.waiting > 0 else {
                if state.isFinished { return (.ended, nil) }
                state.isSuspended = true
                connection.suspend()
                watch.arm(token.load(ordering: .relaxed), socket: socket)
                return (.suspended, nil)
            }
            let count = min(max(limit, 0), state.waiting)
            let bytes = Array(state.written[state.head..<(state.head + count)])
            state.head += count
            if state.head == state.written.count {
                state.written.removeAll(keepingCapacity: true)
                state.head = 0
            }
            guard state.waiting <= StreamedAnswer.roomInBytes / 2 else { return (.bytes(bytes), nil) }
            return (.bytes(bytes), state.writer.take())
        }
        writer?.resume(returning: true)
        return taken
    }

    /// The library has let go of the answer: the connection has ended, or the body is complete.
    func close() {
        let writer = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            state.written = []
            state.head = 0
            resume(&state)
            // Last: `DepartureWatch.close` takes an absent answer to be out of the library's suspended list.
            watch.forget(token.load(ordering: .relaxed))
            return state.writer.take()
        }
        writer?.resume(returning: false)
        end.open()
    }

    /// Adds bytes; returns once there is room for more, with whether anybody still takes them.
    func write(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                guard !state.isClosed else { return false }
                if state.head > StreamedAnswer.roomInBytes {
                    state.written.removeFirst(state.head)
                    state.head = 0
                }
                state.written += bytes
                if state.waiting > 0 { resume(&state) }
                guard state.waiting > StreamedAnswer.roomInBytes else { return true }
                state.writer = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func finish() {
        state.withLock { state in
            state.isFinished = true
            if !state.isClosed { resume(&state) }
        }
        end.open()
    }

    /// Gives a suspended connection back; called under the lock.
    private func resume(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        watch.disarm(socket: socket)
        connection.resume()
    }
}

/// Where a handler writes the body of a streamed answer.
package struct StreamWriter: Sendable {
    private let sink: @Sendable ([UInt8]) async -> Bool

    /// A writer into a streamed answer.
    init(_ answer: StreamedAnswer) {
        sink = { await answer.write($0) }
    }

    /// A writer into anything, for handlers that are called without a server.
    package init(_ sink: @escaping @Sendable ([UInt8]) async -> Bool) {
        self.sink = sink
    }

    /// Sends bytes as soon as the client takes them, and returns once there is room for more.
    ///
    /// - Returns: whether anybody still takes them; false once the client has left.
    package func write(_ bytes: [UInt8]) async -> Bool {
        await sink(bytes)
    }
}
