import CProbe
import Glibc
import MediaTypes
import Sandbox

/// Closes some of the locks and then attempts one thing: what became of it is the exit status, or the signal.
enum Probe {
    /// Runs `LOCKS ATTEMPT`.
    ///
    /// - Returns: 0 if the attempt succeeded, 64 for unknown words, 70 if the locks could not be closed, 77 where the lock is
    ///   not available, else `errno` of the attempt.
    static func run(_ words: [String]) -> Int32 {
        guard words.count == 3, let attempt = attempts[words[2]] else { return 64 }
        do throws(SandboxFailure) {
            switch words[1] {
            case "none": break
            case "limits": try ResourceLimits.set(descriptors: 5)
            case "landlock":
                try Sandbox.begin()
                guard try Landlock.restrict() else { return 77 }
            case "seccomp":
                try Sandbox.begin()
                try SystemCallFilter.load(SystemCallRule.inspector)
            case "all":
                try Sandbox.begin()
                let locks = try Sandbox.lock(descriptors: 5) { _ in }
                guard locks.hasSeccomp else { return 77 }
            default: return 64
            }
        } catch {
            return 70
        }
        return attempt()
    }

    /// The errno of a call that answers -1, else 0.
    private static func outcome(_ result: Int) -> Int32 {
        result == -1 ? errno : 0
    }

    private static let page = 4096
    private static let anonymous = MAP_PRIVATE | MAP_ANONYMOUS

    private static func map(_ bytes: Int, _ protection: Int32) -> Int32 {
        let address = unsafe mmap(nil, bytes, protection, anonymous, -1, 0)
        return unsafe address == MAP_FAILED ? errno : 0
    }

    private static let attempts: [String: @Sendable () -> Int32] = [
        "open": { outcome(Int(unsafe open("/etc/passwd", O_RDONLY))) },
        "socket": { outcome(Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))) },
        "fork": {
            let child = probe_fork()
            if child == 0 { _exit(0) }
            return outcome(Int(child))
        },
        "execve": {
            var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
            return unsafe outcome(Int(execve("/bin/true", &arguments, &arguments)))
        },
        "ptrace": { outcome(probe_trace_me()) },
        "kill": { outcome(Int(kill(getpid(), 0))) },
        "mmap": { map(page, PROT_READ | PROT_WRITE) },
        "mmap-exec": { map(page, PROT_READ | PROT_EXEC) },
        "memory-below": { map(Int(ResourceLimits.headroom) - 8 * 1_048_576, PROT_READ | PROT_WRITE) },
        "memory-above": { map(Int(ResourceLimits.headroom) + page, PROT_READ | PROT_WRITE) },
        "descriptor-4": { outcome(Int(dup2(STDIN_FILENO, 4))) },
        "descriptor-5": { outcome(Int(dup2(STDIN_FILENO, 5))) },
        "grow-file": {
            // The errno instead of a signal, which whoever starts the tests may ignore or not.
            signal(SIGXFSZ, SIG_IGN)
            guard let file = unsafe tmpfile() else { return errno }
            return outcome(unsafe write(fileno(file), "words", 5))
        },
        "words": { outcome(unsafe write(STDERR_FILENO, "words\n", 6)) },
        "write-elsewhere": { outcome(unsafe write(STDOUT_FILENO, "words\n", 6)) },
        "mutex": SanitizerControl.shareByMutex, "race": SanitizerControl.race, "overflow": SanitizerControl.overflow,
        "leak": SanitizerControl.leak,
        "trap": {
            let numbers = Array(words.dropFirst(words.count))
            return numbers[numbers.count]
        },
    ]

    private static let words: [Int32] = [1, 2, 3]
}
