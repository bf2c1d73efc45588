import CLinux
import Glibc
import Telemetry

/// An input that a command line names: a file, or `-` for standard input.
struct InputFile: Sendable {
    /// The name as given.
    let name: String

    /// The whole content; nil for any fault, where the caller tells of it in words of its own.
    ///
    /// - Parameter limit: the most bytes to take.
    /// - Returns: the bytes, or nil.
    func contentsIfReadable(limit: Int64) -> [UInt8]? {
        try? contents(limit: Int(clamping: limit))
    }

    /// The whole content.
    ///
    /// - Parameter limit: the most bytes to take.
    /// - Returns: the bytes.
    /// - Throws: `CommandError`: 66 missing, 77 not permitted, 65 larger than `limit`, 74 any other fault.
    func contents(limit: Int) throws(CommandError) -> [UInt8] {
        let handle = try opened()
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count: Int = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(handle.number, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault(errno) }
            guard count > 0 else { return result }
            guard result.count + count <= limit else {
                throw CommandError(
                    .malformed, "\(shownName) is larger than \(limit) bytes", cure: "split it into several files")
            }
            result.append(contentsOf: buffer[..<count])
        }
    }

    /// Whether everyone may read the file.
    func isReadableByAll() throws(CommandError) -> Bool {
        let handle = try opened()
        var status = stat()
        guard unsafe fstat(handle.number, &status) == 0 else { throw fault(errno) }
        return status.st_mode & S_IROTH != 0
    }

    /// Opens the file read-only; standard input is a duplicate of descriptor 0.
    func opened() throws(CommandError) -> DescriptorHandle {
        let number =
            name == "-"
            ? linux_duplicate(STDIN_FILENO) : unsafe open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw fault(errno) }
        return DescriptorHandle(owning: number)
    }

    /// The name for messages.
    var shownName: String {
        name == "-" ? "standard input" : OutcomeLine.printable(name)
    }

    /// A read-only descriptor of a regular file with this content: the file itself, or a copy in memory of a pipe's first
    /// `limit + 1` bytes, because an inspector maps what it reads.
    func openedForInspection(limit: Int64) throws(CommandError) -> DescriptorHandle {
        let handle = try opened()
        var status = stat()
        guard unsafe fstat(handle.number, &status) == 0 else { throw fault(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return handle
        case S_IFDIR: throw fault(EISDIR)
        default: return try copiedToMemory(handle, limit: limit)
        }
    }

    /// The size of an open file in bytes.
    func size(of handle: DescriptorHandle) throws(CommandError) -> Int64 {
        var status = stat()
        guard unsafe fstat(handle.number, &status) == 0 else { throw fault(errno) }
        return Int64(status.st_size)
    }

    private func copiedToMemory(_ handle: DescriptorHandle, limit: Int64) throws(CommandError) -> DescriptorHandle {
        let number = unsafe linux_memory_file("attachd-input")
        guard number >= 0 else { throw fault(errno) }
        let memory = DescriptorHandle(owning: number)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var copied: Int64 = 0
        while copied <= limit {
            let count: Int = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(handle.number, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault(errno) }
            guard count > 0 else { break }
            let written: Int = unsafe buffer.withUnsafeBytes { unsafe write(memory.number, $0.baseAddress, count) }
            guard written == count else { throw fault(written < 0 ? errno : EIO) }
            copied += Int64(count)
        }
        let readOnly = linux_reopen_readonly(memory.number)
        guard readOnly >= 0 else { throw fault(errno) }
        return DescriptorHandle(owning: readOnly)
    }

    /// What keeps the file from being read.
    func fault(_ code: Int32) -> CommandError {
        let cause = "cannot read \(shownName): \(SystemCallError.message(code))"
        return switch code {
        case ENOENT, ENOTDIR: CommandError(.inputMissing, cause, cure: "check the path")
        case EISDIR: CommandError(.inputMissing, cause, cure: "name the files in it")
        case EACCES, EPERM: CommandError(.permission, cause, cure: "check the file's owner and mode")
        default: CommandError(.inputOutput, cause, cure: "look at the file and its disk")
        }
    }
}
