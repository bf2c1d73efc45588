import Fixtures
import Glibc
import Testing

@testable import Sandbox

/// Real processes that lock themselves in and then try to get out.
@Suite struct SandboxTests {
    /// The status of a process that a forbidden call ended.
    private static let killed: Int32 = 128 + 31
    private static let trapped: Int32 = 128 + 4

    private func attempt(_ what: String, behind locks: String) async throws -> ProgramRun {
        try await RunningProgram("sandbox-probe", [locks, what], environment: ["SWIFT_BACKTRACE": "enable=no"]).end()
    }

    @Test(
        .enabled(if: SanitizedBuild.isAbsent(orSkipping: 8, "the inspector's room")),
        arguments: ["open", "socket", "fork", "execve", "ptrace", "kill", "mmap-exec", "write-elsewhere"])
    func `the kernel kills a locked process at once that tries anything else, and lets an unlocked one`(
        what: String
    ) async throws {
        #expect(try await attempt(what, behind: "none").status == 0)
        #expect(try await attempt(what, behind: "seccomp").status == Self.killed)
        #expect(try await attempt(what, behind: "all").status == Self.killed)
    }

    @Test(arguments: ["mmap", "words"])
    func `what an inspection needs is left`(what: String) async throws {
        #expect(try await attempt(what, behind: "seccomp").status == 0)
        #expect(try await attempt(what, behind: "all").status == 0)
    }

    @Test(
        .enabled(if: SanitizedBuild.isAbsent(orSkipping: 2, "the inspector's room")), arguments: ["open", "execve"])
    func `without seccomp Landlock still denies every path`(what: String) async throws {
        let status = try await attempt(what, behind: "landlock").status
        guard status != 77 else {
            print("skipped: 1 case of Landlock (this kernel or container has none)")
            return
        }
        #expect(status == EACCES)
    }

    @Test(.enabled(if: SanitizedBuild.isAbsent(orSkipping: 1, "the inspector's room")))
    func `memory ends at the headroom, not before`() async throws {
        #expect(try await attempt("memory-above", behind: "none").status == 0)
        for locks in ["limits", "all"] {
            #expect(try await attempt("memory-below", behind: locks).status == 0)
            #expect(try await attempt("memory-above", behind: locks).status == ENOMEM)
        }
    }

    @Test(.enabled(if: SanitizedBuild.isAbsent(orSkipping: 1, "the inspector's room")))
    func `there is room for the file that is handed over, and for no other`() async throws {
        #expect(try await attempt("descriptor-5", behind: "none").status == 0)
        #expect(try await attempt("descriptor-4", behind: "limits").status == 0)
        #expect(try await attempt("descriptor-5", behind: "limits").status == EBADF)
    }

    @Test(.enabled(if: SanitizedBuild.isAbsent(orSkipping: 1, "the inspector's room")))
    func `no file can grow`() async throws {
        #expect(try await attempt("grow-file", behind: "none").status == 0)
        #expect(try await attempt("grow-file", behind: "limits").status == EFBIG)
    }

    @Test func `a program that traps behind the locks ends as one, with its last words`() async throws {
        for locks in ["none", "all"] {
            let run = try await attempt("trap", behind: locks)
            #expect(run.status == Self.trapped)
            #expect(run.messages.contains("out of range"))
        }
    }
}
