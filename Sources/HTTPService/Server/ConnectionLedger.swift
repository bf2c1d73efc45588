import Synchronization

/// How many connections a server has, and who waits for one or all of them to close.
///
/// Only the opening and closing of connections touches it, never a request.
final class ConnectionLedger: Sendable {
    private struct Waiter {
        let deadline: Int64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let total = Atomic(0)
    private let wantsRoom = Atomic(false)
    private let waiters = Mutex<[Waiter]>([])
    /// Makes the accepting thread look around.
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Connections accepted and not yet closed.
    var count: Int { total.load(ordering: .sequentiallyConsistent) }

    /// A connection has been accepted.
    func opened() {
        total.add(1, ordering: .sequentiallyConsistent)
    }

    /// A connection has closed.
    func closed() {
        let left = total.subtract(1, ordering: .sequentiallyConsistent).newValue
        if left <= 0 || wantsRoom.load(ordering: .sequentiallyConsistent) { wake() }
    }

    /// Whether the accepting thread is to be woken by each closing.
    func wantRoom(_ wanted: Bool) {
        wantsRoom.store(wanted, ordering: .sequentiallyConsistent)
    }

    /// Returns true once no connection is left, or false once it is `deadline`.
    func waitUntilEmpty(until deadline: Int64) async -> Bool {
        await withCheckedContinuation { continuation in
            waiters.withLock { $0.append(Waiter(deadline: deadline, continuation: continuation)) }
            wake()
        }
    }

    /// The first time at which a waiter gives up.
    var nextDeadline: Int64 {
        waiters.withLock { $0.map(\.deadline).min() } ?? ServerClock.never
    }

    /// Answers the waiters whose wait is over at `now`; called by the accepting thread, and with the end of time by
    /// whoever ends that thread. As long as more connections may come, having none is no end.
    func settle(at now: Int64, mayGrow: Bool) {
        let isEmpty = !mayGrow && count <= 0
        let settled = waiters.withLock { waiters in
            let over = waiters.filter { isEmpty || now >= $0.deadline }
            waiters.removeAll { isEmpty || now >= $0.deadline }
            return over
        }
        for waiter in settled { waiter.continuation.resume(returning: isEmpty) }
    }
}
