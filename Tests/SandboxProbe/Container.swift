import CProbe
import Glibc

/// Runs a program as a container would that forbids some system calls.
enum Container {
    /// Runs `deny CALL,CALL PROGRAM ARGUMENT...`; each call fails with EPERM in the program and in what it starts.
    ///
    /// - Returns: 64 for too few words, 70 if the filter or the program could not be started; else it does not return.
    static func run(_ words: [String]) -> Int32 {
        guard words.count >= 4 else { return 64 }
        guard let filter = unsafe seccomp_init(probe_allow) else { return 70 }
        for call in words[2].split(separator: ",") {
            guard unsafe probe_deny(filter, String(call)) == 0 else { return 70 }
        }
        guard unsafe seccomp_load(filter) == 0 else { return 70 }
        var arguments = unsafe words.dropFirst(3).map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        unsafe execv(words[3], arguments)
        return 70
    }
}
