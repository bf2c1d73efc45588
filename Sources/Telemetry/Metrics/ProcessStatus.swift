import Glibc

/// What the kernel tells of this process in `/proc/self` (proc(5)); `ProcSubset=pid` hides nothing of it.
package struct ProcessStatus: Sendable, Equatable {
    /// Processor time in user and kernel mode, in ticks.
    let ticks: Int64
    /// When the process started, in ticks since the machine did.
    let startTicks: Int64
    /// Threads.
    let threads: Int64
    /// Address space in bytes.
    let virtualBytes: Int64
    /// Resident pages.
    let residentPages: Int64

    /// Reads a line of `/proc/PID/stat`; nil if it is not one. The second field is the program's name in parentheses, and
    /// may itself hold blanks and parentheses.
    init?(line: String) {
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: end)...].split(whereSeparator: \.isWhitespace)
        // The first of these is field 3 of the manual.
        func field(_ number: Int) -> Int64? { number - 3 < fields.count ? Int64(fields[number - 3]) : nil }
        guard let user = field(14), let system = field(15), let threads = field(20), let start = field(22),
            let virtual = field(23), let resident = field(24)
        else { return nil }
        ticks = user &+ system
        startTicks = start
        self.threads = threads
        virtualBytes = virtual
        residentPages = resident
    }

    /// Reads the running process's line; nil where `/proc` is missing.
    static func current() -> ProcessStatus? {
        let file = unsafe open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return ProcessStatus(line: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Counts the open descriptors in `/proc/self/fd`, without the one that reads the folder; nil where `/proc` is missing.
    static func openDescriptors() -> Int64? {
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        var count: Int64 = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // `.`, `..` and the folder itself.
        return max(0, count - 3)
    }

    /// The most descriptors that the process may open (getrlimit(2)); nil for no limit.
    static func descriptorLimit() -> Int64? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int64(exactly: limit.rlim_cur)
    }

    /// Milliseconds since the machine started, sleep included (`CLOCK_BOOTTIME`).
    static func millisecondsSinceBoot() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Ticks a second of the kernel's accounting.
    static let ticksPerSecond = Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    /// Bytes of a page.
    static let pageBytes = Int64(max(1, sysconf(Int32(_SC_PAGESIZE))))
}
