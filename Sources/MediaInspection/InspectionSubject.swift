import Glibc
import MediaTypes
import Telemetry

/// A file as an inspector may have it: regular, not empty, its descriptor read-only.
struct InspectionSubject {
    /// A descriptor that only reads.
    let file: DescriptorHandle
    /// The file's size, above 0.
    let bytes: UInt64

    /// Checks `file`, and opens it anew for reading if it can write (`fstat(2)`, `open(2)` on /proc/self/fd).
    ///
    /// - Throws: `MediaRefusal` of reason `empty`, or `inspectionFailed` if it is no file that can be read.
    init(_ file: DescriptorHandle) throws(MediaRefusal) {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MediaRefusal(.inspectionFailed, "the descriptor is not one of a file")
        }
        guard status.st_size > 0 else { throw MediaRefusal(.empty, "the file has no bytes") }
        bytes = UInt64(status.st_size)
        if fcntl(file.number, F_GETFL) & O_ACCMODE == O_RDONLY {
            self.file = file
            return
        }
        let number = unsafe open("/proc/self/fd/\(file.number)", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            throw MediaRefusal(.inspectionFailed, "\(SystemCallError.current("open"))")
        }
        self.file = DescriptorHandle(owning: number)
    }
}
