/// Which locks must hold before an inspector may see a file (`--require-sandbox`). Whatever is demanded, all are tried.
package enum SandboxDemand: String, Sendable, CaseIterable {
    /// seccomp and Landlock.
    case full
    /// seccomp; old kernels and some containers have no Landlock.
    case seccomp
    /// None.
    case off

    /// Whether these locks are enough.
    package func isMet(by locks: InspectorLocks) -> Bool {
        switch self {
        case .full: locks.hasSeccomp && locks.hasLandlock
        case .seccomp: locks.hasSeccomp
        case .off: true
        }
    }
}
