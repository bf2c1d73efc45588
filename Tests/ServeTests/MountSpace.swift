/// Runs a program in a mount namespace of its own, where files of the machine are others: that takes root.
enum MountSpace {
    /// The words behind `/bin/sh` that mount what `mounts` say and run a program, in the shell's own process.
    static func words(_ mounts: [String], _ executable: String, _ arguments: [String]) -> [String] {
        let inside = (mounts + ["exec \"$0\" \"$@\""]).joined(separator: " && ")
        return ["-c", "exec unshare -m --propagation private /bin/sh -c '\(inside)' \"$0\" \"$@\"", executable]
            + arguments
    }
}
