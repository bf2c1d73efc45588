import Telemetry

/// Runs an actor on one thread that the process owns, so that the actor may block (SQLite, fsync).
final class ThreadExecutor: SerialExecutor {
    private let thread: OwnedThreads

    /// Starts the thread; `name` is what `top -H` shows.
    init(name: String) throws(SystemCallError) {
        thread = try OwnedThreads(count: 1, name: name)
    }

    /// Queues a job behind those that wait.
    func enqueue(_ job: consuming ExecutorJob) {
        // The runtime's own pattern: the job is run exactly once, by the thread that takes it from the queue.
        let job = UnownedJob(job)
        thread.submit {
            unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }
}
