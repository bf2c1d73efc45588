import Glibc

/// What a locked process may use of the machine (`setrlimit(2)`).
package enum ResourceLimits {
    /// Private memory beyond what is used when the limit is set, in bytes: twice what the largest honest file needs.
    package static let headroom: UInt64 = 56 * 1_048_576
    /// Seconds of processor time for all files together: a backstop, should the daemon be gone that ends what hangs.
    package static let seconds: UInt64 = 60

    #if SANITIZE_THREAD || SANITIZE_ADDRESS
        /// The runtime of a sanitizer maps terabytes, opens its report and writes it: this build alone does without these.
        private static let lifted = ["RLIMIT_DATA", "RLIMIT_NOFILE", "RLIMIT_FSIZE"]
    #else
        private static let lifted: [String] = []
    #endif

    /// Sets every limit, soft and hard.
    ///
    /// - Parameter descriptors: the number above the highest descriptor that may be open.
    /// - Throws: the call that failed, or `unknownMemory`.
    package static func set(descriptors: Int32) throws(SandboxFailure) {
        let used = try usedMemory()
        let rows: [(String, __rlimit_resource, soft: UInt64, hard: UInt64)] = [
            ("RLIMIT_DATA", RLIMIT_DATA, used + headroom, used + headroom),
            // The soft limit ends it with a signal of its own, the hard one as any kill would.
            ("RLIMIT_CPU", RLIMIT_CPU, seconds, seconds + 1),
            ("RLIMIT_NOFILE", RLIMIT_NOFILE, UInt64(clamping: descriptors), UInt64(clamping: descriptors)),
            ("RLIMIT_FSIZE", RLIMIT_FSIZE, 0, 0),
            ("RLIMIT_CORE", RLIMIT_CORE, 0, 0),
        ]
        for (name, resource, soft, hard) in rows where !lifted.contains(name) {
            var limit = rlimit(rlim_cur: rlim_t(soft), rlim_max: rlim_t(hard))
            guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
                throw .call("setrlimit(\(name))", errno)
            }
        }
    }

    /// The private writable memory of this process in bytes, as RLIMIT_DATA counts it.
    private static func usedMemory() throws(SandboxFailure) -> UInt64 {
        let file = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .call("open(/proc/self/status)", errno) }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count: Int = unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        guard let used = usedMemory(inStatus: buffer.prefix(max(0, count))) else { throw .unknownMemory }
        return used
    }

    /// The value of `VmData` in the text of proc_pid_status(5), in bytes.
    static func usedMemory(inStatus text: some Sequence<UInt8>) -> UInt64? {
        let lines = Array(text).split(separator: UInt8(ascii: "\n"))
        guard let line = lines.first(where: { $0.starts(with: "VmData:".utf8) }) else { return nil }
        let words = line.split { $0 == 0x20 || $0 == 0x09 }
        guard words.count == 3, words[2].elementsEqual("kB".utf8),
            let kibibytes = UInt64(String(decoding: words[1], as: UTF8.self)), kibibytes < 1 << 40
        else { return nil }
        return kibibytes * 1024
    }
}
