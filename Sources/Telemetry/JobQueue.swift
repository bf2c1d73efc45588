import Synchronization

/// A queue of jobs that threads take from, waiting in the kernel while it is empty.
///
/// Lock order: `jobs` is only held for a few instructions; the semaphore is never touched under it.
final class JobQueue: Sendable {
    private struct State {
        /// Taken jobs are nil, so that what they hold goes with them and not with the next compaction.
        var jobs: [(@Sendable () -> Void)?] = []
        var head = 0
        var closed = false
    }

    private let state = Mutex(State())
    private let available = CountingSemaphore()

    /// Adds a job at the end.
    func add(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
        available.signal()
    }

    /// Takes the first job, waiting for one; nil once the queue is closed and empty.
    func next() -> (@Sendable () -> Void)? {
        while true {
            available.wait()
            let (job, closed) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
                guard state.head < state.jobs.count else { return (nil, state.closed) }
                let job = state.jobs[state.head]
                state.jobs[state.head] = nil
                state.head += 1
                if state.head == state.jobs.count {
                    state.jobs.removeAll(keepingCapacity: true)
                    state.head = 0
                } else if state.head >= 256 {
                    state.jobs.removeFirst(state.head)
                    state.head = 0
                }
                return (job, state.closed)
            }
            if let job { return job }
            if closed {
                // Passes the news on to the next waiting thread.
                available.signal()
                return nil
            }
        }
    }

    /// Lets the threads end once all jobs are done.
    func close() {
        state.withLock { $0.closed = true }
        available.signal()
    }
}
