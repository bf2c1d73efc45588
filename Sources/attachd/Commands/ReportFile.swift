import Glibc
import Synchronization
import Telemetry

/// A file that gets its name with its last byte: until then it lies beside it, and an end before its time removes it.
final class ReportFile: Sendable {
    private let path: String
    private let temporary: String
    private let handle: DescriptorHandle
    private let isFinished = Mutex(false)

    /// Creates it.
    ///
    /// - Throws: `CommandError` with status 74, or 77 where the folder may not be written.
    init(_ path: String) throws(CommandError) {
        self.path = path
        temporary = path + ".part-\(getpid())"
        let number = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard number >= 0 else { throw ReportFile.fault("create", path) }
        handle = DescriptorHandle(owning: number)
    }

    deinit {
        if !isFinished.withLock({ $0 }) { _ = unsafe unlink(temporary) }
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    handle.number, UnsafeRawBufferPointer(rebasing: buffer[offset...]).baseAddress,
                    buffer.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ReportFile.fault("write", path) }
            offset += count
        }
    }

    /// Gives it its name, in the place of what had it before.
    func finish() throws(CommandError) {
        guard unsafe rename(temporary, path) == 0 else { throw ReportFile.fault("write", path) }
        isFinished.withLock { $0 = true }
    }

    private static func fault(_ verb: String, _ path: String) -> CommandError {
        let code = errno
        let isRefused = code == EACCES || code == EPERM || code == EROFS
        return CommandError(
            isRefused ? .permission : .inputOutput,
            "cannot \(verb) the report \(OutcomeLine.printable(path)): \(SystemCallError.message(code))",
            cure: "give --report a FILE in a folder that can be written")
    }
}
