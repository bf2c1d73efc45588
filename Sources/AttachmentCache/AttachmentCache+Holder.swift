import CLinux
import Glibc
import Telemetry

extension AttachmentCache {
    /// Who holds the cache in a folder at this moment; nil if nobody does, or there is no cache.
    ///
    /// Asks for a shared lock and gives it back at once (`flock(2)`), since what an ended process left in the file says
    /// nothing: whoever wants the cache in that instant waits for it a little.
    package static func holder(of directory: String) -> LockHolder? {
        let layout = CacheLayout(root: directory)
        let path = layout.lock
        let file = try? descriptor("open") { unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard let file else { return nil }
        defer { withExtendedLifetime(file) {} }
        guard linux_flock(file.number, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        return CacheLock.holder(layout)
    }
}
