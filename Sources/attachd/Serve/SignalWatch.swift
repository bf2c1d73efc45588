import CLinux
import Glibc
import Synchronization
import Telemetry

/// Where the handler writes: the only thing that it may touch. -1 before the first watch.
private let signalPipe = Atomic<Int32>(-1)

/// Signals as a stream: a handler writes each into a pipe, which one thread reads.
///
/// A mask with `sigwait(3)` would have to be set before any other thread exists, and the runtime starts its own first.
struct SignalWatch: Sendable {
    /// The signals that came, in order; equal ones that come together may be one.
    let signals: AsyncStream<Int32>

    /// Catches `numbers` from now on; the thread ends with the process. One watch a process.
    ///
    /// - Throws: `SystemCallError` of the call that failed.
    init(_ numbers: [Int32]) throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { throw .current("pipe2") }
        let reader = ends[0]
        // A full pipe means that a thousand signals wait already: another one may be lost, the handler must not block.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
        let (stream, source) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        try startOwnedThread(named: "signals") {
            var number: UInt8 = 0
            while true {
                let count = unsafe read(reader, &number, 1)
                if count == 1 { source.yield(Int32(number)) }
                if count == 0 || (count < 0 && errno != EINTR) { return }
            }
        }
        for number in numbers {
            _ = signal(number) { number in
                // Only async-signal-safe calls, and errno as it was (signal-safety(7)).
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = unsafe write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = saved
            }
        }
    }
}
