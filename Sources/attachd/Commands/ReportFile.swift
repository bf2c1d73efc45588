import CLinux
import Glibc
import Synchronization
import Telemetry

/// A file that gets its name with its last byte: until then it lies beside it, and an end before its time removes it.
/// What is there already and is no file, such as `/dev/null` or a pipe, is written to as it is: whoever runs this as root
/// would otherwise have a file in the place of a device.
final class ReportFile: Sendable {
    private let path: String
    /// Where it lies until it is finished; nil where the name has what is no file.
    private let temporary: String?
    private let handle: DescriptorHandle
    private let isFinished = Mutex(false)

    /// Creates it.
    ///
    /// - Throws: `CommandError` with status 74, or 77 where the folder may not be written.
    init(_ path: String) throws(CommandError) {
        self.path = path
        let number: Int32
        if ReportFile.isTakenByNoFile(path) {
            temporary = nil
            number = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        } else {
            let beside = path + ".part-\(getpid())"
            temporary = beside
            number = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        }
        guard number >= 0 else { throw ReportFile.fault("create", path) }
        handle = DescriptorHandle(owning: number)
    }

    deinit {
        if let temporary, !isFinished.withLock({ $0 }) { _ = unsafe unlink(temporary) }
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        guard StandardStreams.writeAll(bytes, to: handle.number) else { throw ReportFile.fault("write", path) }
    }

    /// Gives it its name, in the place of what had it before.
    func finish() throws(CommandError) {
        if let temporary {
            guard unsafe rename(temporary, path) == 0 else { throw ReportFile.fault("write", path) }
        }
        isFinished.withLock { $0 = true }
    }

    /// Whether a name, at the end of its links, has a device, a pipe or a socket; a folder is refused when the file is to
    /// get its name.
    private static func isTakenByNoFile(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
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
