/// Which of the kernel's locks an inspector has closed behind itself.
package struct InspectorLocks: Sendable, Equatable {
    /// Only the system calls that an inspection needs are left (`seccomp(2)`).
    package var hasSeccomp: Bool
    /// No path can be opened (`landlock(7)`).
    package var hasLandlock: Bool

    /// States which locks hold.
    package init(hasSeccomp: Bool, hasLandlock: Bool) {
        self.hasSeccomp = hasSeccomp
        self.hasLandlock = hasLandlock
    }

    /// All that there are.
    package static let all = InspectorLocks(hasSeccomp: true, hasLandlock: true)

    /// The names of those that do not hold.
    package var missing: [String] {
        (hasSeccomp ? [] : ["seccomp"]) + (hasLandlock ? [] : ["Landlock"])
    }
}
