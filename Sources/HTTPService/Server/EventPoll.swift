import CLinux
import Glibc
import Telemetry

/// An epoll set with a wake-up of its own (epoll(7), eventfd(2)); all calls are safe from any thread.
final class EventPoll: Sendable {
    /// What a descriptor is watched for.
    enum Interest {
        /// Something to read or to accept, level-triggered.
        case readable
        /// The other side has gone or has closed its half; reported once.
        case departure
    }

    /// The token of the wake-up; callers use any other number.
    static let wakeToken = UInt64.max

    private let epoll: DescriptorHandle
    private let wakeUp: DescriptorHandle

    /// An empty set.
    init() throws(SystemCallError) {
        epoll = DescriptorHandle(owning: try EventPoll.checked(linux_epoll_create(), "epoll_create1"))
        wakeUp = DescriptorHandle(owning: try EventPoll.checked(linux_eventfd(), "eventfd"))
        try add(wakeUp.number, .readable, token: EventPoll.wakeToken)
    }

    /// Watches a descriptor that stays open until it has been removed.
    func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) throws(SystemCallError) {
        let events =
            switch interest {
            case .readable: linux_epoll_readable
            case .departure: linux_epoll_departed | linux_epoll_once
            }
        _ = try EventPoll.checked(
            linux_epoll_control(epoll.number, EPOLL_CTL_ADD, descriptor, events, token), "epoll_ctl")
    }

    /// Ends the watch; one that is not in the set is no error. Events that a wait has already fetched still come.
    func remove(_ descriptor: Int32) {
        _ = linux_epoll_control(epoll.number, EPOLL_CTL_DEL, descriptor, 0, 0)
    }

    /// Makes the next or the present `wait` return.
    func wake() {
        var one: UInt64 = 1
        _ = unsafe withUnsafeBytes(of: &one) { unsafe write(wakeUp.number, $0.baseAddress, $0.count) }
    }

    /// Waits at most so many milliseconds (-1: without end), which blocks the thread, and calls `body` with the token of
    /// each event but the wake-up.
    func wait(milliseconds: Int32, _ body: (UInt64) -> Void) {
        var tokens = [UInt64](repeating: 0, count: 64)
        let count = unsafe linux_epoll_wait(epoll.number, &tokens, 64, milliseconds)
        guard count > 0 else { return }
        for token in tokens.prefix(Int(count)) {
            if token == EventPoll.wakeToken {
                var counter: UInt64 = 0
                _ = unsafe withUnsafeMutableBytes(of: &counter) { unsafe read(wakeUp.number, $0.baseAddress, $0.count) }
            } else {
                body(token)
            }
        }
    }

    private static func checked(_ result: Int32, _ call: String) throws(SystemCallError) -> Int32 {
        guard result >= 0 else { throw SystemCallError.current(call) }
        return result
    }
}
