import CLinux
import Glibc
package import MediaTypes

/// The locks that a process closes behind itself before it looks at hostile bytes. For a process of one thread: Landlock
/// and seccomp hold for the calling thread alone.
package enum Sandbox {
    /// Gives up what is not needed even to load libraries and databases: being dumped or traced, and gaining rights.
    package static func begin() throws(SandboxFailure) {
        guard linux_forbid_dumps() == 0 else { throw .call("prctl(PR_SET_DUMPABLE)", errno) }
        guard linux_forbid_new_privileges() == 0 else { throw .call("prctl(PR_SET_NO_NEW_PRIVS)", errno) }
    }

    /// Limits what may be used and closes every lock that this kernel has; seccomp comes last, because it forbids the rest.
    ///
    /// - Parameters:
    ///   - descriptors: the number above the highest descriptor that may be open.
    ///   - tell: told why a lock could not be closed.
    /// - Returns: which locks hold.
    /// - Throws: why a limit could not be set.
    package static func lock(
        descriptors: Int32, tell: (SandboxFailure) -> Void
    ) throws(SandboxFailure) -> InspectorLocks {
        try ResourceLimits.set(descriptors: descriptors)
        var locks = InspectorLocks(hasSeccomp: false, hasLandlock: false)
        do throws(SandboxFailure) {
            locks.hasLandlock = try Landlock.restrict()
        } catch {
            tell(error)
        }
        do throws(SandboxFailure) {
            try SystemCallFilter.load(SystemCallRule.inspector)
            locks.hasSeccomp = true
        } catch {
            tell(error)
        }
        return locks
    }
}
