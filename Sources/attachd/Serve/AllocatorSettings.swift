import CLinux
import Telemetry

/// How glibc's allocator serves a process that is to stay small for months.
///
/// Its defaults are for speed with many threads: eight arenas a core, each of which keeps what it once needed, and limits
/// that grow with what is freed.
enum AllocatorSettings {
    /// The settings, in bytes where they are sizes. Measured with 256 transfers of 10 MB and 10,000 entries.
    static let values: [(parameter: Int32, value: Int32)] = [
        // What is free in one arena no other can use, so that each has a peak of its own: with sixteen, 10 MB more than
        // with one, with two 2 MB. Threads rarely meet in it: what they free they keep a few of for themselves.
        (linux_malloc_arenas, 1),
        // Given, they no longer grow: the largest buffers are always mappings of their own, which go back to the kernel when
        // they are freed, and so does the top of the heap. At an eighth of it a list's buffers came and went with the
        // kernel's help all the time, and twice as slowly.
        (linux_malloc_mapping_threshold, 1 << 20),
        (linux_malloc_trim_threshold, 4 << 20),
    ]

    /// Sets them for this process; before it has threads, since an arena once made stays.
    static func apply() {
        for (parameter, value) in values { _ = linux_malloc_set(parameter, value) }
    }

    /// Gives what is free back to the kernel, soon and on a thread of its own: that takes milliseconds, in which a thread
    /// that wants memory of the same arena waits.
    ///
    /// By itself the allocator gives back the top of a heap alone, below which a few blocks of a burst that is over hold
    /// what all of it needed.
    static func giveBack(_ log: Log) {
        do throws(SystemCallError) {
            try startOwnedThread(named: "attachd-memory") { _ = linux_malloc_trim() }
        } catch {
            log.event(.warning, "free memory could not be given back", [("error", error.description)])
        }
    }
}
