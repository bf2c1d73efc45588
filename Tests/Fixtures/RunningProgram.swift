import CLinux
import Glibc
import Synchronization
package import Telemetry

/// A real program that runs in the background, such as a daemon: a test waits for its lines, signals it, awaits its end.
///
/// One that still runs when the last reference goes is killed.
package final class RunningProgram: Sendable {
    /// Where a program writes.
    package enum Stream: Sendable {
        case output
        case messages
    }

    /// Its process number.
    package let process: Int32
    private let record: ProgramRecord

    /// Starts a built product, or another program where the name is a path, with an empty standard input.
    ///
    /// - Parameters:
    ///   - product: its name, such as `attachd`.
    ///   - arguments: the words after its name.
    ///   - environment: the whole environment.
    ///   - passing: what becomes the program's descriptors 3, 4 and so on.
    /// - Throws: `SystemCallError` when it cannot be started.
    package init(
        _ product: String, _ arguments: [String], environment: [String: String] = [:],
        passing: [DescriptorHandle] = []
    ) throws {
        let input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw SystemCallError.current("open") }
        let empty = DescriptorHandle(owning: input)
        let output = try RunningProgram.pipe()
        let messages = try RunningProgram.pipe()
        // Out of the way of the numbers that they shall get.
        let lifted = try passing.map { handle in
            let number = fcntl(handle.number, F_DUPFD_CLOEXEC, 64)
            guard number >= 0 else { throw SystemCallError.current("fcntl") }
            return DescriptorHandle(owning: number)
        }
        process = try ProgramStart.spawn(
            product, arguments, environment: environment,
            descriptors: [empty.number, output.writer.number, messages.writer.number] + lifted.map(\.number))
        withExtendedLifetime((empty, output, messages, lifted)) {}
        record = ProgramRecord(process: process)
        for (stream, end) in [(Stream.output, output.reader), (Stream.messages, messages.reader)] {
            try startOwnedThread(named: "program-\(stream)") { [record] in RunningProgram.read(end, stream, record) }
        }
        try startOwnedThread(named: "program-end") { [record] in record.awaitEnd() }
    }

    deinit {
        record.signal(SIGKILL)
    }

    /// The first whole line with `text` in it, waited for; nil if the stream ends without one.
    package func line(containing text: String, in stream: Stream = .messages) async -> String? {
        await record.line(containing: text, in: stream)
    }

    /// Sends a signal (`kill(2)`); nothing happens once the program has ended.
    package func signal(_ number: Int32) {
        record.signal(number)
    }

    /// Waits until the program has ended and everything it wrote has been read.
    package func end() async -> ProgramRun {
        await record.run()
    }

    /// Signals the program, SIGTERM unless another number is given, and waits for its end.
    @discardableResult
    package func stop(_ number: Int32 = SIGTERM) async -> ProgramRun {
        signal(number)
        return await end()
    }

    private static func pipe() throws(SystemCallError) -> (reader: DescriptorHandle, writer: DescriptorHandle) {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { throw .current("pipe2") }
        return (DescriptorHandle(owning: ends[0]), DescriptorHandle(owning: ends[1]))
    }

    private static func read(_ end: DescriptorHandle, _ stream: Stream, _ record: ProgramRecord) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(end.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return record.close(stream) }
            record.add(buffer[..<count], to: stream)
        }
    }
}
