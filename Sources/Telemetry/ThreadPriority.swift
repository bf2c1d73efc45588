import Glibc

/// The order in which the kernel serves threads that want a processor at the same time.
package enum ThreadPriority {
    /// By how much threads that somebody waits for come before the others, in steps of `nice(2)`.
    private static let raise: Int32 = 10

    /// Runs `body` so that the threads which it starts come before the others of this process; where that takes a privilege that
    /// the process does not have (`RLIMIT_NICE`, `CAP_SYS_NICE`), as any.
    ///
    /// The calling thread, whose priority a new thread begins with, has its own back on return (`setpriority(2)`).
    package static func raised<Value>(_ body: () -> Value) -> Value {
        // On Linux the "process" 0 is the calling thread.
        let thread = Int32(PRIO_PROCESS.rawValue)
        let before = getpriority(thread, 0)
        guard setpriority(thread, 0, before - raise) == 0 else { return body() }
        defer { _ = setpriority(thread, 0, before) }
        return body()
    }
}
