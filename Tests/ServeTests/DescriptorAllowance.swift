import Glibc

/// How many descriptors the test process may have.
enum DescriptorAllowance {
    /// Raises the soft limit to the hard one, for tests with many clients.
    ///
    /// - Returns: the limit that holds now.
    static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
        return Int(clamping: limit.rlim_max)
    }
}
