import CLinux
import Glibc
import Telemetry

/// Reads that another thread can interrupt, wherever they wait.
struct Interruption: Sendable {
    private static let pieceBytes = 65_536

    private let reader: DescriptorHandle
    private let writer: DescriptorHandle

    /// Makes the pipe that a waiting read looks at too.
    init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { throw .current("pipe2") }
        reader = DescriptorHandle(owning: ends[0])
        writer = DescriptorHandle(owning: ends[1])
    }

    /// Ends every read, now and later.
    func interrupt() {
        var byte: UInt8 = 0
        _ = unsafe write(writer.number, &byte, 1)
    }

    /// The next bytes of a file, empty at its end (`read(2)`); nil once interrupted.
    ///
    /// - Throws: `CommandError` with status 74 or 66.
    func read(_ file: DescriptorHandle, of input: InputFile) throws(CommandError) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: Interruption.pieceBytes)
        while true {
            var entries = [
                pollfd(fd: file.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&entries, 2, -1) > 0 else { continue }
            if entries[1].revents != 0 { return nil }
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe Glibc.read(file.number, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw input.fault(errno) }
            piece.removeLast(piece.count - count)
            return piece
        }
    }
}

extension InputFile {
    /// Opens the file, if it is a regular one, which can be read again; nil otherwise.
    func openedIfRegular() throws(CommandError) -> DescriptorHandle? {
        let handle = try opened()
        var status = stat()
        guard unsafe fstat(handle.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return handle
    }
}
