import Glibc

/// Why a process could not be locked in.
package enum SandboxFailure: Error, Equatable, CustomStringConvertible {
    /// A call failed with this `errno`.
    case call(String, Int32)
    /// libseccomp knows no system call of this name on this architecture.
    case unknownCall(String)
    /// libseccomp finds nothing here that it could make a filter for.
    case noSeccomp
    /// The process's use of memory cannot be read.
    case unknownMemory

    /// One sentence for a person.
    package var description: String {
        switch self {
        case .call(let name, let code): "\(name) failed: \(unsafe String(cString: strerror(code)))"
        case .unknownCall(let name): "libseccomp knows no system call \(name)"
        case .noSeccomp: "the kernel or the container allows no seccomp filter"
        case .unknownMemory: "/proc/self/status does not say how much memory is used"
        }
    }
}
