import CLinux
import Glibc

/// Starts a detached thread that runs `body` and ends.
///
/// Wraps `pthread_create(3)`; `name` is cut to the kernel's 15 bytes.
///
/// - Throws: `SystemCallError` of `pthread_create`.
package func startOwnedThread(
    named name: String, _ body: @escaping @Sendable () -> Void
) throws(SystemCallError) {
    let start = ThreadStart(name: name, body: body)
    let context = unsafe Unmanaged.passRetained(start)
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, runOwnedThread, context.toOpaque())
    guard code == 0 else {
        unsafe context.release()
        throw SystemCallError("pthread_create", code: code)
    }
    pthread_detach(thread)
}

/// What a new thread needs to know; handed over with one reference, which the thread takes.
private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runOwnedThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
    _ = unsafe linux_set_thread_name(start.name)
    start.body()
    return nil
}
