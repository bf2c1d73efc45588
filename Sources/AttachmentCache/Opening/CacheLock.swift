import CLinux
import Glibc
import Synchronization
import Telemetry

/// The cache's one writer: an exclusive `flock(2)` on the file `lock`, which names its holder in one JSON line.
///
/// The kernel drops the lock with its holder, so what a dead process left in the file is no obstacle. The descriptor is
/// close-on-exec: a child would otherwise hold the cache for as long as it lives.
final class CacheLock: Sendable {
    private let file: DescriptorHandle

    private init(file: DescriptorHandle) {
        self.file = file
    }

    /// Takes the lock of the cache in `layout`; waits for it until `deadline`, or not at all for nil.
    ///
    /// The wait is a thread of its own that blocks in the kernel; one that comes too late gives the lock back at once.
    ///
    /// - Throws: `CacheError.busy`, or what kept the file from being opened.
    static func acquire(
        _ layout: CacheLayout, holder: LockHolder, deadline: Deadline?
    ) async throws(CacheError) -> CacheLock {
        let path = layout.lock
        do throws(SystemCallError) {
            let file = try descriptor("open") { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640) }
            if let code = tryOnce(file) {
                guard code == EWOULDBLOCK || code == EINTR else { throw SystemCallError("flock", code: code) }
                guard let deadline, try await wait(for: file, until: deadline) else {
                    throw SystemCallError("flock", code: EWOULDBLOCK)
                }
            }
            let lock = CacheLock(file: file)
            try lock.announce(holder)
            return lock
        } catch  where error.code == EWOULDBLOCK {
            throw .busy(CacheLock.holder(layout) ?? LockHolder(pid: 0, command: ""))
        } catch {
            throw CacheError(opening: path, error)
        }
    }

    /// What the lock file says; true only while somebody holds the lock. Nil where it says nothing that can be read.
    static func holder(_ layout: CacheLayout) -> LockHolder? {
        let path = layout.lock
        var bytes = [UInt8](repeating: 0, count: 4096)
        let handle = try? descriptor("open") { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard let handle else { return nil }
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(handle.number, $0.baseAddress, $0.count, 0) }
        withExtendedLifetime(handle) {}
        guard count > 0 else { return nil }
        return LockHolder(line: String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// Writes who holds the lock.
    func announce(_ holder: LockHolder) throws(SystemCallError) {
        let line = Array(holder.line.utf8)
        try file.use { number throws(SystemCallError) in
            try FileSystemCalls.system.empty(number)
            try FileSystemCalls.system.write(number, line.span, 0)
        }
    }

    /// Gives the lock back, whoever still refers to this object.
    func release() {
        _ = linux_flock(file.number, LOCK_UN)
        withExtendedLifetime(file) {}
    }

    /// Takes the lock if it is free; else the error's number.
    private static func tryOnce(_ file: DescriptorHandle) -> Int32? {
        defer { withExtendedLifetime(file) {} }
        return linux_flock(file.number, LOCK_EX | LOCK_NB) == 0 ? nil : errno
    }

    private static func wait(for file: DescriptorHandle, until deadline: Deadline) async throws(SystemCallError) -> Bool
    {
        let race = LockRace()
        try startOwnedThread(named: "cache-lock") {
            let result = Result { () throws(SystemCallError) in
                _ = try file.use { number throws(SystemCallError) in
                    try repeated("flock") { linux_flock(number, LOCK_EX) }
                }
            }
            // Too late: nobody waits any more, so nobody may hold the lock.
            if !race.settle(result.map { true }) { CacheLock(file: file).release() }
        }
        let timer = Task {
            // Ended early by cancellation, and then it settles nothing that is not settled already.
            try? await ContinuousClock().sleep(until: deadline.instant)
            _ = race.settle(.success(false))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            await race.result()
        } onCancel: {
            _ = race.settle(.success(false))
        }.get()
    }
}

/// The first of two answers: the lock is ours, or the time is over.
private final class LockRace: Sendable {
    typealias Answer = Result<Bool, SystemCallError>
    private enum State {
        case open
        case awaited(CheckedContinuation<Answer, Never>)
        case settled(Answer)
    }

    private let state = Mutex(State.open)

    /// Gives an answer; false if there was one already.
    func settle(_ answer: Answer) -> Bool {
        let (first, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Answer, Never>?) in
            switch state {
            case .settled: return (false, nil)
            case .open:
                state = .settled(answer)
                return (true, nil)
            case .awaited(let continuation):
                state = .settled(answer)
                return (true, continuation)
            }
        }
        waiter?.resume(returning: answer)
        return first
    }

    func result() async -> Answer {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Answer? in
                if case .settled(let answer) = state { return answer }
                state = .awaited(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}
