import CSeccomp

/// Leaves a process the system calls of an allow-list; any other kills it with SIGSYS. The only user of libseccomp.
package enum SystemCallFilter {
    #if SANITIZE_THREAD || SANITIZE_ADDRESS
        /// The runtime of a sanitizer opens its report and starts a program that names functions: no allow-list of an
        /// inspector holds it, so that this build alone only notes what is not on it.
        private static let otherCalls = SCMP_ACT_LOG
    #else
        /// What becomes of a call that no rule names.
        private static let otherCalls = SCMP_ACT_KILL_PROCESS
    #endif

    /// The version of libseccomp that runs (`seccomp_version(3)`); empty if it does not tell.
    package static var libraryVersion: String {
        guard let version = unsafe seccomp_version()?.pointee else { return "" }
        return "\(version.major).\(version.minor).\(version.micro)"
    }

    /// Loads the filter; it cannot be taken back.
    ///
    /// - Throws: the libseccomp function that failed, with its `errno`.
    package static func load(_ rules: [SystemCallRule]) throws(SandboxFailure) {
        guard let filter = unsafe seccomp_init(otherCalls) else { throw .noSeccomp }
        defer { unsafe seccomp_release(filter) }
        // A call by another architecture's numbers would otherwise kill the thread only.
        try check(
            "seccomp_attr_set",
            unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
        for rule in rules {
            let number = unsafe seccomp_syscall_resolve_name(rule.name)
            guard number >= 0 else { throw .unknownCall(rule.name) }
            let code =
                if let condition = rule.condition {
                    unsafe seccomp_allow_masked(
                        filter, number, condition.argument, condition.mask, condition.value)
                } else {
                    unsafe seccomp_allow(filter, number)
                }
            try check("seccomp_rule_add(\(rule.name))", code)
        }
        try check("seccomp_load", unsafe seccomp_load(filter))
    }

    private static func check(_ call: String, _ code: Int32) throws(SandboxFailure) {
        guard code == 0 else { throw .call(call, 0 &- code) }
    }
}
