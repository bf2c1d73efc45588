import Glibc
import NotificationContent
import Telemetry

/// Standard input, output and error: whole writes, whole reads, and whether a person looks on.
enum StandardStreams {
    /// Whether standard output is a terminal (`isatty(3)`).
    static var outputIsTerminal: Bool {
        isatty(STDOUT_FILENO) == 1
    }

    /// Whether standard error is a terminal.
    static var errorIsTerminal: Bool {
        isatty(STDERR_FILENO) == 1
    }

    /// Whether standard input is a terminal.
    static var inputIsTerminal: Bool {
        isatty(STDIN_FILENO) == 1
    }

    /// Writes data to standard output.
    ///
    /// - Throws: `CommandError` with status 74 when the reader is gone or the disk is full.
    static func write(_ bytes: [UInt8]) throws(CommandError) {
        guard writeAll(bytes, to: STDOUT_FILENO) else {
            let cause = SystemCallError.message(errno)
            throw CommandError(
                .inputOutput, "cannot write to standard output: \(cause)", cure: "look at what it is connected to")
        }
    }

    /// Writes one JSON document and a line's end to standard output.
    static func write(_ document: some JSONValue, pretty: Bool) throws(CommandError) {
        var writer = JSONWriter(pretty: pretty)
        writer.value(document)
        try write(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Writes a line for people to standard error; a failed write is dropped, there is nowhere to say so.
    static func tell(_ line: String, endsLine: Bool = true) {
        _ = writeAll(Array((endsLine ? line + "\n" : line).utf8), to: STDERR_FILENO)
    }

    /// An environment variable; nil if unset.
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Writes all bytes, whatever interrupts it; false, with `errno` set, where no more are taken.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
                let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count > 0 {
                    offset += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
