import Glibc

/// One row of the allow-list: a system call, and what one of its arguments must be.
package struct SystemCallRule: Sendable {
    /// A condition on one argument: the bits of `mask` are `value`.
    struct Condition: Sendable {
        let argument: UInt32
        let mask: UInt64
        let value: UInt64
    }

    /// The call's name, which libseccomp knows the number of.
    package let name: String
    let condition: Condition?

    private init(_ name: String, _ condition: Condition? = nil) {
        self.name = name
        self.condition = condition
    }

    /// What an inspector needs once it is ready, and nothing else.
    package static let inspector = [
        // Its work: requests, answers, the end.
        SystemCallRule("recvmsg"), SystemCallRule("sendmsg"), SystemCallRule("close"), SystemCallRule("exit_group"),
        // Files and memory; none of it to be executed. The last two are for large blocks only.
        SystemCallRule("mmap", Condition(argument: 2, mask: UInt64(PROT_EXEC), value: 0)),
        SystemCallRule("munmap"), SystemCallRule("brk"), SystemCallRule("mremap"), SystemCallRule("madvise"),
        // Going on behind the handler that maps the next piece of a large file.
        SystemCallRule("rt_sigreturn"),
        // Last words, which say why it ended.
        SystemCallRule("write", Condition(argument: 0, mask: 0xffff_ffff, value: UInt64(STDERR_FILENO))),
        // Swift's report of a trap, and whatever is initialised at its first use: waking nobody (FUTEX_WAKE is 1).
        SystemCallRule("futex", Condition(argument: 1, mask: 0x7f, value: 1)), SystemCallRule("gettid"),
        // A real call only where the clock cannot be read without one.
        SystemCallRule("clock_gettime"),
    ]
}
