import Glibc
import Telemetry

/// Signals as a stream: blocked for the whole process and taken by one thread with `sigwait(3)`.
///
/// To be made before any other thread is, because a mask is inherited; children get an empty one when they are spawned.
struct SignalWatch: Sendable {
    /// The signals that came, in order.
    let signals: AsyncStream<Int32>

    /// Blocks `numbers` and starts the thread that waits for them; it ends with the process.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    init(_ numbers: [Int32]) throws(SystemCallError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        let code = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        guard code == 0 else { throw SystemCallError("pthread_sigmask", code: code) }
        let (stream, source) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        try startOwnedThread(named: "signals") { [set] in
            var set = set
            var number: Int32 = 0
            while true {
                if unsafe sigwait(&set, &number) == 0 { source.yield(number) }
            }
        }
    }
}
