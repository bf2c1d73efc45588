import CLinux
import Glibc
import MediaTypes
import Sandbox

/// The process from start to end, in the order that its safety needs: whatever opens files comes before the lock, the lock
/// before the first word to the daemon.
enum Inspector {
    /// Runs until the daemon closes its end of the socket.
    ///
    /// - Parameter arguments: the demand on the locks, the first after the program's name; seccomp if there is none.
    ///   Or the word on which it says versions and ends.
    /// - Returns: the exit status of `sysexits.h`: 0, 64 for an unknown demand, 69 when libmagic cannot be used, 71 when
    ///   the locks are less than demanded, 76 when the daemon speaks otherwise.
    static func run(_ arguments: [String]) -> Int32 {
        close(InspectorProtocol.executableNumber)
        _ = unsafe linux_set_thread_name("attachd-inspect")
        // A ^C or a service manager's SIGTERM is for the daemon, which then closes the socket.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        if arguments.dropFirst().first == InspectorProtocol.versionsWord {
            say("libmagic \(TypeSniffer.libraryVersion)\nlibseccomp \(SystemCallFilter.libraryVersion)")
            return 0
        }
        guard let demand = SandboxDemand(rawValue: arguments.dropFirst().first ?? SandboxDemand.seccomp.rawValue)
        else {
            say("the demand on the sandbox must be one of full, seccomp and off")
            return 64
        }
        guard MappedFile.prepare() else {
            say("no handler can be set for reading large files")
            return 71
        }
        do throws(SandboxFailure) {
            try Sandbox.begin()
        } catch {
            say("\(error)")
            return InspectorProtocol.unlockedStatus
        }
        do throws(TypeSniffer.Failure) {
            return enterRoom(demand, with: try TypeSniffer.open())
        } catch {
            say("libmagic cannot be used: \(error)")
            return 69
        }
    }

    private static func enterRoom(_ demand: SandboxDemand, with sniffer: consuming TypeSniffer) -> Int32 {
        let locks: InspectorLocks
        do throws(SandboxFailure) {
            // A request's descriptor takes the number that the executable had.
            locks = try Sandbox.lock(descriptors: InspectorProtocol.executableNumber + 1) { say("\($0);") }
        } catch {
            say("\(error)")
            return InspectorProtocol.unlockedStatus
        }
        guard demand.isMet(by: locks) else {
            say("not available here: \(locks.missing.joined(separator: ", "))")
            return InspectorProtocol.unlockedStatus
        }
        return work(sniffer, behind: locks)
    }

    private static func work(_ sniffer: consuming TypeSniffer, behind locks: InspectorLocks) -> Int32 {
        let loop = JobLoop(socket: JobSocket(number: InspectorProtocol.socketNumber), sniffer: sniffer)
        do throws(JobSocket.Failure) {
            try loop.run(behind: locks)
            return 0
        } catch {
            switch error {
            // The daemon went away while a file was inspected: nobody is left to tell.
            case .send(EPIPE), .receive(ECONNRESET): return 0
            default:
                say("the daemon's socket failed: \(error)")
                return 76
            }
        }
    }

    /// Writes a line to standard error, from which the daemon takes it into its log.
    private static func say(_ words: String) {
        let line = Array("\(words)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
