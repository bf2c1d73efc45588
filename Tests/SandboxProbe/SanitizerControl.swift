import Glibc
import Synchronization

/// Faults that a sanitizer must find, and what it must not take for one: proof that `Scripts/test --sanitize` can fail, also
/// in a program that has closed the locks behind it. They do no harm in any other build.
enum SanitizerControl {
    /// Two threads that want a mutex at once, and write behind it.
    static func shareByMutex() -> Int32 {
        let counter = Counter()
        return twice(200_000) { counter.value.withLock { $0 += 1 } }
    }

    /// Two threads that write the same number, and have both used a value that is initialised once.
    static func race() -> Int32 {
        let counter = Counter()
        let step = steps.count
        return twice(100) {
            unsafe counter.unguarded += step
            unsafe counter.unguarded += steps.count
        }
    }

    /// A byte behind the end of a block is read.
    static func overflow() -> Int32 {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        unsafe bytes.initialize(repeating: 0, count: 16)
        defer { unsafe bytes.deallocate() }
        return unsafe Int32(bytes[CommandLine.arguments.count + 13]) & 0
    }

    /// A block that nobody can give back any more.
    static func leak() -> Int32 {
        unsafe UnsafeMutablePointer<UInt8>.allocate(capacity: 1000).initialize(repeating: 0, count: 1000)
        return 0
    }

    private static let steps = [1]

    private final class Counter: Sendable {
        let value = Mutex(0)
        nonisolated(unsafe) var unguarded = 0
    }

    private final class Work: Sendable {
        let count: Int
        let step: @Sendable () -> Void

        init(_ count: Int, _ step: @escaping @Sendable () -> Void) { (self.count, self.step) = (count, step) }
    }

    /// Runs a step `count` times on each of two threads.
    private static func twice(_ count: Int, _ step: @escaping @Sendable () -> Void) -> Int32 {
        let work = Work(count, step)
        var threads: [pthread_t] = []
        for _ in 0..<2 {
            var thread = pthread_t()
            let code = unsafe pthread_create(
                &thread, nil,
                { argument in
                    guard let argument = unsafe argument else { return nil }
                    let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                    for _ in 0..<work.count { work.step() }
                    return nil
                }, Unmanaged.passRetained(work).toOpaque())
            guard code == 0 else { return code }
            threads.append(thread)
        }
        for thread in threads { pthread_join(thread, nil) }
        return 0
    }
}
