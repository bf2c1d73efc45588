import CLinux
import Glibc
import MediaTypes

/// The process from start to end, in the order that its safety needs: whatever opens files comes before the lock, the lock
/// before the first word to the daemon.
enum Inspector {
    /// Runs until the daemon closes its end of the socket.
    ///
    /// - Returns: the exit status of `sysexits.h`: 0, 69 when libmagic cannot be used, 76 when the daemon speaks otherwise.
    static func run() -> Int32 {
        close(InspectorProtocol.executableNumber)
        _ = unsafe linux_set_thread_name("attachd-inspect")
        // A ^C or a service manager's SIGTERM is for the daemon, which then closes the socket.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        do throws(TypeSniffer.Failure) {
            return work(try TypeSniffer.open())
        } catch {
            say("libmagic cannot be used: \(error)")
            return 69
        }
    }

    private static func work(_ sniffer: consuming TypeSniffer) -> Int32 {
        let loop = JobLoop(socket: JobSocket(number: InspectorProtocol.socketNumber), sniffer: sniffer)
        do throws(JobSocket.Failure) {
            try loop.run()
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
