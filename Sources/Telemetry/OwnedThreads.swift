import Glibc
import Synchronization

/// A small set of threads that the process owns, for work that blocks (SQLite, fsync, waiting for a process).
///
/// Swift's cooperative pool has one thread a core and Dispatch adds too few, so blocking there starves everything else.
/// Jobs start in the order in which they come. The threads end when the last reference goes.
package final class OwnedThreads: Sendable {
    private let queue: JobQueue

    /// Starts `count` threads; `name` (at most 15 bytes) is what `top -H` shows.
    ///
    /// - Throws: `SystemCallError` of `pthread_create`.
    package init(count: Int, name: String) throws(SystemCallError) {
        precondition(count > 0, "a set of threads needs at least one")
        queue = JobQueue()
        for _ in 0..<count {
            try startOwnedThread(named: name) { [queue] in
                while let job = queue.next() { job() }
            }
        }
    }

    deinit {
        queue.close()
    }

    /// Runs `body` on one of the threads and returns what it returns; not ended by cancellation.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.add { continuation.resume(returning: body()) }
        }
    }

    /// Runs `body` on one of the threads and returns or throws what it does; not ended by cancellation.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.add {
                continuation.resume(returning: Result { () throws(Failure) -> Value in try body() })
            }
        }
        return try result.get()
    }

    /// Runs `body` on one of the threads, with nobody waiting for it.
    package func submit(_ body: @escaping @Sendable () -> Void) {
        queue.add(body)
    }
}
