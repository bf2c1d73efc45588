import CLinux
import Glibc
import Telemetry

/// A real program whose standard error, and output if wanted, is a pseudo-terminal of a given width.
package final class TerminalProgram: Sendable {
    /// `TIOCSPTLCK` and `TIOCGPTN` (ioctl_tty(2)), which are macros that the importer does not see.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let record: ProgramRecord

    /// Starts a built product with an empty standard input.
    ///
    /// - Parameters:
    ///   - product: its name, such as `attachd`.
    ///   - arguments: the words after its name.
    ///   - environment: the whole environment.
    ///   - columns: the terminal's width.
    ///   - outputToo: whether standard output is the terminal as well; it is dropped otherwise.
    /// - Throws: `SystemCallError` of the call that failed.
    package init(
        _ product: String, _ arguments: [String], environment: [String: String], columns: UInt16,
        outputToo: Bool = false
    ) throws {
        let null = try TerminalProgram.open("/dev/null", O_RDWR)
        let terminal = try TerminalProgram.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0
        var number: UInt32 = 0
        guard unsafe ioctl(terminal.number, TerminalProgram.setLock, &lock) == 0,
            unsafe ioctl(terminal.number, TerminalProgram.getNumber, &number) == 0
        else { throw SystemCallError.current("ioctl") }
        let path = "/dev/pts/\(number)"
        let end = try TerminalProgram.open(path, O_RDWR | O_NOCTTY)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe ioctl(end.number, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemCallError.current("ioctl") }
        let process = try ProgramStart.spawn(
            product, arguments, environment: environment,
            descriptors: [null.number, outputToo ? end.number : null.number, end.number])
        withExtendedLifetime((null, end)) {}
        record = ProgramRecord(process: process)
        record.close(.output)
        try startOwnedThread(named: "terminal") { [record] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe buffer.withUnsafeMutableBytes {
                    unsafe read(terminal.number, $0.baseAddress, $0.count)
                }
                if count < 0, errno == EINTR { continue }
                // EIO once the program has closed the other end.
                guard count > 0 else { return record.close(.messages) }
                record.add(buffer[..<count], to: .messages)
            }
        }
        try startOwnedThread(named: "program-end") { [record] in record.awaitEnd() }
    }

    deinit {
        record.signal(SIGKILL)
    }

    /// The first whole line that has come over the terminal with `text` in it, waited for; nil if none comes.
    package func line(containing text: String) async -> String? {
        await record.line(containing: text, in: .messages)
    }

    /// Sends a signal.
    package func signal(_ number: Int32) {
        record.signal(number)
    }

    /// Waits for the end; `messages` is everything that came over the terminal.
    package func end() async -> ProgramRun {
        await record.run()
    }

    private static func open(_ path: String, _ flags: Int32) throws -> DescriptorHandle {
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError.current("open") }
        return DescriptorHandle(owning: number)
    }
}
