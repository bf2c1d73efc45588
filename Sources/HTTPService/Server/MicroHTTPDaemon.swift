import CLinux
import CMicroHTTPD
import Glibc
import Telemetry

/// One HTTP thread: a daemon of libmicrohttpd that has no listening socket and gets its connections handed.
///
/// The library's own accepting is not used: its thread pool aborts the process where `MHD_quiesce_daemon` meets a
/// thread at the wrong instruction, and `MHD_stop_daemon` shuts down a listening socket that the next instance needs.
/// `@safe` and `Sendable`: the pointer is used by calls that the library allows from any thread, and never after `stop`.
@safe final class MicroHTTPDaemon: Sendable {
    /// What a hand-over came to.
    enum Acceptance {
        /// The connection is being served.
        case accepted
        /// The queue is empty.
        case nothing
        /// The client had gone again.
        case gone
        /// No descriptor or memory is left.
        case exhausted
    }

    /// The version of the library that runs (`MHD_get_version`).
    static var libraryVersion: String {
        guard let version = unsafe MHD_get_version() else { return "" }
        return unsafe String(cString: version)
    }

    let context: WorkerContext
    private nonisolated(unsafe) let daemon: OpaquePointer
    private nonisolated(unsafe) let calls: UnsafeMutablePointer<mhd_callbacks>
    private let retainedContext: Unmanaged<WorkerContext>

    /// Starts the thread; nil if the library could not. `stop` must be called.
    init?(context: WorkerContext) {
        let limits = context.configuration
        let retained = unsafe Unmanaged.passRetained(context)
        let calls = UnsafeMutablePointer<mhd_callbacks>.allocate(capacity: 1)
        unsafe calls.initialize(
            to: mhd_callbacks(
                context: retained.toOpaque(), target: targetArrived, handler: requestAdvanced, completed: requestEnded,
                changed: connectionChanged, overflowed: memoryOverflowed))
        let seconds = limits.idleLimit.components.seconds
        // What is ready is answered on this thread, and is not to wait for a processor behind transfers and hashes.
        let started = unsafe ThreadPriority.raised {
            unsafe mhd_start_worker(
                calls,
                mhd_limits(
                    connections: UInt32(clamping: limits.connectionLimit) &+ 64,
                    connection_memory: min(max(limits.connectionMemory, 4_096), 32_768),
                    timeout: UInt32(clamping: max(seconds, 0) &+ 1), stack: 1 << 20))
        }
        guard let started = unsafe started else {
            unsafe calls.deallocate()
            unsafe retained.release()
            return nil
        }
        self.context = context
        unsafe daemon = started
        unsafe retainedContext = retained
        unsafe self.calls = calls
    }

    /// Accepts one connection of a non-blocking listening socket.
    func accept(from listener: Int32) -> Acceptance {
        context.connectionOpened()
        let code = unsafe mhd_accept(daemon, listener)
        guard code != 0 else { return .accepted }
        context.connectionClosed()
        switch code {
        case -1, EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        case EAGAIN, EBADF, EINVAL, ENOTSOCK: return .nothing
        default: return .gone
        }
    }

    /// Whether the thread answers a request within so many milliseconds; blocks until it has or has not.
    ///
    /// The request comes over a socket pair, so that it says nothing about listeners, and asks for `/healthz`.
    func answers(withinMilliseconds limit: Int32) -> Bool {
        context.connectionOpened()
        let number = unsafe mhd_connect(daemon)
        guard number >= 0 else {
            context.connectionClosed()
            return false
        }
        let ours = DescriptorHandle(owning: number)
        let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard unsafe send(ours.number, request, request.count, linux_message_no_signal) == request.count else {
            return false
        }
        var waited = pollfd(fd: ours.number, events: Int16(POLLIN), revents: 0)
        var first: UInt8 = 0
        return withExtendedLifetime(ours) {
            unsafe poll(&waited, 1, limit) == 1 && recv(ours.number, &first, 1, 0) == 1
        }
    }

    /// Ends the thread and closes its connections; blocks until that is done. No connection may be suspended, and no
    /// other call may follow.
    func stop() {
        unsafe MHD_stop_daemon(daemon)
        unsafe calls.deallocate()
        unsafe retainedContext.release()
    }
}

private func exchange(_ pointer: UnsafeMutableRawPointer) -> Exchange {
    unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
}

private func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let connection = unsafe connection, let slot = unsafe slot else { return }
    if change == .CONNECTION_NOTIFY_STARTED {
        let worker = unsafe Unmanaged<WorkerContext>.fromOpaque(context).takeUnretainedValue()
        let made = unsafe Exchange(connection: ConnectionHandle(connection), context: worker)
        unsafe slot.pointee = Unmanaged.passRetained(made).toOpaque()
    } else if let pointer = unsafe slot.pointee {
        unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue().close()
        unsafe slot.pointee = nil
    }
}

private func targetArrived(
    _: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target = unsafe target, let connection = unsafe connection,
        let pointer = unsafe mhd_socket_context(connection)
    else { return nil }
    let exchange = unsafe exchange(pointer)
    exchange.target.removeAll(keepingCapacity: true)
    unsafe exchange.target.append(contentsOf: UnsafeRawBufferPointer(start: target, count: strlen(target)))
    exchange.begin()
    return unsafe pointer
}

private func requestAdvanced(
    _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?, _ partSize: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let pointer = unsafe slot?.pointee, let partSize = unsafe partSize else { return .NO }
    let exchange = unsafe exchange(pointer)
    if let part = unsafe part, unsafe partSize.pointee > 0 {
        let count = unsafe partSize.pointee
        guard let wanted = exchange.accept(bodyBytes: count) else { return .NO }
        unsafe exchange.body.append(contentsOf: UnsafeRawBufferPointer(start: part, count: wanted))
        unsafe partSize.pointee = 0
        return .YES
    }
    guard exchange.awaitsHeader else { return exchange.complete() == .proceed ? .YES : .NO }
    guard let path = unsafe path, let method = unsafe method, let version = unsafe version else { return .NO }
    var header = exchange.connection.readHeader()
    // The version stands right behind the target and its terminator; a NUL in the target leaves a gap.
    if unsafe UnsafeRawPointer(version) - UnsafeRawPointer(path) != exchange.target.count + 1 {
        header.rules.noteCutTarget()
    }
    let step = unsafe exchange.headerArrived(
        method: HTTPMethod(name: String(cString: method)), headers: header.headers, rules: header.rules)
    return step == .proceed ? .YES : .NO
}

private func requestEnded(
    _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _: MHD_RequestTerminationCode
) {
    guard let pointer = unsafe slot?.pointee else { return }
    unsafe exchange(pointer).end()
    unsafe slot?.pointee = nil
}

private func memoryOverflowed(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<WorkerContext>.fromOpaque(context).takeUnretainedValue().registry.endOverflowing()
}
