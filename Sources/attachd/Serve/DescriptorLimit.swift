import Glibc

/// How many descriptors the daemon may have.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one: nothing here uses select(2), for whose sake the soft limit is low, and each
    /// connection, transfer and blob needs one. Where the system refuses, the daemon works with what it has.
    static func raise() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
    }
}
