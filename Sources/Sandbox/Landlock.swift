import CLinux
import Glibc

/// Takes every path, port and process away from the calling thread (`landlock(7)`).
package enum Landlock {
    /// How a kernel without Landlock, one where it is switched off, and a container's filter say no.
    private static let absent = [ENOSYS, EOPNOTSUPP, EPERM]

    #if SANITIZE_THREAD || SANITIZE_ADDRESS
        /// The report of a sanitizer needs a path: for this build alone no kernel has Landlock.
        private static func version() -> Int32 {
            errno = ENOSYS
            return -1
        }
    #else
        private static func version() -> Int32 { linux_landlock_version() }
    #endif

    /// Closes the lock; descriptors that are open stay usable.
    ///
    /// - Returns: whether it holds: false where the kernel or the container has no Landlock.
    /// - Throws: the call that failed for another reason.
    package static func restrict() throws(SandboxFailure) -> Bool {
        let version = Self.version()
        guard version > 0 else { return try deny("landlock_create_ruleset") }
        let rights = LandlockRights(version: version)
        let rules = linux_landlock_create(rights.files, rights.network, rights.scopes)
        guard rules >= 0 else { return try deny("landlock_create_ruleset") }
        defer { close(rules) }
        guard linux_landlock_restrict(rules) == 0 else { return try deny("landlock_restrict_self") }
        return true
    }

    private static func deny(_ call: String) throws(SandboxFailure) -> Bool {
        let code = errno
        guard absent.contains(code) else { throw .call(call, code) }
        return false
    }
}
