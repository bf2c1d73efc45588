import Glibc

/// A counting semaphore over `sem_t`, for owned threads only: waiting blocks the calling thread in the kernel.
///
/// Never waited on by asynchronous code. `@safe`: the pointer is allocated in `init`, freed in `deinit`, and every call
/// in between is one that POSIX allows from any thread.
@safe final class CountingSemaphore: Sendable {
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Adds one and wakes one waiter.
    func signal() {
        unsafe sem_post(semaphore)
    }

    /// Waits until the count is above zero and takes one; signals to the thread do not end the wait.
    func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
